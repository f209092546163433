import { endpoints } from '../../api/catalogue.ts'
import { listAudit } from '../../db/accounts/audit.ts'
import { pageLimits } from '../page-limits.ts'
import type { AccountRoutes } from './page-registration.ts'
import { auditPage } from './audit-page.ts'
import { auditFilter, auditQuery } from './audit-query.ts'

const limit = pageLimits.maxAuditEntries

/** Audit log actions: those of endpoints, pages, pull request comments, and the operator. */
const actions: readonly string[] = [
  ...endpoints.filter(({ audited }) => audited).map(({ id }) => id),
  'sign-in',
  'end-session',
  'accept-finding',
  'withdraw-acceptance',
  'login-link',
  'keys create',
  'accounts set',
  'registry split',
  'registry review-dispute',
].toSorted()

/** Serves the account's audit log, filtered by action and time. */
export function serveAudit({ context, onPage }: AccountRoutes): void {
  onPage('/account/audit', '/account/audit', async ({ account, request }, frame) => {
    const query = auditQuery(request.query, actions)
    const offset = (query.page - 1) * limit
    return auditPage(frame, {
      query,
      actions,
      ...(await listAudit(context.db, account.id, { ...auditFilter(query), limit, offset })),
    })
  })
}
