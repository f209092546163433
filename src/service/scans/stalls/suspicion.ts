import { createHash } from 'node:crypto'
import { type CountedStalls, countStalls, forgetStalls, noteStalls } from '../../db/scans/source-stalls.ts'
import type { Database } from '../../db/client.ts'
import type { ScanRow } from '../../db/scans/scans.ts'
import type { WorkClock } from '../../../engine/isolation/work-clock.ts'
import { ScanFailure } from '../../../engine/model/failure.ts'
import type { Target } from '../../../engine/model/target.ts'
import { engineVersion } from '../../../engine/scanner/engine-version.ts'
import { createScansApart, type ScansApart } from './scans-apart.ts'
import type { WatchedScans } from './watchdog.ts'

/** Stalls after which a source is not scanned again, and how many of them without another suspect. */
const stallsAllowed = 2
const stallsAloneAllowed = 1
/** For how long a stall counts. A new engine has other keys, and what it cannot read either it finds out for itself. */
export const stallKeptMs = 30 * 24 * 60 * 60_000
/** Stalls before the revision was known say less: the next revision is another source. */
const targetKeptMs = 24 * 60 * 60_000

/** What keeps sources that stall their scans from taking one worker after the other. */
export interface StallContext {
  readonly db: Database
  readonly watched: WatchedScans
  readonly apart: ScansApart
}

/** One attempt of one scan, as far as it may stall. Disposal ends the suspicion. */
export interface Suspicion extends Disposable {
  /** Before the target is resolved. */
  enterTarget(target: Target, signal: AbortSignal): Promise<void>
  /** Before a revision is examined, by the key under which its result would be kept. */
  enterRevision(sourceKey: string, signal: AbortSignal): Promise<void>
  /** The scan came to its end, with this failure or without one. */
  settle(failure?: Pick<ScanFailure, 'code'>): Promise<void>
}

export function createStallContext(db: Database, watched: WatchedScans): StallContext {
  return { db, watched, apart: createScansApart() }
}

/**
 * How blame is decided. The watchdog notes a stall only when the thread of a worker was busy for seconds without a turn
 * of its event loop; a worker that is killed, restarted, out of memory or waits for a disk notes nothing. It notes the
 * stall for every scan that was in work, as it cannot tell which one it was. A source with a stall is scanned alone in
 * its process from then on, so the next stall has one suspect, and a source that was only beside another one completes
 * its scan and has its stall forgotten. A source with two stalls, one of them while it was the only suspect, ends as
 * SOURCE_HOSTILE wherever it is submitted, until a forced scan of it completes or the engine changes. Two stalls beside
 * other sources are not enough: one source can be in work beside hostile ones on two workers at once. A forced scan has
 * two stalls of its own. A scan that ends as SOURCE_HOSTILE because its children died counts as two stalls without
 * another suspect: its children read no other source.
 *
 * @param clock of the scan: it stops while the scan waits for its turn
 */
export function suspect(
  { db, watched, apart }: StallContext,
  scan: Pick<ScanRow, 'id' | 'force' | 'createdAt'>,
  clock: Pick<WorkClock, 'pause'>,
): Suspicion {
  const entered: string[] = []
  let turn: Disposable | undefined
  let isSuspect = false

  async function takeTurn(alone: boolean, signal: AbortSignal): Promise<Disposable> {
    using waiting = new DisposableStack()
    waiting.use(clock.pause())
    return await apart.take(alone, signal)
  }

  async function enter(sourceKey: string, keptMs: number, signal: AbortSignal): Promise<void> {
    // A scan that waits for its turn cannot be the cause of a stall.
    watched.end(scan.id)
    turn?.[Symbol.dispose]()
    const known = await countStalls(db, sourceKey, new Date(Date.now() - keptMs))
    const own = scan.force ? await countStalls(db, sourceKey, scan.createdAt) : known
    if (isConvicted(own)) throw new KnownToBeHostile()
    isSuspect ||= known.all > 0
    turn = await takeTurn(known.all > 0, signal)
    entered.push(sourceKey)
    watched.begin(scan.id, sourceKey)
  }

  return {
    enterTarget: (target, signal) =>
      enter(
        createHash('sha256')
          .update(JSON.stringify([engineVersion(), 'target', target]))
          .digest('base64url'),
        targetKeptMs,
        signal,
      ),
    enterRevision: (sourceKey, signal) => enter(sourceKey, stallKeptMs, signal),
    async settle(failure) {
      const [last] = entered.slice(-1)
      if (failure instanceof KnownToBeHostile) return
      if (failure?.code === 'SOURCE_HOSTILE')
        await noteStalls(db, last === undefined ? [] : [last, last], { now: new Date(), isAlone: true })
      else if (isSuspect && !failure) await forgetStalls(db, entered)
    },
    [Symbol.dispose]() {
      watched.end(scan.id)
      turn?.[Symbol.dispose]()
    },
  }
}

const isConvicted = ({ all, alone }: CountedStalls): boolean => all >= stallsAllowed && alone >= stallsAloneAllowed

/** Stalls were noted before, one of them without another suspect. */
class KnownToBeHostile extends ScanFailure {
  constructor() {
    super(
      'SOURCE_HOSTILE',
      'Earlier scans of this revision stalled or killed the scanner twice, so it is not scanned again. ' +
        'Submit it with "force" to try it once more.',
    )
  }
}
