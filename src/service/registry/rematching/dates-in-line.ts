import { type AdvisoryFeeds, advisoryStates } from '../../scans/advisories/state.ts'
import { listInventoriesInLine } from '../../db/rematching/inventories.ts'
import type { Coverage } from '../../../engine/model/scan.ts'
import { laterDates } from './later-dates.ts'
import { matchedBy } from './matched-by.ts'

/** An inventory, and the advisories that it was matched with at least. */
interface ComparedInventory {
  /** Null if nothing is known about its components. */
  readonly inventoryDigest: string | null
  readonly advisoryDate: Coverage['advisories']
}

/** Current advisory state by ecosystem. Ecosystems without advisories are absent. */
export async function currentDates(feeds: AdvisoryFeeds): Promise<Coverage['advisories']> {
  return Object.fromEntries(
    [...(await advisoryStates(feeds))].flatMap(([ecosystem, { date }]) => (date ? [[ecosystem, date]] : [])),
  )
}

/**
 * Returns the advisory dates that the results of these inventories correspond to. Results that are up to date with all
 * stored data correspond to the current advisories, even if none of their advisories changed. Other results keep their
 * stored dates.
 */
export async function datesInLine(
  feeds: AdvisoryFeeds,
  digests: readonly string[],
): Promise<(compared: ComparedInventory) => Coverage['advisories']> {
  // Read before the query for up-to-date inventories, because a later sync records its changes before it completes.
  const dates = await currentDates(feeds)
  const inLine = new Set(await listInventoriesInLine(feeds.database.db, digests, matchedBy(feeds.bases)))
  return ({ inventoryDigest, advisoryDate }) =>
    inventoryDigest !== null && inLine.has(inventoryDigest) ? laterDates(advisoryDate, dates) : advisoryDate
}
