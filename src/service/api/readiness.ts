import type { Logger } from 'pino'
import { advisoryStates } from '../scans/advisories/state.ts'
import type { AdvisoryState } from '../../engine/advisories/sync/advisory-state.ts'
import { answerInTime, DatabaseSilentError } from '../db/answer-in-time.ts'
import type { Database } from '../db/client.ts'
import { type ExploitationFeedRow, findExploitationFeeds } from '../db/advisories/exploitation.ts'
import type { Reads, ReplicaState } from '../db/replica/reads.ts'
import { isDatabaseAway } from '../db/query-error.ts'
import type { AdvisoryDate } from '../../engine/model/advisory.ts'
import type { IsolationInForce } from '../../engine/model/isolation-in-force.ts'
import { advisoryStaleMs } from '../../engine/advisories/sync/advisory-readiness.ts'
import { type DiskSpace, megabytes } from '../../engine/sources/disk-space.ts'

/** Queued jobs that share a name, across all processes. */
interface QueuedJobs {
  readonly name: string
  readonly waiting: number
  readonly oldestWaitSeconds: number
}

export interface ReadinessContext {
  readonly db: Database
  /** Absent if the queue is not checked. */
  readonly queue?: { depths(): Promise<readonly QueuedJobs[]> }
  /** Advisory feed base URLs. */
  readonly advisoryBases: readonly string[]
  readonly log: Logger
  /** Scan isolation in this process. Absent if the process does not scan. */
  readonly isolation?: IsolationInForce
  /** Reads of this process. Absent if the process serves none. */
  readonly reads?: Pick<Reads, 'state'>
  /** Disk space for scans and the embedded database. Absent if it is not checked. */
  readonly diskRoom?: DiskSpace
  /** Returns the state of the database's backups. Absent if they are not checked. Only for the operator. */
  readonly backups?: (() => Promise<BackupReport>) | undefined
}

/** State of the database's backups. The other fields depend on what this process can see. */
interface BackupReport {
  readonly problems: readonly string[]
}

/** Freshness of one feed's data. */
interface FeedFreshness {
  /**
   * `absent`: no feed has the ecosystem. `pending`: not synced yet. `stale`: too old for a passing verdict. `failing`:
   * in use, but the last sync failed.
   */
  readonly status: 'current' | 'failing' | 'stale' | 'pending' | 'absent'
  readonly records: number
  /** Time since `syncedAt` in whole seconds. */
  readonly ageSeconds?: number
  readonly lastAttemptAt?: string
  readonly lastError?: string
}

/** Freshness of one ecosystem's advisories. */
export interface AdvisoryFreshness extends FeedFreshness, Partial<AdvisoryDate> {}

export interface Readiness {
  /**
   * True if the database and the queue respond. Old advisories do not affect readiness, because scans report their
   * advisories' age.
   */
  readonly ready: boolean
  /** Problems, as one sentence each. Empty if everything works. */
  readonly problems: readonly string[]
  readonly advisories?: Readonly<Record<string, AdvisoryFreshness>>
  /** Status of the KEV and EPSS feeds. */
  readonly exploitation?: Readonly<Record<string, FeedFreshness & { readonly syncedAt?: string }>>
  readonly isolation?: IsolationInForce
  /** State of the read replica. Absent if none is configured. */
  readonly replica?: ReplicaState
  readonly backup?: Omit<BackupReport, 'problems'>
}

/** Waiting time after which a job is considered to have no worker. Workers poll every two seconds. */
const stalledSeconds = 10 * 60

/**
 * Returns the `/readyz` response. The endpoint is public, so the response contains no addresses or names. An
 * unresponsive database counts as unreachable.
 */
export async function readinessOf(context: ReadinessContext, now = new Date()): Promise<Readiness> {
  const diskProblems = problemsOfDisk(context.diskRoom)
  const replica = context.reads?.state()
  const replicaProblems = problemsOfReplica(replica)
  try {
    const readiness = await answerInTime(askReadiness(context, now))
    const problems = [...(await diskProblems), ...replicaProblems, ...readiness.problems]
    return { ...readiness, problems, ...(replica && { replica }) }
  } catch (error) {
    if (!(error instanceof DatabaseSilentError) && !isDatabaseAway(error)) throw error
    context.log.warn({ err: error }, 'readiness check failed: database unreachable')
    const problems = ['The database cannot be reached.', ...(await diskProblems), ...replicaProblems]
    return { ready: false, problems, ...(replica && { replica }) }
  }
}

/**
 * Returns the disk problems. A full disk alone does not make a process unready, because stored data can still be read.
 */
async function problemsOfDisk(diskRoom: DiskSpace | undefined): Promise<string[]> {
  const state = await diskRoom?.look()
  if (state?.status === 'little')
    return [
      `The disk that contains the data folder has only ${megabytes(state.bytes)} MB of free space. Scans remain ` +
        'queued until more space is available.',
    ]
  if (state?.status === 'unreadable') return ['The data folder cannot be read.']
  if (state?.status === 'silent') return ['The disk that contains the data folder is not responding.']
  return []
}

/** Returns the replica's problem. It does not make a process unready, because reads use the primary. */
function problemsOfReplica(replica: ReplicaState | undefined): string[] {
  if (replica === undefined || replica.status === 'following') return []
  const reason = {
    lagging: `is ${Math.round(replica.lagMs / 1_000)} s behind`,
    unreachable: 'cannot be reached',
    'not a replica': 'does not follow another server',
  }[replica.status]
  return [`The read replica ${reason}. All reads use the primary.`]
}

async function askReadiness(
  { db, queue, advisoryBases, log, isolation, backups }: ReadinessContext,
  now: Date,
): Promise<Readiness> {
  const states = await advisoryStates({ database: { db }, bases: advisoryBases })
  const advisories = Object.fromEntries([...states].map(([ecosystem, state]) => [ecosystem, freshnessOf(state, now)]))
  const exploitation = exploitationFreshness(await findExploitationFeeds(db), now)
  const answering = await queueProblems(queue, log)
  const { problems: backupProblems = [], ...backup } = (await backups?.()) ?? {}
  const problems = [
    ...answering.problems,
    ...backupProblems,
    ...problemsOf('advisories for', advisories),
    ...problemsOf('exploitation scores from', exploitation),
  ]
  return {
    ready: answering.ready,
    problems,
    advisories,
    exploitation,
    ...(isolation && { isolation }),
    ...(backups && { backup }),
  }
}

/**
 * Returns the queue problems. Jobs without a worker do not make a process unready, because the API can still be served.
 */
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
          `Number of overdue ${name} jobs that no worker has started: ${waiting}. The oldest job has been queued for ` +
          `${Math.floor(oldestWaitSeconds / 60)} minutes.`,
      ),
    }
  } catch (error) {
    log.warn({ err: error }, 'readiness check failed: queue unreachable')
    return { ready: false, problems: ['The queue cannot be reached.'] }
  }
}

function problemsOf(what: string, feeds: Readonly<Record<string, FeedFreshness>>): string[] {
  return Object.entries(feeds).flatMap(([name, { status, ageSeconds = 0, lastError }]) => {
    // If there is no error, the first sync is still running, which is not a problem.
    if (status === 'pending' && lastError !== undefined)
      return [`The ${what} ${name} have never been synced: ${lastError}`]
    if (status === 'stale') return [`The ${what} ${name} were last synced ${Math.floor(ageSeconds / 3600)} hours ago.`]
    return status === 'failing' ? [`The last attempt to sync the ${what} ${name} failed.`] : []
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
