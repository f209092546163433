import type { Isolation } from '../isolation/isolation.ts'
import type { NpmRegistry } from '../sources/package-registries/npm-registry.ts'
import type { PypiIndex } from '../sources/package-registries/pypi-index.ts'

/** Dependencies for reading components. */
export interface InventoryContext {
  /** Child processes that parse manifests. */
  readonly isolation: Isolation
  readonly npmRegistry: NpmRegistry
  readonly pypiIndex: PypiIndex
  readonly signal: AbortSignal
  /** Called repeatedly with the number of resolved packages. */
  readonly onProgress?: (packages: number) => void
}
