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

/** Cron expression in UTC. */
export const tidyCron = '17 * * * *'

/**
 * Deletes expired data: old request counts, responses for `Idempotency-Key` headers, streams whose processes died,
 * webhook secrets after their overlap, workflow keys with their identity tokens, sessions, and sign-in links. Also
 * deletes audit log entries after the retention period of the account's plan.
 */
export async function tidyAccounts(db: Database, now: Date): Promise<void> {
  // Keeps yesterday's counts, because another process's clock may be behind.
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
