import type { Database } from '../../db/client.ts'
import { noteInventory } from '../../db/rematching/inventories.ts'
import type { ProjectFacts } from '../../../engine/model/project-facts.ts'
import { engineVersion } from '../../../engine/scanner/engine-version.ts'

/**
 * When it is looked whether something is noted; who notes something asks for it at once, unless the process dies
 * before.
 */
export const rematchCron = '* * * * *'

/**
 * Has what a scan found compared with the advisories once it is stored: some may have come while it ran, and were
 * looked for before it could be seen. A scan by another engine is not compared by advisories alone.
 */
export async function noteScan(
  tx: Database,
  {
    inventoryDigest,
    facts,
  }: { readonly inventoryDigest: string | null; readonly facts: Pick<ProjectFacts, 'engine'> | null },
): Promise<void> {
  if (inventoryDigest !== null)
    await noteInventory(tx, inventoryDigest, facts?.engine === engineVersion() ? 'advisory' : 'rules')
}
