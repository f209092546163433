import type { Database } from '../db/client.ts'
import { removeOldWebhookEvents } from '../db/webhook-events.ts'
import { deliveryDays, momentsOfPlans } from '../retention/terms.ts'

/** When it is done, as a cron expression in UTC. */
export const tidyWebhooksCron = '41 * * * *'

/** Events of one statement, each with its deliveries and attempts. */
const eventsAtOnce = 1_000

/** Removes events that are older than their account's plan keeps, with their deliveries and attempts, a batch at a time; stops between two batches when `signal` says so. */
export async function tidyWebhooks(db: Database, now: Date, signal: AbortSignal): Promise<void> {
  const before = momentsOfPlans(now, deliveryDays)
  const isAborted = () => signal.aborted
  let removed = eventsAtOnce
  while (removed === eventsAtOnce && !isAborted()) removed = await removeOldWebhookEvents(db, before, eventsAtOnce)
}
