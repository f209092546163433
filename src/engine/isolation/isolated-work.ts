import { Disposables, Owned } from './disposables.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { feedChild } from './feed-child.ts'
import { createFileSupply, type FileSupply } from './file-supply.ts'
import type { FileOutcome, IsolatedFile, IsolatedWork } from './isolation.ts'
import type { IsolationLimits } from './isolation-limits.ts'
import { createLosses } from './losses.ts'
import { createOutcomeQueue, type OutcomeQueue } from './outcome-queue.ts'
import type { Child } from './child-question.ts'
import type { Turn, Turns } from './turns.ts'
import type { WorkClock } from './work-clock.ts'

/** Parts of the pool used for one scan's work. */
export interface WorkContext {
  /** Maximum number of concurrent child processes. */
  readonly children: number
  readonly turns: Turns
  /** Clocks that stop while the work waits for a turn. */
  readonly clocks: readonly WorkClock[]
  readonly limits: IsolationLimits
  /** Returns a child that has never received another scan's files. */
  readonly takeChild: (task: string) => Child
  /** Keeps an idle child for later. Returns false if the child was not kept; the caller must then end it. */
  readonly keepChild: (child: Child) => boolean
}

/** Maximum number of unread results. Each may take `limits.resultBytes`. */
const outcomesAhead = 32
/**
 * Maximum number of consecutive children that may end before they are ready. After that many, the program or the
 * machine is assumed to be broken, because a file cannot be the cause.
 */
const startsAllowed = 3
const tooManyLosses = 'was not read, because too many files of this project crashed their parser or took too long'

/** Opens the child processes of one scan. They end when the signal aborts, or on disposal. */
export function openWork(context: WorkContext, signal: AbortSignal): IsolatedWork {
  const losses = createLosses(context.limits)
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()
  const owner = {}
  let computedMs = 0

  async function takeTurn(ending: AbortSignal): Promise<Turn> {
    using waiting = new Disposables()
    for (const clock of context.clocks) waiting.use(clock.pause())
    return await context.turns.take(owner, ending)
  }

  /** Runs one child at a time until no files are left. */
  async function work(
    task: string,
    supply: FileSupply,
    outcomes: OutcomeQueue<FileOutcome>,
    ending: AbortSignal,
  ): Promise<void> {
    let failedStarts = 0
    while (supply.hasMore && !losses.areTooMany) {
      ending.throwIfAborted()
      using turn = await takeTurn(ending)
      using working = new Disposables()
      for (const clock of context.clocks) working.use(clock.work())
      if (!supply.hasMore) return
      const child = context.takeChild(task)
      await using owned = new Owned(child)
      child.hold(true)
      const kill = () => void child[Symbol.asyncDispose]()
      ending.addEventListener('abort', kill, { once: true })
      const before = child.computedMs
      await feedChild(child, {
        task,
        supply,
        losses,
        limits: context.limits,
        put: outcomes.put,
        isOver: () => turn.isOver || ending.aborted,
      })
      computedMs += child.computedMs - before
      ending.removeEventListener('abort', kill)
      ending.throwIfAborted()
      owned.isKept = context.keepChild(child)
      failedStarts = child.startFailure === undefined ? 0 : failedStarts + 1
      if (failedStarts === startsAllowed)
        throw new Error(`The child processes that parse files cannot be started: ${child.startFailure}`)
    }
  }

  /** Runs the work in several children. An additional child is started only if the work takes long enough. */
  async function workAll(
    task: string,
    supply: FileSupply,
    outcomes: OutcomeQueue<FileOutcome>,
    ending: AbortSignal,
  ): Promise<void> {
    const lanes: Promise<void>[] = []
    const addLane = () => {
      const lane = work(task, supply, outcomes, ending)
      lanes.push(lane)
      // Ignored here, because the failure is handled after all lanes have ended.
      return lane.catch(() => {})
    }
    const first = addLane()
    while (lanes.length < context.children && supply.hasMore && !ending.aborted) {
      const patience = new AbortController()
      await Promise.race([
        first,
        pause(context.limits.furtherChildDelayMs, undefined, {
          signal: AbortSignal.any([ending, patience.signal]),
        }).catch(() => {}),
      ])
      patience.abort()
      if (supply.hasMore && !ending.aborted) void addLane()
    }
    const ends = await Promise.allSettled(lanes)
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
    for (let file = supply.next(); file; file = supply.next())
      await outcomes.put({ path: file.path, failure: tooManyLosses, ...(!losses.areOfContent && { cause: 'service' }) })
  }

  async function* run(task: string, files: Iterable<IsolatedFile>): AsyncIterable<FileOutcome> {
    const stop = new AbortController()
    const ending = AbortSignal.any([signal, closing.signal, stop.signal])
    ending.throwIfAborted()
    const outcomes = createOutcomeQueue<FileOutcome>(outcomesAhead)
    const all = workAll(task, createFileSupply(files), outcomes, ending).then(
      () => outcomes.end(),
      (cause: unknown) => outcomes.end({ cause }),
    )
    running.add(all)
    const abandon = () => outcomes.end({ cause: ending.reason })
    ending.addEventListener('abort', abandon, { once: true })
    try {
      yield* outcomes
    } finally {
      stop.abort(new Error('the caller no longer waits for the remaining files'))
      await all
      running.delete(all)
    }
  }

  return {
    run,
    get computedMs() {
      return computedMs
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('the work was let go of'))
      await Promise.all(running)
    },
  }
}
