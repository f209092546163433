import { isAbsolute, relative, resolve, sep } from 'node:path'

export const REPORTS = resolve(process.env['REPORTS_DIR'] ?? './reports')

export class OutsideError extends Error {
  override name = 'OutsideError'
}

export function assertInside(folder: string, file: string): void {
  const way = relative(folder, file)
  if (way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) {
    throw new OutsideError(`${file} is outside of ${folder}`)
  }
}
