import type { NpmRegistry } from '../package-registries/npm-registry.ts'

/** What reading components needs of the world. */
export interface InventoryContext {
  readonly npmRegistry: NpmRegistry
  readonly signal: AbortSignal
  /** Called now and then with the number of packages resolved so far. */
  readonly onProgress?: (packages: number) => void
}
