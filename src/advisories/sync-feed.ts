import { type AdvisoryFeedRow, endFeedAttempt, findOrAddFeed } from '../db/advisories-feeds.ts'
import { type FeedChange, analyzeAdvisories, replaceFeed } from '../db/advisories-import.ts'
import type { Ecosystem } from '../model/component.ts'
import { approveChange } from './approve-change.ts'
import { readFeedRows } from './feed-rows.ts'
import { openFeedExport } from './feed-export.ts'
import { AdvisorySyncFailure, type AdvisorySyncFailureCode } from './sync-failure.ts'
import type { AdvisorySync, SyncOptions } from './sync-context.ts'

interface Attempt {
  readonly base: string
  readonly ecosystem: Ecosystem
  readonly feedId: number
}

/** How a sync of one ecosystem of one base ended. */
export type FeedSync = Attempt &
  (
    | ({ readonly outcome: 'imported'; readonly unreadable: number } & FeedChange)
    /** The export is the one that was imported last. */
    | { readonly outcome: 'unchanged' }
    /** The base does not have the ecosystem and never had. */
    | { readonly outcome: 'missing' }
    | { readonly outcome: 'failed'; readonly code: AdvisorySyncFailureCode; readonly error: string }
  )

export async function syncFeed(sync: AdvisorySync, feed: { base: string; ecosystem: Ecosystem }, options: SyncOptions): Promise<FeedSync> {
  options.signal.throwIfAborted()
  const row = await findOrAddFeed(sync.database.db, feed)
  const attempt: Attempt = { ...feed, feedId: row.id }
  try {
    return await tryFeed(sync, attempt, row, options)
  } catch (error) {
    options.signal.throwIfAborted()
    const failure = error instanceof AdvisorySyncFailure ? error : new AdvisorySyncFailure('internal', 'The advisories could not be stored.', { cause: error })
    await endFeedAttempt(sync.database.db, row.id, failure.message)
    sync.log.warn({ ...attempt, ...logged(failure) }, 'advisory feed not synced; its last good state stays')
    return { ...attempt, outcome: 'failed', code: failure.code, error: failure.message }
  }
}

/** An expected failure is told in a line; where the fault may be ours, with the way to it. */
function logged(failure: AdvisorySyncFailure): object {
  const { code, message, cause } = failure
  if (code === 'internal') return { code, err: failure }
  return { code, reason: message, ...(cause instanceof Error && { cause: cause.message }) }
}

async function tryFeed(sync: AdvisorySync, attempt: Attempt, row: AdvisoryFeedRow, { signal, onProgress }: SyncOptions): Promise<FeedSync> {
  await using published = await openFeedExport(sync, attempt.base, attempt.ecosystem, signal)
  if (!published) return withoutExport(sync, attempt, row)

  const reading = readFeedRows(published.file, attempt, { signal, onProgress, log: sync.log })
  const change = await replaceFeed(sync.database.sql, {
    feedId: attempt.feedId,
    exportDigest: published.digest,
    rows: reading.rows,
    unreadable: () => reading.unreadable,
    approve: (change) => approveChange({ ...change, unreadable: reading.unreadable, readable: reading.readable }),
  })
  if (!change) return { ...attempt, outcome: 'unchanged' }
  if (change.added + change.changed + change.removed > change.before / 10) await analyzeAdvisories(sync.database.sql)
  const { unreadable } = reading
  sync.log.info({ ...attempt, ...change, unreadable }, 'advisory feed synced')
  return { ...attempt, outcome: 'imported', ...change, unreadable }
}

async function withoutExport(sync: AdvisorySync, attempt: Attempt, row: AdvisoryFeedRow): Promise<FeedSync> {
  if (row.syncedAt) throw new AdvisorySyncFailure('missing', `The advisory feed had ${attempt.ecosystem} before and has it no more.`)
  await endFeedAttempt(sync.database.db, attempt.feedId, null)
  return { ...attempt, outcome: 'missing' }
}
