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

/** When it is done, as a cron expression in UTC. */
export const tidyRetentionCron = '29 2 * * *'

/** What was removed, in rows. */
export interface RemovedOldRows {
  readonly scans: number
  readonly intake: number
}

export interface RetentionBatches {
  /** Accounts that are asked for at once. */
  readonly accounts: number
  /** Scans of one statement; each may have thousands of findings. */
  readonly scans: number
  readonly intake: number
}

const usualBatches: RetentionBatches = { accounts: 100, scans: 100, intake: 2_000 }

/**
 * Removes scans, with their findings, that are older than their account's plan keeps, and what has long been scanned
 * for the registry: a batch at a time. Stops between two when `signal` says so; the next day begins anew.
 */
export async function tidyRetention(
  db: Database,
  now: Date,
  signal: AbortSignal,
  batches: RetentionBatches = usualBatches,
): Promise<RemovedOldRows> {
  // The registry keeps a history of its own.
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

/** Resolves to how many rows went. */
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
