import { removeEndedWebhookSecrets } from '../db/accounts.ts'
import type { Database } from '../db/client.ts'
import { removeExpiredIdempotencyKeys } from '../db/idempotency.ts'
import { removeEndedStreams } from '../db/open-streams.ts'
import { removeOldRateUsage } from '../db/rate-usage.ts'
import { removeEndedEndpointSecrets } from '../db/webhook-endpoints.ts'
import { windowsAt } from './rate-windows.ts'

/** When it is done, as a cron expression in UTC. */
export const tidyCron = '17 * * * *'

/** Removes what time has ended: counts of days before yesterday, answers kept for an `Idempotency-Key`, streams whose processes died, and webhook secrets whose overlap is over. */
export async function tidyAccounts(db: Database, now: Date): Promise<void> {
  // Yesterday stays: the clock of another process may still be there.
  await removeOldRateUsage(db, windowsAt(now).day - 1)
  await removeExpiredIdempotencyKeys(db, now)
  await removeEndedWebhookSecrets(db, now)
  await removeEndedStreams(db, now)
  await removeEndedEndpointSecrets(db, now)
}
