import { availableParallelism } from 'node:os'
import type { Log } from '../model/log.ts'
import { Owned } from './disposables.ts'
import { type Confinement, probeConfinement } from './confinement.ts'
import type { IsolatedWork, IsolationPool, SharedTasks } from './isolation.ts'
import { fileLimits, isolationLimits, type IsolationLimits } from './isolation-limits.ts'
import { openWork } from './isolated-work.ts'
import { createReusableChild, type ReusableChild, serves } from './reusable-child.ts'
import type { Child } from './child-question.ts'
import { ChildSnapshot } from './child-snapshot.ts'
import type { ChildSetup } from './spawn-child.ts'
import { startChild } from './start-child.ts'
import { createTurns } from './turns.ts'
import type { WorkClock } from './work-clock.ts'

/** Configuration of a pool. */
export interface IsolationPoolOptions {
  /**
   * URL of a module that exports `tasks` of type IsolatedTasks. Child processes load the module and may read files next
   * to it.
   */
  readonly tasks: URL
  readonly log: Log
  /** Maximum number of concurrent children for all scans. Defaults to one per core, up to `limits.children`. */
  readonly children?: number
  readonly limits?: IsolationLimits
  /** Isolation features to use. By default, those that the machine supports are detected. */
  readonly confinement?: Confinement
  /** Tasks whose children are shared by several scans. By default, each scan has its own children. */
  readonly shared?: SharedTasks
  /** Tasks that a child loads only if it is started for them. Defaults to none. */
  readonly separateTasks?: ReadonlySet<string>
  /** Modules for children that start from a snapshot, by their tasks. */
  readonly snapshots?: Readonly<Record<string, URL>>
  /** Folder of the user that keeps snapshots for later processes, as an absolute path. By default, none is kept. */
  readonly snapshotFolder?: string | undefined
}

interface OpenOptions {
  readonly bounds: Partial<IsolationLimits> | undefined
  readonly kept?: ReusableChild
  /** Tasks that the first child of a scan loads. */
  readonly firstTasks?: readonly string[] | undefined
  readonly clocks: readonly WorkClock[]
}

const presentOf = (...clocks: readonly (WorkClock | undefined)[]): WorkClock[] =>
  clocks.filter((clock) => clock !== undefined)

/** Reports whether a child has loaded these tasks. */
function isFor(child: Child, tasks: readonly string[] | undefined, separateTasks: ReadonlySet<string>): boolean {
  return tasks === undefined ? child.tasks === undefined : tasks.every((task) => serves(child, task, separateTasks))
}

/**
 * Creates a pool of child processes for all scans of this process. Does not start a child until `warm` is called or
 * work arrives.
 */
export function createIsolationPool({
  tasks,
  log,
  limits = isolationLimits,
  children = Math.min(availableParallelism(), limits.maxChildren),
  confinement: given,
  shared,
  separateTasks = new Set(),
  snapshots: snapshotModules = {},
  snapshotFolder,
}: IsolationPoolOptions): IsolationPool {
  let setup: ChildSetup | undefined
  const turns = createTurns({ count: children, turnMs: limits.turnMs })
  const closing = new AbortController()
  const works = new Set<AsyncDisposable>()
  const keptChildren = new Set<ReusableChild>()
  const snapshots = new Map<string, ChildSnapshot>()
  let spare: { readonly child: Child; readonly idle: NodeJS.Timeout } | undefined

  /**
   * Returns the child setup. Detects the machine's features only when the first child starts, because a scan that
   * reuses a report starts no child.
   */
  function setupOf(): ChildSetup {
    if (setup) return setup
    const confinement = given ?? probeConfinement(limits)
    log.debug({ children, ...confinement.inForce }, 'isolation in force')
    setup = { tasks, confinement, limits }
    return setup
  }

  /** Starts a child, from a snapshot if one contains all of its tasks. */
  function start(onlyTasks: readonly string[] | undefined, own: IsolationLimits): Child {
    const known = snapshotOf(onlyTasks)
    const snapshot = known?.take()
    const onStartFailure = snapshot === undefined ? undefined : () => known?.giveUp()
    return startChild({ ...setupOf(), limits: own, onlyTasks, snapshot, onStartFailure })
  }

  function snapshotOf(onlyTasks: readonly string[] | undefined): ChildSnapshot | undefined {
    const names = onlyTasks ?? Object.keys(snapshotModules).filter((task) => !separateTasks.has(task))
    const [module, ...others] = new Set(names.map((task) => snapshotModules[task]))
    if (!module || others.length > 0) return undefined
    const known = snapshots.get(module.href) ?? new ChildSnapshot(module, snapshotFolder)
    snapshots.set(module.href, known)
    return known
  }

  function keepSpare(child: Child): void {
    child.hold(false)
    spare = { child, idle: setTimeout(() => void takeSpare()?.[Symbol.asyncDispose](), limits.idleTimeoutMs).unref() }
  }

  function takeSpare(): Child | undefined {
    const child = spare?.child
    clearTimeout(spare?.idle)
    spare = undefined
    return child?.isSpent ? undefined : child
  }

  /** Takes the spare child if it can run the task. Otherwise, leaves it for other scans. */
  function takeSpareFor(task: string): Child | undefined {
    return spare && serves(spare.child, task, separateTasks) ? takeSpare() : undefined
  }

  /** Keeps a child for the next scan if scans share its tasks. Otherwise, ends it. */
  async function passOn(child: Child | undefined): Promise<void> {
    if (!child) return
    await using owned = new Owned(child)
    if (!shared || closing.signal.aborted || !child.tasks?.every((task) => shared.tasks.includes(task))) return
    child.hold(true)
    const question = { task: shared.forget, path: '', content: Buffer.of() }
    const { kind } = await child.ask(question, limits.fileTimeoutMs)
    if (kind !== 'result' || child.isSpent || closing.signal.aborted || spare) return
    keepSpare(child)
    owned.isKept = true
  }

  function open(signal: AbortSignal, { bounds, kept, firstTasks, clocks }: OpenOptions): IsolatedWork {
    const own = { ...limits, ...bounds }
    const isLone = Object.keys(bounds ?? {}).some((limit) => !fileLimits.has(limit))
    const takeChild = (task: string) => {
      if (isLone) return start([task], own)
      // Kept and spare children were started with the pool's limits.
      const isFirst = kept?.isFirst === true
      const known = kept?.take(task) ?? takeSpareFor(task)
      if (known) return known
      const isOfFirst = isFirst && (firstTasks?.includes(task) ?? !separateTasks.has(task))
      return start(isOfFirst ? firstTasks : [task], limits)
    }
    const keepChild = (child: Child) => !isLone && !closing.signal.aborted && kept?.keep(child) === true
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
    warm(tasks) {
      const isReady = spare && !spare.child.isSpent && isFor(spare.child, tasks, separateTasks)
      if (closing.signal.aborted || isReady) return
      void takeSpare()?.[Symbol.asyncDispose]()
      keepSpare(start(tasks, limits))
    },
    open: (signal, bounds, clock) => open(signal, { bounds, clocks: presentOf(clock) }),
    forScan(clockOfScan, firstTasks) {
      const kept = createReusableChild(separateTasks)
      keptChildren.add(kept)
      return {
        get inForce() {
          return setupOf().confinement.inForce
        },
        open: (signal, bounds, clock) =>
          open(signal, { bounds, kept, firstTasks, clocks: presentOf(clock, clockOfScan) }),
        async [Symbol.asyncDispose]() {
          keptChildren.delete(kept)
          await passOn(kept.release())
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
      for (const snapshot of snapshots.values()) snapshot[Symbol.dispose]()
    },
  }
}
