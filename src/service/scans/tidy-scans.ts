import { removeOldActivity } from '../db/advisories/advisory-activity.ts'
import type { Database } from '../db/client.ts'
import { removeOldRequests } from '../db/scans/claim-requests.ts'
import { removeUnusedInventories } from '../db/scans/inventories.ts'
import { removeOldStalls } from '../db/scans/source-stalls.ts'
import { stallKeptMs } from './stalls/suspicion.ts'

/** Cron expression in UTC. */
export const tidyScansCron = '43 * * * *'

/** Period that the list of advisory changes covers. */
const activityKeptMs = 90 * 24 * 60 * 60_000

/** Age of a request for a scan that no worker waits for anymore. */
const oldRequestMs = 60 * 60_000

/**
 * Deletes data that removed scans and dead workers left behind, such as unused component lists, and old advisory
 * effects.
 */
export async function tidyScans(db: Database): Promise<void> {
  await removeUnusedInventories(db)
  await removeOldStalls(db, new Date(Date.now() - stallKeptMs))
  await removeOldRequests(db, new Date(Date.now() - oldRequestMs))
  await removeOldActivity(db, new Date(Date.now() - activityKeptMs))
}
