import { readdirSync, readFileSync } from 'node:fs'

/** Ids of the processes whose command line or working folder names `text`. */
export function processesNaming(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => read(`/proc/${pid}/cmdline`).includes(text))
    .map(Number)
}

/** Empty for a process that ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
