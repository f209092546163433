import { type AdvisoryFeeds, advisoryStates } from '../../scans/advisories/state.ts'
import { listInventoriesInLine } from '../../db/rematching/inventories.ts'
import type { Coverage } from '../../../engine/model/scan.ts'
import { laterDates } from './later-dates.ts'
import { matchedBy } from './matched-by.ts'

/** Inventory, and the minimum dates of the advisories that it was matched with. Newer advisories may have been used. */
interface ComparedInventory {
  /** Null if the components are unknown. */
  readonly inventoryDigest: string | null
  readonly advisoryDate: Coverage['advisories']
}

/** Returns the current advisory state by ecosystem. Omits ecosystems without advisories. */
export async function currentDates(feeds: AdvisoryFeeds): Promise<Coverage['advisories']> {
  return Object.fromEntries(
    [...(await advisoryStates(feeds))].flatMap(([ecosystem, { date }]) => (date ? [[ecosystem, date]] : [])),
  )
}

/**
 * Returns the advisory dates for these inventories' results. Results that are up to date get the current dates, even if
 * none of their advisories changed. Other results keep their stored dates.
 */
export async function datesInLine(
  feeds: AdvisoryFeeds,
  digests: readonly string[],
): Promise<(compared: ComparedInventory) => Coverage['advisories']> {
  // Must be read before the query for up-to-date inventories, because a later sync records its changes before it
  // completes.
  const dates = await currentDates(feeds)
  const inLine = new Set(await listInventoriesInLine(feeds.database.db, digests, matchedBy(feeds.bases)))
  return ({ inventoryDigest, advisoryDate }) =>
    inventoryDigest !== null && inLine.has(inventoryDigest) ? laterDates(advisoryDate, dates) : advisoryDate
}
