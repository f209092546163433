import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The most memory, in MB, that a process of its own took for reading one package and following data through it. */
export function memoryOfOne(folder: string): number {
  return Number(
    execFileSync(process.execPath, [fileURLToPath(new URL('memory-process.ts', import.meta.url)), folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }).toString(),
  )
}
