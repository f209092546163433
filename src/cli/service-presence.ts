import { existsSync } from 'node:fs'

/** Returns whether this installation has the service. The package of the command line omits its folder. */
export function hasService(): boolean {
  return existsSync(new URL('../service', import.meta.url))
}
