import { removeOldAudit } from '../db/accounts/audit.ts'
import { removeEndedWebhookSecrets } from '../db/accounts/accounts.ts'
import { removeEndedWorkflowKeys } from '../db/accounts/api-keys.ts'
import type { Database } from '../db/client.ts'
import { removeEndedWorkflowTokens } from '../db/github/workflow-tokens.ts'
import { removeExpiredIdempotencyKeys } from '../db/accounts/idempotency.ts'
import { removeEndedLoginLinks } from '../db/accounts/login-links.ts'
import { removeEndedStreams } from '../db/open-streams.ts'
import { removeOldRateUsage } from '../db/accounts/rate-usage.ts'
import { removeEndedSessions } from '../db/accounts/sessions.ts'
import { removeEndedEndpointSecrets } from '../db/webhooks/endpoints.ts'
import { workflowKeyLimits } from './workflow-key-limits.ts'
import { sessionLimits } from './session-limits.ts'
import { auditDays } from './plans.ts'
import { windowsAt } from './rate-windows.ts'

/** When it is done, as a cron expression in UTC. */
export const tidyCron = '17 * * * *'

/**
 * Removes what time has ended: counts of days before yesterday, answers kept for an `Idempotency-Key`, streams whose
 * processes died, webhook secrets whose overlap is over, keys of workflows with the tokens that they were given for,
 * sessions, links that sign in, and what of the audit log is older than the account's plan keeps.
 */
export async function tidyAccounts(db: Database, now: Date): Promise<void> {
  // Yesterday stays: the clock of another process may still be there.
  await removeOldRateUsage(db, windowsAt(now).day - 1)
  await removeExpiredIdempotencyKeys(db, now)
  await removeEndedWebhookSecrets(db, now)
  await removeEndedStreams(db, now)
  await removeEndedEndpointSecrets(db, now)
  await removeEndedWorkflowTokens(db, now)
  await removeEndedWorkflowKeys(db, new Date(now.getTime() - workflowKeyLimits.retentionMs))
  await removeEndedLoginLinks(db, now)
  await removeEndedSessions(db, { usedSince: new Date(now.getTime() - sessionLimits.idleTimeoutMs), now })
  await removeOldAudit(db, now, auditDays)
}
