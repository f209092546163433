import type { Ecosystem } from '../../../../engine/model/component.ts'
import type { SyncOptions } from '../../../../engine/advisories/sync/sync-context.ts'
import { type EcosystemSync, syncFeeds } from '../../../../engine/advisories/sync/sync-feeds.ts'
import { databaseFeedStore } from './database-feed-store.ts'
import type { AdvisorySync } from './sync-context.ts'

/**
 * Updates an ecosystem's advisories in the database from every configured base. Throws if the signal aborts or the
 * database is unavailable.
 */
export function syncEcosystem(
  { database, ...sync }: AdvisorySync,
  ecosystem: Ecosystem,
  options: SyncOptions,
): Promise<EcosystemSync> {
  return syncFeeds({ ...sync, store: databaseFeedStore(database) }, ecosystem, options)
}
