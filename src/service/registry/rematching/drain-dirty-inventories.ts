import type { ExploitationIndex } from '../../scans/advisories/exploitation/exploitation-index.ts'
import { lockEntries } from '../../db/registry/entries.ts'
import { forgetNotedInventories, listNotes, noteLast, type RematchCause } from '../../db/rematching/inventories.ts'
import { lockMatching } from '../../db/rematching/packages.ts'
import type { Coverage } from '../../../engine/model/scan.ts'
import { knownFlaws } from './known-flaws.ts'
import type { RematchContext } from './rematch-context.ts'
import { refreshRepositories } from './refresh-repositories.ts'
import { refreshRevisions } from './refresh-revisions.ts'

interface Settlement {
  readonly exploitation: ExploitationIndex
  readonly dates: Coverage['advisories']
  readonly now: () => Date
  readonly signal: Pick<AbortSignal, 'throwIfAborted'>
  /** Inventories that this job could not process, with the errors. `drainDirtyInventories` adds to them. */
  readonly failed: Map<string, unknown>
}

/**
 * Maximum number of inventories that may fail individually. With more, the inventories are probably not the cause: the
 * database may be unavailable, or every inventory would fail.
 */
const maxFailed = 50

/**
 * Processes these inventories in one transaction. If it fails, splits them into two transactions, and so on. An
 * inventory that fails individually is logged, and moved to the end of the queue.
 */
export async function drainDirtyInventories(
  context: RematchContext,
  digests: readonly string[],
  settlement: Settlement,
): Promise<void> {
  settlement.signal.throwIfAborted()
  try {
    await settleTogether(context, digests, settlement)
  } catch (error) {
    if (settlement.failed.size >= maxFailed) throw error
    const [digest] = digests
    if (digests.length > 1) {
      const half = Math.ceil(digests.length / 2)
      await drainDirtyInventories(context, digests.slice(0, half), settlement)
      await drainDirtyInventories(context, digests.slice(half), settlement)
    } else if (digest !== undefined) {
      settlement.failed.set(digest, error)
      context.log.error({ inventory: digest, err: error }, 'inventory not rematched, retry scheduled after all others')
      await noteLast(context.db, digest)
    }
  }
}

async function settleTogether(
  context: RematchContext,
  digests: readonly string[],
  { exploitation, dates, now }: Settlement,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockMatching(tx)
    const notes = await listNotes(tx, digests)
    if (notes.length === 0) return
    await lockEntries(tx)
    const causes = causesOf(notes)
    const settling = { causes, flawsOf: await knownFlaws(tx, exploitation, [...causes.keys()]), dates, now: now() }
    const servers = await refreshRevisions(context, tx, settling)
    const repositories = await refreshRepositories(context, tx, settling)
    await context.announceRematch(tx, { servers, repositories })
    await forgetNotedInventories(
      tx,
      notes.map(({ number }) => number),
    )
  })
}

/** Returns the causes. If the matching method changed, changes are not attributed to advisories. */
function causesOf(
  notes: readonly { readonly digest: string; readonly cause: RematchCause }[],
): Map<string, RematchCause> {
  const causes = new Map<string, RematchCause>()
  for (const { digest, cause } of notes) if (causes.get(digest) !== 'rules') causes.set(digest, cause)
  return causes
}
