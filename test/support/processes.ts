import { readdirSync, readFileSync } from 'node:fs'

/** Returns the PIDs of the processes whose command line or working folder contains `text`. */
export function processesNaming(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => read(`/proc/${pid}/cmdline`).includes(text))
    .map(Number)
}

/** Returns an empty string for a process that has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
