import { advisoryFeedLimits } from '../feed/advisory-feed-limits.ts'
import { feedAddress } from '../feed/feed-address.ts'
import { openFeedFile } from '../feed/feed-file.ts'
import { exportedAt } from '../feed/feed-moment.ts'
import { readFeedRows } from '../feed/feed-rows.ts'
import { approveChange } from './approve-change.ts'
import type { Feed, FeedChange, FeedState } from './feed-store.ts'
import type { FeedSyncContext, SyncOptions } from './sync-context.ts'

/** Result of reading `<base>/<ecosystem>/all.zip`. */
export type ExportImport =
  | { readonly export: 'imported'; readonly change: FeedChange; readonly unreadable: number }
  /** The records of this export are already stored. */
  | { readonly export: 'unchanged' }
  | { readonly export: 'missing'; readonly status: number }

/**
 * Replaces the feed's records with those in its complete export. If it throws an AdvisorySyncFailure, the records stay
 * unchanged.
 */
export async function importExport(
  sync: FeedSyncContext,
  feed: Feed,
  row: FeedState,
  { signal, onProgress, acceptRemovals = false }: SyncOptions,
): Promise<ExportImport> {
  await using answer = await openFeedFile(sync, {
    url: feedAddress(feed.base, feed.ecosystem, 'all.zip'),
    maxBytes: advisoryFeedLimits.maxExportBytes,
    etag: row.exportEtag,
    signal,
  })
  if (answer.found === 'nothing') return { export: 'missing', status: answer.status }
  if (answer.found === 'unmodified') {
    await sync.store.confirm(feed)
    return { export: 'unchanged' }
  }
  const asOf = await exportedAt(feed.base, feed.ecosystem)
  const reading = readFeedRows(answer.file, feed, { signal, onProgress, log: sync.log })
  const change = await sync.store.replace(feed, {
    exportDigest: answer.digest,
    exportEtag: answer.etag,
    ...(asOf && { asOf }),
    rows: reading.rows,
    unreadable: () => reading.unreadable.records,
    approve: (change) =>
      approveChange({
        ...change,
        unreadable: reading.unreadable.count,
        readable: reading.readable,
        acceptRemovals,
        syncCommand: sync.store.syncCommand,
      }),
  })
  if (!change) return { export: 'unchanged' }
  return { export: 'imported', change, unreadable: reading.unreadable.count }
}
