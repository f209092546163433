import type { Database } from '../../db/client.ts'
import { noteInventory } from '../../db/rematching/inventories.ts'
import type { ProjectFacts } from '../../../engine/model/project-facts.ts'
import { engineVersion } from '../../../engine/scanner/engine-version.ts'

/**
 * Schedule for recorded work that no process has started. A process that records work starts it immediately, unless it
 * crashes first.
 */
export const rematchCron = '* * * * *'

/**
 * Enqueues matching a stored scan against the latest advisories, because some may have arrived while it ran. A scan by
 * another engine gets the cause `rules`, because its result may differ for other reasons.
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
