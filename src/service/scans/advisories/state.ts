import { findFeeds } from '../../db/advisories/feeds.ts'
import type { Database } from '../../db/client.ts'
import { type AdvisoryState, advisoryStateOf } from '../../../engine/advisories/sync/advisory-state.ts'
import { advisoryEcosystems, type Ecosystem, matchedEcosystems } from '../../../engine/model/component.ts'

export interface AdvisoryFeeds {
  readonly database: { readonly db: Database }
  readonly bases: readonly string[]
}

export async function advisoryState({ database, bases }: AdvisoryFeeds, ecosystem: Ecosystem): Promise<AdvisoryState> {
  return advisoryStateOf(bases, await findFeeds(database.db, bases, [ecosystem]))
}

/**
 * Returns the state of every ecosystem in sync order. Omits ecosystems that are synced on demand and have not been
 * needed yet.
 */
export async function advisoryStates({
  database,
  bases,
}: AdvisoryFeeds): Promise<ReadonlyMap<Ecosystem, AdvisoryState>> {
  const rows = Map.groupBy(await findFeeds(database.db, bases, matchedEcosystems), ({ ecosystem }) => ecosystem)
  const needed = matchedEcosystems.filter(
    (ecosystem) => rows.has(ecosystem) || advisoryEcosystems.some((name) => name === ecosystem),
  )
  return new Map(needed.map((ecosystem) => [ecosystem, advisoryStateOf(bases, rows.get(ecosystem) ?? [])]))
}
