import type { Database } from '../db/client.ts'
import { removeOldAcceptances } from '../db/github/acceptances.ts'
import { removeOldBudgets } from '../db/github/budgets.ts'
import { removeOldGithubDeliveries } from '../db/github/deliveries.ts'
import { githubAppLimits } from './github-app-limits.ts'

/** Schedule as a cron expression, in UTC. */
export const tidyGithubCron = '37 3 * * *'

const dayMs = 24 * 60 * 60_000

/**
 * Deletes old deliveries, unused budgets, expired acceptances, and markers of edited or deleted comments. An acceptance
 * is kept at least as long as a marker, so that a repeated event does not record it again.
 */
export async function tidyGithub(
  db: Database,
  now: Date,
  signal?: AbortSignal,
): Promise<{ readonly deliveries: number; readonly acceptances: number }> {
  await removeOldBudgets(db, new Date(now.getTime() - dayMs))
  const daysBefore = (days: number) => new Date(now.getTime() - days * dayMs)
  return {
    deliveries: await removeOldGithubDeliveries(db, daysBefore(githubAppLimits.deliveryRetentionDays), signal),
    acceptances: await removeOldAcceptances(
      db,
      { before: daysBefore(githubAppLimits.acceptanceMarkDays), now },
      signal,
    ),
  }
}
