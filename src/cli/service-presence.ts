import { existsSync } from 'node:fs'

/** Whether this installation has the service. The package of the command line leaves its folder out. */
export function hasService(): boolean {
  return existsSync(new URL('../service', import.meta.url))
}
