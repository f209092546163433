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
  /** Inventories of one transaction, for which the registry stands still. */
  readonly inventoriesAtOnce?: number
}

/**
 * A job: brings everything that is stored in line with the advisories as they are, as far as something is noted to be
 * done: inventories that came, packages that syncs touched, inventories that have them. Each step is a transaction that
 * takes back what it has done: the job may be ended at any point, goes on from there, and does nothing twice. An
 * inventory that cannot be settled stays noted, behind all others: the rest is done before the job fails for it.
 */
export async function rematchAdvisories(
  context: RematchContext,
  { now, signal, inventoriesAtOnce = 500 }: RematchOptions,
): Promise<void> {
  const exploitation = createExploitationIndex()
  const failed = new Map<string, unknown>()
  for (;;) {
    // Before what was touched is matched: at least these advisories are looked at.
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
