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
import { serverAddress } from './server-query.ts'

const Anything = z.unknown()

/** Hears the forms of the page of a server. Each leads back to it; what the endpoint refuses is told as a page. */
export function serveMaintainers({ context, onForm, show }: AccountRoutes): void {
  const onDeed = (
    path: string,
    outcome: Outcome,
    act: (member: Member, params: { readonly slug: string }, fields: URLSearchParams) => Promise<unknown>,
  ) =>
    onForm(`/servers/:slug/${path}`, '/account', async (member, _frame, fields) => {
      const slug = await slugNow(String(member.request.params['slug']))
      if (slug === undefined) return show(member, notFoundPage, 404)
      const address = serverAddress(slug)
      try {
        await act(member, { slug }, fields)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code === 'INTERNAL') throw error
        member.response.set(error.headers)
        return show(
          member,
          problemElsewherePage(error, { address: `${address}#maintain`, name: slug }),
          apiErrors[error.code].status,
        )
      }
      member.response.redirect(303, `${address}?done=${outcome}#maintain`)
    })

  /** Of one that became part of another, that one's. */
  async function slugNow(slug: string): Promise<string | undefined> {
    if (slug.length > slugLimits.maxCharacters || !/^[\w.-]+$/.test(slug)) return undefined
    const server = await findServer(context.db, slug)
    return server && ('movedTo' in server ? server.movedTo : server.slug)
  }

  onDeed('claim', 'claimed', (member, params) => callEndpoint(context, member, createClaim, Anything, { params }))
  onDeed('claim/check', 'checking', (member, params) =>
    callEndpoint(context, member, createClaimCheck, Anything, { params }),
  )
  onDeed('rescan', 'rescan', async (member, params) => {
    // A scan costs an account what it costs in the API: pages are no way around its limits.
    const { granted } = await context.limiter.take(`account:${member.account.id}`, rateLimitsOf(member.account))
    if (!granted)
      throw new ApiError(
        'RATE_LIMITED',
        `The account (plan ${member.account.plan}) has made as many requests as it may for now. Come back a ` +
          'little later.',
      )
    return callEndpoint(context, member, createRescan, Anything, { params })
  })
  onDeed('disputes', 'disputed', (member, params, fields) => {
    // Browsers end the lines of a form's text with both (HTML Standard, "constructing the entry list").
    const reason = (fields.get('reason') ?? '').replaceAll('\r\n', '\n')
    return callEndpoint(context, member, createDispute, Anything, {
      params,
      body: { fingerprint: fields.get('fingerprint') ?? '', reason },
    })
  })
}
