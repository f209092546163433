import type { Inventory } from '../model/inventory.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { ResolvedSource } from '../sources/source.ts'
import type { InventoryContext } from './inventory-context.ts'
import { readNpmComponents } from './npm-components.ts'
import { readPypiComponents } from './pypi-components.ts'
import { readProjectComponents } from './project-components.ts'

/** The package versions of a project and of its installation. */
export async function readComponents(
  context: InventoryContext,
  source: ResolvedSource,
  snapshot: Snapshot,
): Promise<Inventory> {
  switch (source.type) {
    case 'folder':
    case 'git':
      return readProjectComponents(context, snapshot)
    case 'npm':
      return readNpmComponents(context, source, snapshot)
    case 'pypi':
      return readPypiComponents(context, source, snapshot)
  }
}
