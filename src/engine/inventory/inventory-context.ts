import type { Isolation } from '../isolation/isolation.ts'
import type { NpmRegistry } from '../sources/package-registries/npm-registry.ts'
import type { PypiIndex } from '../sources/package-registries/pypi-index.ts'

/** What reading components needs of the world. */
export interface InventoryContext {
  /** Where manifests are read. */
  readonly isolation: Isolation
  readonly npmRegistry: NpmRegistry
  readonly pypiIndex: PypiIndex
  readonly signal: AbortSignal
  /** Called now and then with the number of packages resolved so far. */
  readonly onProgress?: (packages: number) => void
}
