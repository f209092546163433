import { z } from 'zod'
import { rateLimitsOf } from '../../accounts/plans.ts'
import { ApiError, apiErrors } from '../../api/api-error.ts'
import { createClaim } from '../../api/v1/create-claim.ts'
import { createClaimCheck } from '../../api/v1/create-claim-check.ts'
import { createDispute } from '../../api/v1/create-dispute.ts'
import { createRescan } from '../../api/v1/create-rescan.ts'
import { findServer } from '../../db/registry/servers.ts'
import { slugLimits } from '../../registry/slug-limits.ts'
import type { Member } from '../account/account-context.ts'
import { problemElsewherePage } from '../account/account-notices.ts'
import type { AccountRoutes } from '../account/page-registration.ts'
import { callEndpoint } from '../account/call-endpoint.ts'
import { notFoundPage } from '../notice-page.ts'
import type { Outcome } from './maintainer-forms.ts'
import { tabAddress } from './server-tabs.ts'

const Anything = z.unknown()

/** Serves the forms on a server page. Each form redirects back to the page. An API error becomes an error page. */
export function serveMaintainers({ context, onForm, show }: AccountRoutes): void {
  const onAction = (
    path: string,
    outcome: Outcome,
    act: (member: Member, params: { readonly slug: string }, fields: URLSearchParams) => Promise<unknown>,
  ) =>
    onForm(`/servers/:slug/${path}`, '/account', async (member, _frame, fields) => {
      const slug = await currentSlug(String(member.request.params['slug']))
      if (slug === undefined) return show(member, notFoundPage, 404)
      const address = tabAddress(slug, outcome === 'disputed' ? 'findings' : 'badge')
      const place = outcome === 'disputed' ? '' : '#maintain'
      try {
        await act(member, { slug }, fields)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code === 'INTERNAL') throw error
        member.response.set(error.headers)
        return show(
          member,
          problemElsewherePage(error, { address: `${address}${place}`, name: slug }),
          apiErrors[error.code].status,
        )
      }
      member.response.redirect(303, `${address}?done=${outcome}${place}`)
    })

  /** Returns a server's current slug. For a merged server, this is the slug of the remaining server. */
  async function currentSlug(slug: string): Promise<string | undefined> {
    if (slug.length > slugLimits.maxCharacters || !/^[\w.-]+$/.test(slug)) return undefined
    const server = await findServer(context.db, slug)
    return server && ('movedTo' in server ? server.movedTo : server.slug)
  }

  onAction('claim', 'claimed', (member, params) => callEndpoint(context, member, createClaim, Anything, { params }))
  onAction('claim/check', 'checking', (member, params) =>
    callEndpoint(context, member, createClaimCheck, Anything, { params }),
  )
  onAction('rescan', 'rescan', async (member, params) => {
    // A scan counts toward the rate limit as in the API. Otherwise, pages would bypass the account's limits.
    const { granted } = await context.limiter.take(`account:${member.account.id}`, rateLimitsOf(member.account))
    if (!granted)
      throw new ApiError(
        'RATE_LIMITED',
        `The account (plan: ${member.account.plan}) has reached its rate limit. Try again later.`,
      )
    return callEndpoint(context, member, createRescan, Anything, { params })
  })
  onAction('disputes', 'disputed', (member, params, fields) => {
    // Browsers submit line breaks as CRLF (HTML Standard, "constructing the entry list").
    const reason = (fields.get('reason') ?? '').replaceAll('\r\n', '\n')
    return callEndpoint(context, member, createDispute, Anything, {
      params,
      body: { fingerprint: fields.get('fingerprint') ?? '', reason },
    })
  })
}
