import { existsSync } from 'node:fs'

/** Reports whether this installation includes the service. The CLI package omits the service folder. */
export function hasService(): boolean {
  return existsSync(new URL('../service', import.meta.url))
}
