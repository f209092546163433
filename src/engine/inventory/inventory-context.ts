import type { Isolation } from '../isolation/isolation.ts'
import type { CratesIndex } from '../sources/package-registries/crates-index.ts'
import type { MavenRepository } from '../sources/package-registries/maven-repository.ts'
import type { NpmRegistry } from '../sources/package-registries/npm-registry.ts'
import type { PypiIndex } from '../sources/package-registries/pypi-index.ts'

import type { RegistrySnapshot } from './resolution/registry-snapshot.ts'

/** Dependencies for reading components. */
export interface InventoryContext {
  /** Child processes that parse manifests. */
  readonly isolation: Isolation
  readonly npmRegistry: NpmRegistry
  readonly pypiIndex: PypiIndex
  readonly mavenRepository: MavenRepository
  readonly cratesIndex: CratesIndex
  /**
   * The registries that resolve manifests without a lockfile, or why none is asked, as the end of a sentence. Absent to
   * only list requests.
   */
  readonly resolution?: RegistrySnapshot | { readonly off: string }
  /**
   * Asks the repository of a submodule, by host and path, for a tag of a commit. Null without a tag. Undefined if the
   * repository cannot be asked. Throws nothing.
   */
  readonly tagOf?: (repository: string, commit: string, signal: AbortSignal) => Promise<string | null | undefined>
  readonly signal: AbortSignal
  /** Called repeatedly with the number of resolved packages. */
  readonly onProgress?: (packages: number) => void
}
