import { createExploitationIndex } from '../../scans/advisories/exploitation/exploitation-index.ts'
import { listInventoriesNoted } from '../../db/rematching/inventories.ts'
import { currentDates } from './dates-in-line.ts'
import { lookUpInventories } from './look-up-inventories.ts'
import { matchOtherwise, matchTouched } from './match-touched.ts'
import type { RematchContext } from './rematch-context.ts'
import { drainDirtyInventories } from './drain-dirty-inventories.ts'

interface RematchOptions {
  readonly now: () => Date
  readonly signal: Pick<AbortSignal, 'throwIfAborted'>
  /** Inventories per transaction, which locks the registry. */
  readonly inventoriesAtOnce?: number
}

/**
 * A job that updates all stored results to the current advisories, as far as work is recorded: new inventories,
 * packages touched by syncs, and inventories that contain them. Each step is a transaction that deletes the work it
 * completes, so the job can be interrupted at any point and repeats nothing. An inventory that fails stays recorded at
 * the end of the queue. The job processes all others before it fails.
 */
export async function rematchAdvisories(
  context: RematchContext,
  { now, signal, inventoriesAtOnce = 500 }: RematchOptions,
): Promise<void> {
  const exploitation = createExploitationIndex()
  const failed = new Map<string, unknown>()
  for (;;) {
    // Read before the touched packages are matched, so at least these advisories are considered.
    const dates = await currentDates(context.feeds)
    for (const step of [lookUpInventories, matchOtherwise, matchTouched]) {
      do signal.throwIfAborted()
      while (await step(context))
    }
    signal.throwIfAborted()
    const digests = await listInventoriesNoted(context.db, { limit: inventoriesAtOnce, except: [...failed.keys()] })
    if (digests.length === 0) break
    await drainDirtyInventories(context, digests, { exploitation, dates, now, signal, failed })
  }
  for (const error of failed.values()) throw error
}
