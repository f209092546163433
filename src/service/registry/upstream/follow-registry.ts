import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../../db/client.ts'
import {
  beginWalk,
  endWalkUnfinished,
  listRegistryFeeds,
  moveWalk,
  noteWalkFailure,
  openRegistryFeed,
  type RegistryFeedRow,
} from '../../db/registry/feeds.ts'
import { addIntake, type NewIntake } from '../../db/registry/intake.ts'
import {
  followDeletions,
  type NewPublication,
  storePublications,
  tiePublications,
} from '../../db/registry/publications.ts'
import { upstreamLimits } from './upstream-limits.ts'
import type { Network } from '../../../engine/net/network.ts'
import { fetchPage, UpstreamFailure } from './fetch-page.ts'
import type { Publication, PublicationPage } from './publication.ts'
import { placesOf } from './places.ts'
import { intakeOfPublication } from './published-sources.ts'

export interface FollowContext {
  readonly db: Database
  readonly network: Network
  /** Base URL of the followed registry, without a trailing slash. */
  readonly base: string
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** If undefined, the run reads everything and requests a scan of every version. */
  readonly pacing?: Pacing
}

/** Determines how much a run reads, and which scans it requests. */
export interface Pacing {
  /** Key under which the position is stored separately. Defaults to the base URL. */
  readonly position?: string
  /** Reports whether to store a publication. A later walk requests scans only for publications that were not stored. */
  stores(publication: Publication): boolean
  /** Returns the number of records on the next page, or 0 to pause the walk. */
  nextPageRecords(): number
  /** Returns the scan requests for a new or changed publication. */
  requestsFor(publication: Publication, now: Date): readonly NewIntake[]
  /** Called after each stored page with the number of new scan requests. */
  onPage(queued: number): void
}

const unlimited: Pacing = {
  stores: () => true,
  nextPageRecords: () => upstreamLimits.maxPageRecords,
  requestsFor: intakeOfPublication,
  onPage: () => {},
}

const hourMs = 60 * 60_000

/**
 * Returns an hourly schedule with a minute that is specific to the installation, to spread the requests from all
 * installations.
 */
export function followCron(installation: Buffer): string {
  return `${createHash('sha256').update('follow').update(installation).digest().readUInt32BE(0) % 60} * * * *`
}

/** Reports whether a walk is unfinished, or the last attempt is older than an hour. */
export async function isFollowDue(db: Database, base: string, now: Date): Promise<boolean> {
  const feed = (await listRegistryFeeds(db)).find((one) => one.base === base)
  return !feed?.lastAttemptAt || feed.walkStartedAt !== null || now.getTime() - feed.lastAttemptAt.getTime() > hourMs
}

/** Result of one run. */
export interface FollowOutcome {
  /** `paused`: the next run continues the walk. */
  readonly outcome: 'complete' | 'paused' | 'failed'
  readonly pages: number
  /** Number of new or changed publications. */
  readonly changed: number
  readonly error?: string
}

/**
 * Job handler: reads an MCP registry's publications. The first walk reads all of them; later walks read those updated
 * since shortly before the last walk started. Each page and the next position are stored in one transaction, so an
 * interrupted job neither loses nor repeats records. An unreadable page stops the walk with an UpstreamFailure, and
 * unreadable records are skipped.
 */
export async function followRegistry(
  context: FollowContext,
  { now, signal }: { now: () => Date; signal: AbortSignal },
): Promise<FollowOutcome> {
  const { db, base, log, pacing = unlimited } = context
  let [pages, changed] = [0, 0]
  const position = pacing.position ?? base
  const seen = new Set<string>()
  // Publications reference the row of their registry.
  if (position !== base) await openRegistryFeed(db, base)
  try {
    for (;;) {
      signal.throwIfAborted()
      const feed = await walkOf(db, position, now())
      const records = pacing.nextPageRecords()
      if (records <= 0 || pages >= upstreamLimits.maxPagesPerRun) return { outcome: 'paused', pages, changed }
      if (feed.walkedPages >= upstreamLimits.maxPages)
        throw new UpstreamFailure('endless', `The server list has more than ${upstreamLimits.maxPages} pages.`)
      const page = await fetchPage(context.network, { ...feed, base, records }, { now: now(), signal })
      if (page.nextCursor !== undefined && (page.nextCursor === feed.cursor || seen.has(page.nextCursor)))
        throw new UpstreamFailure('endless', 'The cursors of the server list form a loop.')
      if (page.nextCursor !== undefined) seen.add(page.nextCursor)
      const stored = await db.transaction((tx) => storePage(tx, base, feed, page, pacing, now()))
      // Another process has already stored this page.
      if (stored === undefined) return { outcome: 'paused', pages, changed }
      pages += 1
      changed += stored.changed
      pacing.onPage(stored.queued)
      if (page.skipped.length > 0)
        log.warn(
          { base, skipped: page.skipped.slice(0, upstreamLimits.maxSkippedNamed) },
          'upstream registry records not parsed',
        )
      if (page.nextCursor === undefined) break
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof UpstreamFailure)) throw error
    const message = `${error.problem}: ${error.message}`
    await noteWalkFailure(db, position, { error: message, now: now() })
    // This position will never return another page. The next walk starts where the last complete one ended.
    if (error.problem === 'endless' || error.problem === 'refused') await endWalkUnfinished(db, position)
    log.warn(
      { base, problem: error.problem, reason: error.message, pages },
      'upstream registry read incompletely, stored records kept',
    )
    return { outcome: 'failed', pages, changed, error: message }
  }
  log.info({ base, pages, changed }, 'upstream registry read')
  return { outcome: 'complete', pages, changed }
}

/** Returns the unfinished walk, or starts a new one. */
async function walkOf(db: Database, position: string, now: Date): Promise<RegistryFeedRow> {
  const feed = await openRegistryFeed(db, position)
  if (feed.walkStartedAt !== null) return feed
  const since = feed.completedFrom && new Date(feed.completedFrom.getTime() - upstreamLimits.overlapMs)
  await beginWalk(db, position, { since, now })
  return openRegistryFeed(db, position)
}

/**
 * Stores a page and returns the number of new or changed publications and of new scan requests. Returns undefined, and
 * stores nothing, if another process has moved the position.
 */
async function storePage(
  tx: Database,
  base: string,
  feed: RegistryFeedRow,
  { publications: listed, skipped, nextCursor }: PublicationPage,
  { stores, requestsFor }: Pacing,
  now: Date,
): Promise<{ readonly changed: number; readonly queued: number } | undefined> {
  const publications = listed.filter((publication) => stores(publication))
  const named = [...feed.skipped, ...skipped].slice(0, upstreamLimits.maxSkippedNamed)
  if (!(await moveWalk(tx, feed, { cursor: nextCursor, skipped: named }, now))) return undefined
  const changed = await storePublications(
    tx,
    publications.map((publication) => rowOf(base, publication)),
    now,
  )
  const isChanged = ({ server }: Publication) => changed.has(`${server.name} ${server.version}`)
  const queued = await addIntake(
    tx,
    publications.filter(isChanged).flatMap((publication) => requestsFor(publication, now)),
  )
  await followDeletions(
    tx,
    await tiePublications(tx, base, [...new Set(publications.filter(isChanged).map(({ server }) => server.name))]),
    now,
  )
  return { changed: changed.size, queued }
}

function rowOf(
  base: string,
  { server, document, status, isLatest, publishedAt, updatedAt }: Publication,
): NewPublication {
  return {
    base,
    name: server.name,
    version: server.version,
    document,
    status,
    isLatest,
    publishedAt,
    updatedAt,
    places: placesOf(server),
  }
}
