import { availableParallelism } from 'node:os'
import type { Log } from '../model/log.ts'
import { type Confinement, probeConfinement } from './confinement.ts'
import type { IsolatedWork, IsolationPool } from './isolation.ts'
import { isolationLimits, type IsolationLimits } from './isolation-limits.ts'
import { openWork } from './isolated-work.ts'
import { createReusableChild, type ReusableChild } from './reusable-child.ts'
import type { Child } from './child-question.ts'
import type { ChildSetup } from './spawn-child.ts'
import { startChild } from './start-child.ts'
import { createTurns } from './turns.ts'
import type { WorkClock } from './work-clock.ts'

/** Configuration of a pool. */
export interface IsolationPoolOptions {
  /**
   * A module that exports `tasks` of the type IsolatedTasks. Child processes load it, and may read files next to it.
   */
  readonly tasks: URL
  readonly log: Log
  /** Concurrent child processes for all scans. Defaults to one per core, and at most `limits.children`. */
  readonly children?: number
  readonly limits?: IsolationLimits
  /** Determined by trying by default. */
  readonly confinement?: Confinement
}

interface OpenOptions {
  readonly bounds: Partial<IsolationLimits> | undefined
  readonly kept?: ReusableChild
  readonly clocks: readonly WorkClock[]
}

const presentOf = (...clocks: readonly (WorkClock | undefined)[]): WorkClock[] =>
  clocks.filter((clock) => clock !== undefined)

/** Child processes for all scans of this process. Starts no process before it is warmed up or has work. */
export function createIsolationPool({
  tasks,
  log,
  limits = isolationLimits,
  children = Math.min(availableParallelism(), limits.maxChildren),
  confinement: given,
}: IsolationPoolOptions): IsolationPool {
  let setup: ChildSetup | undefined
  const turns = createTurns({ count: children, turnMs: limits.turnMs })
  const closing = new AbortController()
  const works = new Set<AsyncDisposable>()
  const keptChildren = new Set<ReusableChild>()
  let spare: { readonly child: Child; readonly idle: NodeJS.Timeout } | undefined

  /** Probes the machine with the first child, because a scan that reuses a report starts none. */
  function setupOf(): ChildSetup {
    if (setup) return setup
    const confinement = given ?? probeConfinement(limits)
    log.debug({ children, ...confinement.inForce }, 'isolation in force')
    setup = { tasks, confinement, limits }
    return setup
  }

  function takeSpare(): Child | undefined {
    const child = spare?.child
    clearTimeout(spare?.idle)
    spare = undefined
    return child?.isSpent ? undefined : child
  }

  function open(signal: AbortSignal, { bounds, kept, clocks }: OpenOptions): IsolatedWork {
    const own = { ...limits, ...bounds }
    const takeChild = (task: string) => {
      if (bounds) return startChild({ ...setupOf(), limits: own, onlyTask: task })
      // A ready child was started with the limits of the pool.
      const isFirst = kept?.isFirst === true
      return kept?.take() ?? takeSpare() ?? startChild({ ...setupOf(), ...(!isFirst && { onlyTask: task }) })
    }
    const keepChild = (child: Child) => !bounds && !closing.signal.aborted && kept?.keep(child) === true
    const work = openWork(
      { children, turns, clocks, limits: own, takeChild, keepChild },
      AbortSignal.any([signal, closing.signal]),
    )
    works.add(work)
    return {
      run: work.run,
      get computedMs() {
        return work.computedMs
      },
      async [Symbol.asyncDispose]() {
        works.delete(work)
        await work[Symbol.asyncDispose]()
      },
    }
  }

  return {
    get inForce() {
      return setupOf().confinement.inForce
    },
    warm() {
      if (closing.signal.aborted || (spare && !spare.child.isSpent)) return
      takeSpare()
      const child = startChild(setupOf())
      child.hold(false)
      spare = { child, idle: setTimeout(() => void takeSpare()?.[Symbol.asyncDispose](), limits.idleTimeoutMs).unref() }
    },
    open: (signal, bounds, clock) => open(signal, { bounds, clocks: presentOf(clock) }),
    forScan(clockOfScan) {
      const kept = createReusableChild()
      keptChildren.add(kept)
      return {
        get inForce() {
          return setupOf().confinement.inForce
        },
        open: (signal, bounds, clock) => open(signal, { bounds, kept, clocks: presentOf(clock, clockOfScan) }),
        async [Symbol.asyncDispose]() {
          keptChildren.delete(kept)
          await kept[Symbol.asyncDispose]()
        },
      }
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('the pool was let go of'))
      await Promise.all([
        takeSpare()?.[Symbol.asyncDispose](),
        ...[...works].map((work) => work[Symbol.asyncDispose]()),
      ])
      await Promise.all([...keptChildren].map((kept) => kept[Symbol.asyncDispose]()))
    },
  }
}
