import { Account, getAccount } from '../../api/v1/get-account.ts'
import { notFoundPage } from '../notice-page.ts'
import type { AccountRoutes } from './page-registration.ts'
import { callEndpoint } from './call-endpoint.ts'
import { overviewPage } from './overview-page.ts'

/** The account at a glance, and which of several is worked with. */
export function serveOverview({ context, onPage, onForm, show }: AccountRoutes): void {
  onPage('/account', '/account', async (member, frame) =>
    overviewPage(frame, await callEndpoint(context, member, getAccount, Account)),
  )
  onForm('/account/choose', '/account', async (member, _frame, fields) => {
    if (!(await context.sessions.choose(member.visitor, fields.get('account') ?? '')))
      return show(member, notFoundPage, 404)
    member.response.redirect(303, '/account')
  })
}
