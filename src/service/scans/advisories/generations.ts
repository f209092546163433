import { findFeeds } from '../../db/advisories/feeds.ts'
import { exploitationGeneration } from '../../db/advisories/exploitation.ts'
import { matchedEcosystems } from '../../../engine/model/component.ts'
import { indexKey } from './database-advisory-index.ts'
import type { AdvisoryFeeds } from './state.ts'

/**
 * Returns the current advisory state by ecosystem, and the exploitation data's state under `exploitation`. Equal texts
 * mean equal contents. Omits ecosystems that were never synced.
 */
export async function advisoryGenerations({
  database,
  bases,
}: AdvisoryFeeds): Promise<Readonly<Record<string, string>>> {
  const [feeds, exploitation] = await Promise.all([
    findFeeds(database.db, bases, matchedEcosystems),
    exploitationGeneration(database.db),
  ])
  const synced = feeds
    .filter(({ syncedAt }) => syncedAt !== null)
    .sort((a, b) => bases.indexOf(a.base) - bases.indexOf(b.base))
  return {
    ...Object.fromEntries(
      [...Map.groupBy(synced, ({ ecosystem }) => ecosystem)].map(([ecosystem, rows]) => [ecosystem, indexKey(rows)]),
    ),
    exploitation,
  }
}
