import { type AdvisoryFeeds, advisoryStates } from '../../scans/advisories/state.ts'
import { listInventoriesInLine } from '../../db/rematching/inventories.ts'
import type { Coverage } from '../../../engine/model/scan.ts'
import { laterDates } from './later-dates.ts'
import { matchedBy } from './matched-by.ts'

/** What was compared with advisories, and with which at least. */
interface ComparedInventory {
  /** Null: nothing is known of its components. */
  readonly inventoryDigest: string | null
  readonly advisoryDate: Coverage['advisories']
}

/** By ecosystem, the state of the advisories now; ecosystems without one are absent. */
export async function currentDates(feeds: AdvisoryFeeds): Promise<Coverage['advisories']> {
  return Object.fromEntries(
    [...(await advisoryStates(feeds))].flatMap(([ecosystem, { date }]) => (date ? [[ecosystem, date]] : [])),
  )
}

/**
 * Tells with which advisories the answers about these inventories were compared: those that are in line with all that
 * is stored hold by the advisories as they are now, although nothing of theirs was changed since; the others by what
 * stands beside them.
 */
export async function datesInLine(
  feeds: AdvisoryFeeds,
  digests: readonly string[],
): Promise<(compared: ComparedInventory) => Coverage['advisories']> {
  // Before it is asked who is in line: what a sync brings later, it notes before it is done.
  const dates = await currentDates(feeds)
  const inLine = new Set(await listInventoriesInLine(feeds.database.db, digests, matchedBy(feeds.bases)))
  return ({ inventoryDigest, advisoryDate }) =>
    inventoryDigest !== null && inLine.has(inventoryDigest) ? laterDates(advisoryDate, dates) : advisoryDate
}
