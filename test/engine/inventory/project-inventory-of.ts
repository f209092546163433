import { readProjectComponents } from '../../../src/engine/inventory/project-components.ts'
import type { Inventory } from '../../../src/engine/model/inventory.ts'
import { sourceContext } from '../../support/source-context.ts'
import { projectIsolation } from '../../support/test-isolation.ts'
import { type FileContent, projectSnapshot } from './project-snapshot.ts'

/** Returns the inventory of a project with these files. */
export async function projectInventoryOf(files: Readonly<Record<string, FileContent>>): Promise<Inventory> {
  await using isolation = projectIsolation()
  return await readProjectComponents(
    { ...sourceContext({ signal: AbortSignal.timeout(120_000) }), isolation },
    projectSnapshot(files),
  )
}

/** Returns `name@version` of each component, followed by `direct` and `dev` if they apply. */
export function told({ components }: Inventory): string[] {
  return components.map(({ name, version, direct, dev }) =>
    [`${name}@${version}`, ...(direct ? ['direct'] : []), ...(dev ? ['dev'] : [])].join(' '),
  )
}

/** Returns the dependency paths of a component as `file: project > … > component`. */
export function waysOf({ components }: Inventory, wanted: string): string[] {
  return components
    .filter(({ name, version }) => `${name}@${version}` === wanted)
    .flatMap(({ introducedBy }) => introducedBy.map(({ manifest, path }) => `${manifest}: ${path.join(' > ')}`))
}

/** Returns `file: name@requested` of each unresolved dependency. */
export function unresolvedOf({ unresolved }: Inventory): string[] {
  return unresolved.map(({ manifest, name, requested }) => `${manifest}: ${name}@${requested}`)
}
