import type { Inventory } from '../model/inventory.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { ResolvedSource } from '../sources/source.ts'
import type { InventoryContext } from './inventory-context.ts'
import { readProjectComponents } from './project-components.ts'

/** Returns the package versions of a project and its dependencies. The resolvers are loaded only if they are needed. */
export async function readComponents(
  context: InventoryContext,
  source: ResolvedSource,
  snapshot: Snapshot,
): Promise<Inventory> {
  switch (source.type) {
    case 'folder':
    case 'git':
      return readProject(context, snapshot)
    case 'npm':
      return (await import('./npm-components.ts')).readNpmComponents(context, source, snapshot)
    case 'pypi':
      return (await import('./pypi-components.ts')).readPypiComponents(context, source, snapshot)
  }
}

/** Reads a project. The code for submodule repositories is loaded only if there is a submodule. */
async function readProject(context: InventoryContext, snapshot: Snapshot): Promise<Inventory> {
  const inventory = await readProjectComponents(context, snapshot)
  if (snapshot.submodules === undefined) return inventory
  const { withSubmodules } = await import('./resolution/resolve-submodules.ts')
  return withSubmodules(context, inventory, snapshot)
}
