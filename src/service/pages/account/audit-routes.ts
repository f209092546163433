import { listAudit } from '../../db/accounts/audit.ts'
import { pageLimits } from '../page-limits.ts'
import { pageNumber } from '../parts/paging.ts'
import type { AccountRoutes } from './page-registration.ts'
import { auditPage } from './audit-page.ts'

const limit = pageLimits.maxAuditEntries

/** Serves the audit log of the account. */
export function serveAudit({ context, onPage }: AccountRoutes): void {
  onPage('/account/audit', '/account/audit', async ({ account, request }, frame) => {
    const page = pageNumber(request.query['page'])
    return auditPage(frame, {
      page,
      ...(await listAudit(context.db, account.id, { limit, offset: (page - 1) * limit })),
    })
  })
}
