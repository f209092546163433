import { removeOldActivity } from '../db/advisories/advisory-activity.ts'
import type { Database } from '../db/client.ts'
import { removeUnusedInventories } from '../db/scans/inventories.ts'
import { removeOldStalls } from '../db/scans/source-stalls.ts'
import { stallKeptMs } from './stalls/suspicion.ts'

/** When it is done, as a cron expression in UTC. */
export const tidyScansCron = '43 * * * *'

/** As far back as the list of it goes. */
const activityKeptMs = 90 * 24 * 60 * 60_000

/**
 * Removes what removed scans have left, lists of components that no scan has any more, and what advisories did long
 * ago.
 */
export async function tidyScans(db: Database): Promise<void> {
  await removeUnusedInventories(db)
  await removeOldStalls(db, new Date(Date.now() - stallKeptMs))
  await removeOldActivity(db, new Date(Date.now() - activityKeptMs))
}
