import type { Logger } from 'pino'
import { advisoryStates, type AdvisoryState } from '../advisories/state.ts'
import { answerInTime, DatabaseSilentError } from '../db/answer-in-time.ts'
import type { Database } from '../db/client.ts'
import { type ExploitationFeedRow, findExploitationFeeds } from '../db/advisories/exploitation.ts'
import { isDatabaseAway } from '../db/query-error.ts'
import type { AdvisoryDate } from '../../engine/model/advisory.ts'
import type { IsolationInForce } from '../../engine/model/isolation-in-force.ts'
import type { Queue } from '../queue/queue.ts'
import { advisoryStaleMs } from '../scans/await-advisories.ts'
import { type DiskSpace, megabytes } from '../../engine/sources/disk-space.ts'

export interface ReadinessContext {
  readonly db: Database
  /** Absent: it is not looked at. */
  readonly queue?: Pick<Queue, 'depths'>
  /** Bases of the advisory feeds. */
  readonly advisoryBases: readonly string[]
  readonly log: Logger
  /** How scans of this process are kept from harm; absent where it scans nothing. */
  readonly isolation?: IsolationInForce
  /** Where scans, and the embedded database, write; absent: it is not looked at. */
  readonly diskRoom?: DiskSpace
}

/** How fresh what is read from feeds is. */
interface FeedFreshness {
  /**
   * `absent`: no feed has the ecosystem. `pending`: not synced yet. `stale`: too old to be ground for
   * a pass. `failing`: they serve, and the last attempt to sync them failed.
   */
  readonly status: 'current' | 'failing' | 'stale' | 'pending' | 'absent'
  readonly records: number
  /** Since `syncedAt`, in whole seconds. */
  readonly ageSeconds?: number
  readonly lastAttemptAt?: string
  readonly lastError?: string
}

/** How fresh an ecosystem's advisories are. */
export interface AdvisoryFreshness extends FeedFreshness, Partial<AdvisoryDate> {}

export interface Readiness {
  /** The database and the queue answer. Old advisories do not make a service unready: scans name their age. */
  readonly ready: boolean
  /** What is wrong, a sentence each; empty when nothing is. */
  readonly problems: readonly string[]
  readonly advisories?: Readonly<Record<string, AdvisoryFreshness>>
  /** KEV and EPSS. */
  readonly exploitation?: Readonly<Record<string, FeedFreshness & { readonly syncedAt?: string }>>
  readonly isolation?: IsolationInForce
}

/** A job that waits so long waits for nobody: workers look every two seconds. */
const stalledSeconds = 10 * 60

/**
 * What `/readyz` says. Open to everybody: no addresses, no names. A database that hangs is one that cannot be reached.
 */
export async function readinessOf(context: ReadinessContext, now = new Date()): Promise<Readiness> {
  const diskProblems = problemsOfDisk(context.diskRoom)
  try {
    const readiness = await answerInTime(askReadiness(context, now))
    return { ...readiness, problems: [...(await diskProblems), ...readiness.problems] }
  } catch (error) {
    if (!(error instanceof DatabaseSilentError) && !isDatabaseAway(error)) throw error
    context.log.warn({ err: error }, 'not ready: the database cannot be reached')
    return { ready: false, problems: ['The database cannot be reached.', ...(await diskProblems)] }
  }
}

/** A full disk does not make a process unready by itself: what is stored can be read. */
async function problemsOfDisk(diskRoom: DiskSpace | undefined): Promise<string[]> {
  const state = await diskRoom?.look()
  if (state?.status === 'little')
    return [
      `The disk of the data folder is nearly full: ${megabytes(state.bytes)} MB are left. Scans wait until ` +
        'there is room.',
    ]
  if (state?.status === 'unreadable') return ['The data folder cannot be looked at.']
  if (state?.status === 'silent') return ['The disk of the data folder does not answer.']
  return []
}

async function askReadiness(
  { db, queue, advisoryBases, log, isolation }: ReadinessContext,
  now: Date,
): Promise<Readiness> {
  const states = await advisoryStates({ database: { db }, bases: advisoryBases })
  const advisories = Object.fromEntries([...states].map(([ecosystem, state]) => [ecosystem, freshnessOf(state, now)]))
  const exploitation = exploitationFreshness(await findExploitationFeeds(db), now)
  const answering = await queueProblems(queue, log)
  const problems = [
    ...answering.problems,
    ...problemsOf('advisories of', advisories),
    ...problemsOf('scores of exploitation,', exploitation),
  ]
  return { ready: answering.ready, problems, advisories, exploitation, ...(isolation && { isolation }) }
}

/** Jobs that nobody takes up do not make a process unready: that no worker runs is no reason to serve nothing. */
async function queueProblems(
  queue: ReadinessContext['queue'],
  log: Logger,
): Promise<{ ready: boolean; problems: string[] }> {
  if (!queue) return { ready: true, problems: [] }
  try {
    const stalled = (await queue.depths()).filter(({ oldestWaitSeconds }) => oldestWaitSeconds > stalledSeconds)
    return {
      ready: true,
      problems: stalled.map(
        ({ name, waiting, oldestWaitSeconds }) =>
          `The queue has ${waiting} due jobs ${name} that nobody takes up, the oldest for ` +
          `${Math.floor(oldestWaitSeconds / 60)} minutes.`,
      ),
    }
  } catch (error) {
    log.warn({ err: error }, 'not ready: the queue cannot be asked')
    return { ready: false, problems: ['The queue cannot be asked.'] }
  }
}

function problemsOf(what: string, feeds: Readonly<Record<string, FeedFreshness>>): string[] {
  return Object.entries(feeds).flatMap(([name, { status, ageSeconds = 0, lastError }]) => {
    // Without an error the first sync has not ended yet, which is no problem.
    if (status === 'pending' && lastError !== undefined) return [`The ${what} ${name} were never synced: ${lastError}`]
    if (status === 'stale') return [`The ${what} ${name} are ${Math.floor(ageSeconds / 3600)} hours old.`]
    return status === 'failing' ? [`The ${what} ${name} could not be synced at the last attempt.`] : []
  })
}

function exploitationFreshness(
  feeds: readonly ExploitationFeedRow[],
  now: Date,
): Record<string, FeedFreshness & { readonly syncedAt?: string }> {
  return Object.fromEntries(
    (['kev', 'epss'] as const).map((id) => {
      const feed = feeds.find((row) => row.id === id)
      const date = feed?.syncedAt ? { syncedAt: feed.syncedAt.toISOString() } : undefined
      return [
        id,
        freshnessOf(
          {
            date,
            complete: false,
            records: feed?.records ?? 0,
            lastAttemptAt: feed?.lastAttemptAt ?? undefined,
            lastError: feed?.lastError ?? undefined,
          },
          now,
        ),
      ]
    }),
  )
}

function freshnessOf(
  { date, complete, records, lastAttemptAt, lastError }: AdvisoryState,
  now: Date,
): FeedFreshness & Partial<AdvisoryDate> {
  const ageMs = date && Math.max(0, now.getTime() - Date.parse(date.syncedAt))
  return {
    status:
      ageMs === undefined
        ? complete
          ? 'absent'
          : 'pending'
        : ageMs > advisoryStaleMs
          ? 'stale'
          : lastError === undefined
            ? 'current'
            : 'failing',
    records,
    ...date,
    ...(ageMs !== undefined && { ageSeconds: Math.floor(ageMs / 1000) }),
    ...(lastAttemptAt && { lastAttemptAt: lastAttemptAt.toISOString() }),
    ...(lastError !== undefined && { lastError }),
  }
}
