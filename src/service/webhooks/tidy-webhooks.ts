import type { Database } from '../db/client.ts'
import { accountsWithOldEvents, removeOldWebhookEvents } from '../db/webhooks/events.ts'
import { deliveryDays, momentsOfPlans } from '../accounts/retention/terms.ts'

/** Cron expression in UTC. */
export const tidyWebhooksCron = '41 * * * *'

export interface TidyBatches {
  /** Number of accounts per query. */
  readonly accounts: number
  /** Number of events per statement, each with its deliveries and attempts. */
  readonly events: number
}

const usualBatches: TidyBatches = { accounts: 100, events: 1_000 }

/**
 * Deletes events older than the plan's retention period, with their deliveries and attempts. Works in batches by
 * account, and stops between batches if `signal` aborts.
 */
export async function tidyWebhooks(
  db: Database,
  now: Date,
  signal: AbortSignal,
  batches: TidyBatches = usualBatches,
): Promise<void> {
  const moments = momentsOfPlans(now, deliveryDays)
  const isAborted = () => signal.aborted
  let after: string | undefined
  do {
    const accounts = isAborted()
      ? []
      : await accountsWithOldEvents(db, { before: moments, after, limit: batches.accounts })
    for (const { id, before } of accounts) {
      let removed = batches.events
      while (removed === batches.events && !isAborted())
        removed = await removeOldWebhookEvents(db, { accountId: id, before, limit: batches.events })
    }
    after = accounts.length < batches.accounts ? undefined : accounts.at(-1)?.id
  } while (after !== undefined)
}
