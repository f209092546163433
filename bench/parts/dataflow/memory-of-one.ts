import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Returns the peak memory, in MB, of a separate process that reads and analyzes one package. */
export function memoryOfOne(folder: string): number {
  return Number(
    execFileSync(process.execPath, [fileURLToPath(new URL('memory-process.ts', import.meta.url)), folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }).toString(),
  )
}
