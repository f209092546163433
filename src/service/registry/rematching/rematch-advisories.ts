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
  /** Maximum number of inventories per transaction, because a transaction locks the registry. */
  readonly inventoriesAtOnce?: number
}

/**
 * Job handler: applies the current advisories to stored results for which work is recorded. The work consists of new
 * inventories, packages touched by syncs, and inventories that contain them. Each step is a transaction that also
 * deletes its records, so the job can be interrupted at any point and repeats nothing. An inventory that fails moves to
 * the end of the queue. The job processes all others before it fails.
 */
export async function rematchAdvisories(
  context: RematchContext,
  { now, signal, inventoriesAtOnce = 500 }: RematchOptions,
): Promise<void> {
  const exploitation = createExploitationIndex()
  const failed = new Map<string, unknown>()
  for (;;) {
    // Must be read before the touched packages are matched, so that at least these advisories are used.
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
