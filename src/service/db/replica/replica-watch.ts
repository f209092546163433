import type { Logger } from 'pino'
import type { Sql } from 'postgres'
import { answerInTime } from '../answer-in-time.ts'
import { clusterIdentifier, type LogPosition, primaryPosition, replayedPosition } from './log-positions.ts'
import { createReplicaLag } from './replica-lag.ts'
import { replicaLag, replicaUsable } from '../metrics.ts'
import type { ReplicaState } from './reads.ts'

/** Observes a replica, and decides whether reads may use it. */
export interface ReplicaWatch extends AsyncDisposable {
  readonly state: ReplicaState
  /** False while the primary does not respond. */
  readonly isPrimaryUp: boolean
  /** Position that the replica reported last. */
  readonly replayed: LogPosition
  /** Aborts when reads may no longer use the replica. Undefined while they may not. */
  readonly usable: AbortSignal | undefined
  /** Records a position that a read has asked for. */
  note(position: LogPosition): void
  /** Reports that a read could not connect to the replica, or lost its connection. Other reads avoid it for a while. */
  failed(): void
}

interface ServerState {
  readonly position: LogPosition
  /** Undefined if the server does not report it. */
  readonly cluster: string | undefined
}

const lookEveryMs = 500
const maxAnswerMs = 2_000

/** Time for which reads avoid a replica after a failed connection, unless it becomes unreachable and returns. */
const avoidMs = 3_000

/**
 * Looks at the replica every half second, over connections of its own. Logs each change of its status once. The timer
 * does not keep the process alive.
 */
export function watchReplica({
  primary,
  replica,
  maxLagMs,
  log,
}: {
  readonly primary: Sql
  readonly replica: Sql
  readonly maxLagMs: number
  readonly log: Pick<Logger, 'info' | 'warn'>
}): ReplicaWatch {
  const lag = createReplicaLag()
  let state: ReplicaState = { status: 'unreachable', lagMs: 0 }
  let isPrimaryUp = true
  let isFirst = true
  let replayed: LogPosition = -1n
  /** Cluster of the primary. Known also while the primary is down. */
  let cluster: string | undefined
  let usable: AbortController | undefined
  let avoidUntil = 0
  let looking: Promise<void> | undefined

  function note(position: LogPosition): void {
    // May decrease: another replica can run at the same address later.
    replayed = position
    lag.replayed(position)
  }

  /** Asks the replica first: what it has replayed by then, its primary has flushed before. */
  async function look(): Promise<void> {
    const found = await answerInTime(askReplica(), maxAnswerMs).catch(() => 'unreachable' as const)
    // Reads in progress are repeated now, and do not wait for the primary.
    if (typeof found === 'string') become(found)
    else note(found.position)
    const at = performance.now()
    const server = await answerInTime(askPrimary(), maxAnswerMs).catch(() => undefined)
    isPrimaryUp = server !== undefined
    if (server) {
      lag.written(server.position, at)
      cluster = server.cluster ?? cluster
    }
    if (typeof found !== 'string') become(isReplicaOf(server, found) ? progress() : 'not a replica')
  }

  async function askPrimary(): Promise<ServerState> {
    const [position, identifier] = await Promise.all([primaryPosition(primary), clusterIdentifier(primary)])
    return { position, cluster: identifier }
  }

  async function askReplica(): Promise<ServerState | 'not a replica'> {
    const [position, identifier] = await Promise.all([replayedPosition(replica), clusterIdentifier(replica)])
    return position === undefined ? 'not a replica' : { position, cluster: identifier }
  }

  /** Reports false for a replica of another cluster, or of a former primary whose log the present one does not have. */
  function isReplicaOf(server: ServerState | undefined, found: ServerState): boolean {
    if (cluster !== undefined && found.cluster !== undefined && found.cluster !== cluster) return false
    return !server || found.position <= server.position
  }

  /** A replica that lagged must catch up to half the limit. Otherwise, its status would alternate at the limit. */
  function progress(): ReplicaState['status'] {
    const limitMs = state.status === 'lagging' ? maxLagMs / 2 : maxLagMs
    return lag.ms(performance.now()) > limitMs ? 'lagging' : 'following'
  }

  function become(status: ReplicaState['status']): void {
    const former = state.status
    state = { status, lagMs: Math.round(lag.ms(performance.now())) }
    replicaLag.set(state.lagMs / 1_000)
    replicaUsable.set(status === 'following' ? 1 : 0)
    if (status === 'following') usable ??= new AbortController()
    else {
      avoidUntil = 0
      usable?.abort(new Error(`the replica is ${status}`))
      usable = undefined
    }
    if (status === former && !isFirst) return
    isFirst = false
    const fields = { status, lagMs: state.lagMs }
    if (status === 'following') log.info(fields, 'reads use the replica')
    else log.warn(fields, 'reads use the primary: replica not usable')
  }

  const lookOnce = () => (looking ??= look().finally(() => (looking = undefined)))
  const timer = setInterval(() => void lookOnce(), lookEveryMs)
  timer.unref()
  void lookOnce()
  return {
    get state() {
      return state
    },
    get isPrimaryUp() {
      return isPrimaryUp
    },
    get replayed() {
      return replayed
    },
    get usable() {
      return performance.now() < avoidUntil ? undefined : usable?.signal
    },
    note,
    failed() {
      avoidUntil = performance.now() + avoidMs
      void lookOnce()
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await looking
    },
  }
}
