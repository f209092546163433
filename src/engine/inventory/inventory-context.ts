import type { Isolation } from '../isolation/isolation.ts'
import type { CratesIndex } from '../sources/package-registries/crates-index.ts'
import type { MavenRepository } from '../sources/package-registries/maven-repository.ts'
import type { NpmRegistry } from '../sources/package-registries/npm-registry.ts'
import type { PypiIndex } from '../sources/package-registries/pypi-index.ts'

import type { RegistrySnapshot } from './resolution/registry-snapshot.ts'

/** Services needed to read components. */
export interface InventoryContext {
  /** Runs child processes for parsing manifests. */
  readonly isolation: Isolation
  readonly npmRegistry: NpmRegistry
  readonly pypiIndex: PypiIndex
  readonly mavenRepository: MavenRepository
  readonly cratesIndex: CratesIndex
  /**
   * Registries for resolving manifests without a lockfile, or why registries are disabled, as the end of a sentence. If
   * absent, requirements are listed but not resolved.
   */
  readonly resolution?: RegistrySnapshot | { readonly off: string }
  /**
   * Returns the tag of a commit in a submodule's repository, which is identified by host and path. Null if the commit
   * has no tag, undefined if the repository cannot be queried. Never throws.
   */
  readonly tagOf?: (repository: string, commit: string, signal: AbortSignal) => Promise<string | null | undefined>
  readonly signal: AbortSignal
  /** Called periodically with the number of resolved packages. */
  readonly onProgress?: (packages: number) => void
}
