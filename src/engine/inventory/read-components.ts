import type { Inventory } from '../model/inventory.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { ResolvedSource } from '../sources/source.ts'
import type { InventoryContext } from './inventory-context.ts'
import { readProjectComponents } from './project-components.ts'
import { withSubmodules } from './resolution/resolve-submodules.ts'

/** The package versions of a project and of its installation. The resolvers load with the first package. */
export async function readComponents(
  context: InventoryContext,
  source: ResolvedSource,
  snapshot: Snapshot,
): Promise<Inventory> {
  switch (source.type) {
    case 'folder':
    case 'git':
      return withSubmodules(context, await readProjectComponents(context, snapshot), snapshot)
    case 'npm':
      return (await import('./npm-components.ts')).readNpmComponents(context, source, snapshot)
    case 'pypi':
      return (await import('./pypi-components.ts')).readPypiComponents(context, source, snapshot)
  }
}
