import type { Database } from '../db/client.ts'
import { removeUnusedInventories } from '../db/inventories.ts'

/** When it is done, as a cron expression in UTC. */
export const tidyScansCron = '43 * * * *'

/** Removes what removed scans have left: lists of components that no scan has any more. */
export async function tidyScans(db: Database): Promise<void> {
  await removeUnusedInventories(db)
}
