import type { Logger } from 'pino'
import type { Sql } from 'postgres'
import { answerInTime } from '../answer-in-time.ts'
import { type LogPosition, primaryPosition, replayedPosition } from './log-positions.ts'
import { createReplicaLag } from './replica-lag.ts'
import { replicaLag, replicaUsable } from '../metrics.ts'
import type { ReplicaState } from './reads.ts'

/** Observes a replica, and decides whether reads may use it. */
export interface ReplicaWatch extends AsyncDisposable {
  readonly state: ReplicaState
  /** False while the primary does not respond. */
  readonly isPrimaryUp: boolean
  /** Position that the replica has replayed at least. */
  readonly replayed: LogPosition
  /** Aborts when reads may no longer use the replica. Undefined while they may not. */
  readonly usable: AbortSignal | undefined
  /** Records a position that a read has asked for. */
  note(position: LogPosition): void
  /** Reports that a read lost its connection to the replica. Looks again at once. */
  failed(): void
}

const lookEveryMs = 500
const maxAnswerMs = 2_000

/**
 * Looks at the replica every half second, over a connection of its own. Logs each change of its status once. The timer
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
  let usable: AbortController | undefined
  let looking: Promise<void> | undefined

  function note(position: LogPosition): void {
    replayed = position > replayed ? position : replayed
    lag.replayed(replayed)
  }

  async function statusOfReplica(): Promise<ReplicaState['status']> {
    const position = await answerInTime(replayedPosition(replica), maxAnswerMs).catch(() => 'unreachable' as const)
    if (position === 'unreachable') return position
    if (position === undefined) return 'not a replica'
    note(position)
    return lag.ms(performance.now()) > maxLagMs ? 'lagging' : 'following'
  }

  async function look(): Promise<void> {
    const at = performance.now()
    const [written, status] = await Promise.all([
      answerInTime(primaryPosition(primary), maxAnswerMs).catch(() => undefined),
      statusOfReplica(),
    ])
    isPrimaryUp = written !== undefined
    if (written !== undefined) lag.written(written, at)
    lag.replayed(replayed)
    become(status)
  }

  function become(status: ReplicaState['status']): void {
    const former = state.status
    state = { status, lagMs: Math.round(lag.ms(performance.now())) }
    replicaLag.set(state.lagMs / 1_000)
    replicaUsable.set(status === 'following' ? 1 : 0)
    if (status === 'following') usable ??= new AbortController()
    else {
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
      return usable?.signal
    },
    note,
    failed: () => void lookOnce(),
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await looking
    },
  }
}
