import type { Database } from '../../db/client.ts'
import {
  accountsWithOldScans,
  removeEndedIntake,
  removeOldScans,
  type WalkedTo,
  type WalkStep,
} from '../../db/retention/retention.ts'
import { registryAccount } from '../../../engine/model/registry-account.ts'
import { daysBefore, intakeDays, momentsOfPlans, scanDays } from './terms.ts'

/** Cron expression in UTC. */
export const tidyRetentionCron = '29 2 * * *'

/** Numbers of deleted rows. */
export interface RemovedOldRows {
  readonly scans: number
  readonly intake: number
}

export interface RetentionBatches {
  /** Number of accounts per query. */
  readonly accounts: number
  /** Number of scans per statement. Each can have thousands of findings. */
  readonly scans: number
  readonly intake: number
}

const usualBatches: RetentionBatches = { accounts: 100, scans: 100, intake: 2_000 }

/**
 * Deletes scans and their findings after the retention period of the account's plan, and old scan requests of the
 * registry. Works in batches. Stops between batches if `signal` aborts, and starts over the next day.
 */
export async function tidyRetention(
  db: Database,
  now: Date,
  signal: AbortSignal,
  batches: RetentionBatches = usualBatches,
): Promise<RemovedOldRows> {
  // The registry manages the retention of its own scans.
  const shortest = [registryAccount.id]
  const before = momentsOfPlans(now, scanDays)
  let scans = 0
  let after: string | undefined
  for (;;) {
    const accounts = signal.aborted
      ? []
      : await accountsWithOldScans(db, { before, shortest, after, limit: batches.accounts })
    for (const { id, before } of accounts)
      scans += await walk(signal, (after) => removeOldScans(db, { accountId: id, before, after, limit: batches.scans }))
    after = accounts.at(-1)?.id
    if (after === undefined || accounts.length < batches.accounts) break
  }
  const moments = { doneBefore: daysBefore(now, intakeDays.done), failedBefore: daysBefore(now, intakeDays.failed) }
  return {
    scans,
    intake: await walk(signal, (after) => removeEndedIntake(db, { ...moments, after, limit: batches.intake })),
  }
}

/** Runs steps until none is left. Returns the number of deleted rows. */
async function walk(signal: AbortSignal, step: (after: WalkedTo | undefined) => Promise<WalkStep>): Promise<number> {
  let removed = 0
  let after: WalkedTo | undefined
  do {
    if (signal.aborted) break
    const taken = await step(after)
    removed += taken.removed
    after = taken.walkedTo
  } while (after)
  return removed
}
