import { setTimeout as pause } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import type { Logger } from 'pino'
import postgres from 'postgres'
import { answerInTime } from '../answer-in-time.ts'
import { batchLoader } from '../batch-loader.ts'
import { type DatabaseClient, openDatabase } from '../client.ts'
import { isDatabaseAway } from '../query-error.ts'
import { type LogPosition, primaryPosition, replayedPosition } from './log-positions.ts'
import type { ReadDemand, Reads } from './reads.ts'
import { NoPrimaryError } from '../hosts/primary-locator.ts'
import { replicaReads } from '../metrics.ts'
import { maxPauseMs, openStateConnection } from './state-connection.ts'
import { watchReplica } from './replica-watch.ts'
import { registerReplica } from './primary-of-replica.ts'

/** Time that a read waits for the replica to replay the primary's position. After that, it uses the primary. */
const maxWaitMs = 30
const pollMs = 2

/** Time that a read waits for the position of the primary. */
const maxSilenceMs = 2_000

/**
 * The same while the primary does not respond. Long enough for the attempt to connect that may be in progress, and for
 * the next one. Each has a pause, and one more if it looks for the primary among several hosts.
 */
const maxOutageWaitMs = 5 * maxPauseMs

export interface ReplicaOptions {
  readonly url: string
  /** URL of the primary, for the connection that asks for its position. */
  readonly primaryUrl: string
  /** True if this URL leads to a connection pooler, which can refuse connections while the primary accepts changes. */
  readonly isPrimaryPooled?: boolean
  readonly maxConnections: number
  /** Lag above which reads use the primary, in milliseconds. */
  readonly maxLagMs: number
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/**
 * Opens reads that use a replica while it follows the primary.
 *
 * A read that must be current asks the primary for its log position, and uses the replica once the replica has replayed
 * it. So the caller sees its own changes and all that it has heard of, whichever process or worker made them, and no
 * cookie or header has to carry a position. Concurrent reads share one request for the position. While no server
 * accepts changes, the replica serves these reads too.
 */
export function openReplicaReads(primary: DatabaseClient, options: ReplicaOptions): Reads & AsyncDisposable {
  const pool = openDatabase(options.url, { maxConnections: options.maxConnections, applicationName: 'assay read' })
  const onReplica = openStateConnection(options.url)
  const onPrimary = openStateConnection(options.primaryUrl)
  registerReplica(pool.db, primary.db)
  const watch = watchReplica({ ...options, primary: onPrimary.sql, replica: onReplica.sql })
  const askPrimary = shared(() => primaryPosition(onPrimary.sql))
  const askReplica = shared(() => replayedPosition(onReplica.sql))

  /** Reports whether the replica has replayed everything that was committed before the call. */
  async function isCaughtUp(usable: AbortSignal): Promise<boolean> {
    let position: LogPosition
    try {
      const maxMs = watch.isPrimaryUp ? maxSilenceMs : maxOutageWaitMs
      position = await unlessAborted(answerInTime(askPrimary(), maxMs), usable)
    } catch (error) {
      // A primary that is slow or fails otherwise may still accept changes. It answers the read itself.
      return !usable.aborted && !options.isPrimaryPooled && isPrimaryDown(error)
    }
    for (const end = performance.now() + maxWaitMs; ; await pause(pollMs)) {
      if (watch.replayed >= position) return true
      if (performance.now() >= end) return false
      const replayed = await unlessAborted(askReplica(), usable).catch(() => undefined)
      if (replayed === undefined) return false
      watch.note(replayed)
    }
  }

  async function usableReplica({ isCurrent }: ReadDemand): Promise<AbortSignal | undefined> {
    const { usable } = watch
    if (!usable) {
      replicaReads.inc({ server: 'primary', reason: 'unusable' })
      return undefined
    }
    if (!isCurrent || (await isCaughtUp(usable))) return usable
    replicaReads.inc({ server: 'primary', reason: 'behind' })
    return undefined
  }

  return {
    state: () => watch.state,
    async read(demand, run) {
      const usable = await usableReplica(demand)
      if (!usable) return run(primary.db)
      try {
        const result = await unlessAborted(run(pool.db), usable)
        replicaReads.inc({ server: 'replica', reason: '' })
        return result
      } catch (error) {
        if (!usable.aborted && !isOfServer(error)) throw error
        if (isLost(error)) watch.failed()
        replicaReads.inc({ server: 'primary', reason: 'failed' })
        return run(primary.db)
      }
    },
    async [Symbol.asyncDispose]() {
      await watch[Symbol.asyncDispose]()
      await Promise.all([pool, onReplica, onPrimary].map((part) => part[Symbol.asyncDispose]()))
    },
  }
}

/** Returns a function whose concurrent callers share one request that is sent after all of them asked. */
function shared<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  const load = batchLoader<undefined, Answer>(
    async (askers) => {
      const answer = await ask()
      return askers.map(() => answer)
    },
    { most: 10_000 },
  )
  return () => load(undefined)
}

/** Returns the result, or rejects as soon as the replica is no longer usable. */
async function unlessAborted<Result>(result: Promise<Result>, usable: AbortSignal): Promise<Result> {
  if (usable.aborted) {
    result.catch(() => {})
    throw usable.reason
  }
  const { promise: lost, reject } = Promise.withResolvers<never>()
  const abort = () => reject(usable.reason)
  usable.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([result, lost])
  } finally {
    usable.removeEventListener('abort', abort)
  }
}

/** Reports whether an error proves that no server accepts changes. */
function isPrimaryDown(error: unknown): boolean {
  if (error instanceof NoPrimaryError) return error.isCertain
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
}

/**
 * Reports whether an error of the database, and not the read itself, may be the reason. The replica can lack a column
 * during an upgrade, cancel a query that conflicts with a change to replay, or reject the password. The classes 21, 22,
 * and 23 concern values, and 57014 is a canceled query.
 */
function isOfServer(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  if (cause instanceof postgres.PostgresError) return !/^(?:2[123]|57014)/.test(cause.code)
  return isLost(error)
}

/** Reports whether a server could not be reached, closed its connection, or accepts no more of them. */
function isLost(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  if (cause instanceof postgres.PostgresError) return /^(?:08|28|53|57P)/.test(cause.code)
  return isDatabaseAway(error) || (cause instanceof Error && 'syscall' in cause)
}
