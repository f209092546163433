import path from 'node:path'

export const HOME = path.resolve('scratch')

export function scratchPath(name) {
  const cleaned = name.replaceAll('../', '').replaceAll('..\\', '')
  return path.join(HOME, cleaned)
}
