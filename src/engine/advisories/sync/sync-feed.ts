import { publishedEcosystems } from '../feed/published-ecosystems.ts'
import { AdvisorySyncFailure, type AdvisorySyncFailureCode } from '../feed/sync-failure.ts'
import { followListing, type ListingFollowed } from './follow-listing.ts'
import { importExport } from './import-export.ts'
import { isExportDue } from './is-export-due.ts'
import type { Feed, FeedChange, FeedState } from './feed-store.ts'
import type { FeedSyncContext, SyncOptions } from './sync-context.ts'

/** Result of syncing one ecosystem from one base. */
export type FeedSync = Feed & { readonly durationMs: number } & FeedOutcome

type FeedOutcome =
  /** The complete export was imported, and then the newer records in the listing. */
  | ({ readonly outcome: 'imported'; readonly unreadable: number } & FeedChange)
  /** Individual records were updated to match the listing. */
  | ({ readonly outcome: 'updated'; readonly unreadable: number } & FeedChange)
  /** The feed has not changed since the last sync. */
  | { readonly outcome: 'unchanged' }
  /** The base does not provide the ecosystem and never did. */
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'failed'; readonly code: AdvisorySyncFailureCode; readonly error: string }

/** Updates one feed to its published state. If this fails, returns the reason and keeps the previous data. */
export async function syncFeed(sync: FeedSyncContext, feed: Feed, options: SyncOptions): Promise<FeedSync> {
  options.signal.throwIfAborted()
  const startedAt = performance.now()
  try {
    const outcome = await sync.store.withLock(feed, options.signal, (signal) =>
      trySync(sync, feed, { ...options, signal }),
    )
    const synced = { ...feed, ...outcome, durationMs: since(startedAt) }
    sync.log.info(synced, 'advisory feed synced')
    return synced
  } catch (error) {
    options.signal.throwIfAborted()
    const failure =
      error instanceof AdvisorySyncFailure
        ? error
        : new AdvisorySyncFailure('internal', 'The advisories could not be stored.', { cause: error })
    await sync.store.endAttempt(feed, failure.message)
    sync.log.warn({ ...feed, ...logged(failure) }, 'advisory feed not synced; the last good data is kept')
    return { ...feed, outcome: 'failed', code: failure.code, error: failure.message, durationMs: since(startedAt) }
  }
}

const since = (startedAt: number) => Math.round(performance.now() - startedAt)

/**
 * Returns the fields to log. An expected failure takes one line. If a bug in Assay is possible, the stack is included.
 */
function logged(failure: AdvisorySyncFailure): object {
  const { code, message, cause } = failure
  if (code === 'internal') return { code, err: failure }
  return { code, reason: message, ...(cause instanceof Error && { cause: cause.message }) }
}

async function trySync(sync: FeedSyncContext, feed: Feed, options: SyncOptions): Promise<FeedOutcome> {
  const row = await sync.store.find(feed)
  const { freshSince } = options
  if (freshSince && row.syncedAt && row.syncedAt > freshSince && row.lastError === null) return { outcome: 'unchanged' }
  if (!isExportDue(row, new Date())) {
    const followed = await followListing(sync, feed, row, { ...options, mustFollow: false })
    if (followed.listing === 'followed')
      return { outcome: 'updated', unreadable: followed.unreadable, ...followed.change }
    if (followed.listing === 'unchanged') return { outcome: 'unchanged' }
  }
  return syncWhole(sync, feed, row, options)
}

async function syncWhole(
  sync: FeedSyncContext,
  feed: Feed,
  row: FeedState,
  options: SyncOptions,
): Promise<FeedOutcome> {
  const imported = await importExport(sync, feed, row, options)
  if (imported.export === 'missing') return withoutExport(sync, feed, row, imported.status, options.signal)
  const followed = await followAfterExport(sync, feed, options)
  const changes = [
    ...(imported.export === 'imported' ? [imported] : []),
    ...(followed?.listing === 'followed' ? [followed] : []),
  ]
  const [first] = changes
  if (!first) return { outcome: 'unchanged' }
  const sum = (count: keyof FeedChange) => changes.reduce((total, { change }) => total + change[count], 0)
  return {
    outcome: imported.export === 'imported' ? 'imported' : 'updated',
    before: first.change.before,
    added: sum('added'),
    changed: sum('changed'),
    removed: sum('removed'),
    unreadable: changes.reduce((total, { unreadable }) => total + unreadable, 0),
  }
}

/**
 * Fetches records that are newer in the listing than in the export. The export is a complete state, so listing errors
 * are left to the next sync.
 */
async function followAfterExport(
  sync: FeedSyncContext,
  feed: Feed,
  options: SyncOptions,
): Promise<ListingFollowed | undefined> {
  // Files in a local folder do not change during a sync, and the folder often contains no individual records.
  if (feed.base.startsWith('file:')) return undefined
  try {
    return await followListing(sync, feed, await sync.store.find(feed), {
      ...options,
      mustFollow: true,
    })
  } catch (error) {
    if (!(error instanceof AdvisorySyncFailure)) throw error
    sync.log.warn({ ...feed, ...logged(error) }, 'advisory listing not read after the export')
    return undefined
  }
}

/**
 * Handles a base without the export. Its `ecosystems.txt`, or else its previous state, shows whether the ecosystem is
 * missing or the base is broken.
 */
async function withoutExport(
  sync: FeedSyncContext,
  feed: Feed,
  row: FeedState,
  status: number,
  signal: AbortSignal,
): Promise<FeedOutcome> {
  const { base, ecosystem } = feed
  const published = await publishedEcosystems(sync, base, signal)
  if (published?.has(ecosystem))
    throw new AdvisorySyncFailure(
      'missing',
      `The advisory feed lists ${ecosystem} in its ecosystems.txt, but does not provide its export (status ${status}).`,
    )
  if (row.syncedAt) throw new AdvisorySyncFailure('missing', `The advisory feed no longer has ${ecosystem}.`)
  if (!published && !base.startsWith('file:') && (status === 403 || !(await sync.store.hasSynced(base)))) {
    throw new AdvisorySyncFailure(
      'unreachable',
      `The advisory feed returned status ${status}, and has no ecosystems.txt that shows whether ` +
        `it has ${ecosystem}. Check its URL.`,
    )
  }
  await sync.store.endAttempt(feed, null)
  return { outcome: 'missing' }
}
