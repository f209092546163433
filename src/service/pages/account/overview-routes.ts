import { Account, getAccount } from '../../api/v1/get-account.ts'
import { AccountSettings, updateAccount } from '../../api/v1/update-account.ts'
import { notFoundPage } from '../notice-page.ts'
import type { AccountRoutes } from './page-registration.ts'
import { callEndpoint } from './call-endpoint.ts'
import { overviewPage } from './overview-page.ts'

/** Serves the overview of the account, and the form that switches between accounts. */
export function serveOverview({ context, onPage, onForm, show }: AccountRoutes): void {
  onPage('/account', '/account', async (member, frame) =>
    overviewPage(frame, await callEndpoint(context, member, getAccount, Account)),
  )
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
