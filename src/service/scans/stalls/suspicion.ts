import { createHash } from 'node:crypto'
import { type CountedStalls, countStalls, forgetStalls, noteStalls } from '../../db/scans/source-stalls.ts'
import type { Database } from '../../db/client.ts'
import type { ScanRow } from '../../db/scans/scans.ts'
import type { WorkClock } from '../../../engine/isolation/work-clock.ts'
import { ScanFailure } from '../../../engine/model/failure.ts'
import type { Target } from '../../../engine/model/target.ts'
import { engineVersion } from '../../../engine/scanner/engine-version.ts'
import { createScansApart, type ScansApart } from './scans-apart.ts'
import type { WatchedScans } from './watched-scans.ts'

/** Number of stalls after which a source is not scanned again, and how many of them must have had no other suspect. */
const stallsAllowed = 2
const stallsAloneAllowed = 1
/** Time for which a stall counts. A new engine uses other keys, so it tries such sources again. */
export const stallKeptMs = 30 * 24 * 60 * 60_000
/**
 * Time for which a stall counts if it occurred before the revision was known. Such a stall is weaker evidence, because
 * the next revision is a different source.
 */
const targetKeptMs = 24 * 60 * 60_000

/** Prevents sources that stall their scans from blocking one worker after another. */
export interface StallContext {
  readonly db: Database
  readonly watched: WatchedScans
  readonly apart: ScansApart
}

/** Attempt at a scan that may stall. Disposal ends the attempt. */
export interface Suspicion extends Disposable {
  /** Must be called before the target is resolved. */
  enterTarget(target: Target, signal: AbortSignal): Promise<void>
  /** Must be called before a revision is scanned, with the key of its result. */
  enterRevision(sourceKey: string, signal: AbortSignal): Promise<void>
  /** Records that the scan ended, with this failure or without one. */
  settle(failure?: Pick<ScanFailure, 'code'>): Promise<void>
}

export function createStallContext(db: Database, watched: WatchedScans): StallContext {
  return { db, watched, apart: createScansApart() }
}

/**
 * Determines which source causes a stall.
 *
 * - A stall is recorded only if the thread of a scan process was busy for seconds without a turn of its event loop. A
 *   process that is killed, out of memory, or waiting for a disk records nothing.
 * - The stall is recorded for every scan in the process, because nothing shows which one caused it. A source with
 *   a stall is then scanned alone in its process, so that the next stall has a single suspect. A source that only ran
 *   next to the cause completes its scan, which deletes its stall.
 * - A source with two stalls, at least one of them as the only suspect, ends as SOURCE_HOSTILE for every account, until
 *   a forced scan of it completes or the engine changes. Two stalls next to other sources are not enough, because a
 *   source can run next to hostile ones on two workers at the same time. A forced scan is allowed two new stalls.
 * - A scan that ends as SOURCE_HOSTILE because its child processes died counts as two stalls without another suspect,
 *   because child processes read only one source.
 *
 * @param clock Clock of the scan. It stops while the scan waits for its turn.
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
    // A scan that waits for its turn cannot cause a stall.
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

/** Thrown if the source has enough earlier stalls, one of them without another suspect. */
class KnownToBeHostile extends ScanFailure {
  constructor() {
    super(
      'SOURCE_HOSTILE',
      'Earlier scans of this revision stalled or killed the scanner twice, so it is not scanned again. ' +
        'Submit it with "force" to try it once more.',
    )
  }
}
