import { existsSync } from 'node:fs'

/** Reports whether this installation has the service. The command-line package omits the service folder. */
export function hasService(): boolean {
  return existsSync(new URL('../service', import.meta.url))
}
