import { findFeeds } from '../../db/advisories/feeds.ts'
import { exploitationGeneration } from '../../db/advisories/exploitation.ts'
import { Ecosystem } from '../../../engine/model/component.ts'
import { indexKey } from './database-advisory-index.ts'
import type { AdvisoryFeeds } from './state.ts'

/**
 * What the advisories are now, by ecosystem, and under `exploitation` what is known of their use: equal
 * texts stand for equal contents. An ecosystem that was never synced is absent.
 */
export async function advisoryGenerations({
  database,
  bases,
}: AdvisoryFeeds): Promise<Readonly<Record<string, string>>> {
  const [feeds, exploitation] = await Promise.all([
    findFeeds(database.db, bases, Ecosystem.options),
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
