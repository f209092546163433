import type { Inventory } from '../model/component.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { NpmRegistry } from '../package-registries/npm-registry.ts'
import type { ResolvedSource } from '../sources/source.ts'
import { readNpmComponents } from './npm-components.ts'

/** What reading components needs of the world. */
export interface InventoryContext {
  readonly npmRegistry: NpmRegistry
  readonly signal: AbortSignal
  /** Called now and then with the number of packages resolved so far. */
  readonly onProgress?: (packages: number) => void
}

/** The package versions that a project consists of and that an installation of it would bring. */
export async function readComponents(context: InventoryContext, source: ResolvedSource, snapshot: Snapshot): Promise<Inventory> {
  switch (source.type) {
    case 'npm':
      return readNpmComponents(context, source, snapshot)
  }
}
