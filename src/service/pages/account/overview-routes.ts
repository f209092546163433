import { Account, getAccount } from '../../api/v1/get-account.ts'
import { AccountSettings, updateAccount } from '../../api/v1/update-account.ts'
import { countRepositoriesOfInstallations } from '../../db/github/repositories.ts'
import { countScansByDay } from '../../db/scans/scans-by-day.ts'
import { notFoundPage } from '../notice-page.ts'
import { pageLimits } from '../page-limits.ts'
import type { AccountRoutes } from './page-registration.ts'
import { callEndpoint } from './call-endpoint.ts'
import { overviewPage } from './overview-page.ts'

/** Serves the account overview, and the form that switches between accounts. */
export function serveOverview({ context, onPage, onForm, show }: AccountRoutes): void {
  onPage('/account', '/account', async (member, frame) => {
    const { db, now } = context
    const [account, counts, days] = await Promise.all([
      callEndpoint(context, member, getAccount, Account),
      countRepositoriesOfInstallations(db, member.account.id),
      countScansByDay(db, member.account.id, { days: pageLimits.usageDays, now: now() }),
    ])
    return overviewPage(frame, { days, counts }, account)
  })
  onForm('/account/private-sources', '/account', async (member, _frame, fields) => {
    const body = { resolvesPrivateSources: fields.get('resolve') === 'on' }
    await callEndpoint(context, member, updateAccount, AccountSettings, { body })
    member.response.redirect(303, '/account')
  })
  onForm('/account/choose', '/account', async (member, _frame, fields) => {
    if (!(await context.sessions.choose(member.visitor, fields.get('account') ?? '')))
      return show(member, notFoundPage, 404)
    member.response.redirect(303, '/account')
  })
}
