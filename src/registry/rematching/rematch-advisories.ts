import { createExploitationIndex, type ExploitationIndex } from '../../advisories/exploitation/exploitation-index.ts'
import { advisoryStates } from '../../advisories/state.ts'
import { lockEntries } from '../../db/registry-entries.ts'
import { forgetNotedInventories, listNotedInventories, type RematchCause } from '../../db/rematch-inventories.ts'
import { lockMatching } from '../../db/rematch-packages.ts'
import type { Coverage } from '../../model/scan.ts'
import { knownFlaws } from './known-flaws.ts'
import { lookUpInventories } from './look-up-inventories.ts'
import { matchOtherwise, matchTouched } from './match-touched.ts'
import type { RematchContext } from './rematch-context.ts'
import { settleRepositories } from './settle-repositories.ts'
import { settleRevisions } from './settle-revisions.ts'

interface RematchOptions {
  readonly now: () => Date
  readonly signal: Pick<AbortSignal, 'throwIfAborted'>
  /** Inventories of one transaction, for which the registry stands still. */
  readonly inventoriesAtOnce?: number
}

/**
 * A job: brings everything that is stored in line with the advisories as they are, as far as something is noted to be done: inventories that came, packages that syncs touched,
 * inventories that have them. Each step is a transaction that takes back what it has done: the job may be ended at any point, goes on from there, and does nothing twice.
 */
export async function rematchAdvisories(context: RematchContext, { now, signal, inventoriesAtOnce = 500 }: RematchOptions): Promise<void> {
  const exploitation = createExploitationIndex()
  for (;;) {
    // Before what was touched is matched: at least these advisories are looked at.
    const dates = await advisoryDates(context)
    for (const step of [lookUpInventories, matchOtherwise, matchTouched]) {
      do signal.throwIfAborted()
      while (await step(context))
    }
    signal.throwIfAborted()
    if (!(await settleInventories(context, exploitation, { dates, now: now(), inventoriesAtOnce }))) return
  }
}

/** False when nothing was noted. */
async function settleInventories(context: RematchContext, exploitation: ExploitationIndex, { dates, now, inventoriesAtOnce }: { readonly dates: Coverage['advisories']; readonly now: Date; readonly inventoriesAtOnce: number }): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    await lockMatching(tx)
    const noted = await listNotedInventories(tx, inventoriesAtOnce)
    if (noted.length === 0) return false
    await lockEntries(tx)
    const causes = causesOf(noted)
    const settling = { causes, flawsOf: await knownFlaws(tx, exploitation, [...causes.keys()]), dates, now }
    const servers = await settleRevisions(context, tx, settling)
    const repositories = await settleRepositories(context, tx, settling)
    await context.announceRematch(tx, { servers, repositories })
    await forgetNotedInventories(tx, noted.map(({ number }) => number))
    return true
  })
}

/** Where we match otherwise, nothing is said to be the advisories' doing. */
function causesOf(noted: readonly { readonly digest: string; readonly cause: RematchCause }[]): Map<string, RematchCause> {
  const causes = new Map<string, RematchCause>()
  for (const { digest, cause } of noted) if (causes.get(digest) !== 'rules') causes.set(digest, cause)
  return causes
}

async function advisoryDates({ feeds }: Pick<RematchContext, 'feeds'>): Promise<Coverage['advisories']> {
  return Object.fromEntries([...(await advisoryStates(feeds))].flatMap(([ecosystem, { date }]) => (date ? [[ecosystem, date]] : [])))
}
