import type { Router } from 'express'
import type { Database } from '../../db/client.ts'
import { findClaim } from '../../db/registry/claims.ts'
import { findServer, hasClaimed } from '../../db/registry/servers.ts'
import { slugLimits } from '../../registry/slug-limits.ts'
import { type RouteContext, servePage } from '../page-routes.ts'
import { type SignedInContext, visitorOf } from '../session/visitor-of.ts'
import { findServerReport } from './find-server-report.ts'
import { Outcome } from './maintainer-forms.ts'
import { serverPage } from './server-page.ts'
import { readServerQuery, serverAddress } from './server-query.ts'

/** Serves the pages of servers. The slug of a merged server redirects to the other server. */
export function serveServers(
  router: Router,
  context: RouteContext & SignedInContext & { readonly db: Database },
): void {
  const { db, publicUrl } = context
  servePage(router, context, '/servers/:slug', async (request) => {
    const slug = String(request.params['slug'])
    // The database cannot store longer slugs or other characters.
    if (slug.length > slugLimits.maxCharacters || !/^[\w.-]+$/.test(slug)) return undefined
    const server = await findServer(db, slug)
    if (!server) return undefined
    if ('movedTo' in server) return { movedTo: serverAddress(server.movedTo) }
    if (server.slug !== slug) return { movedTo: serverAddress(server.slug) }
    const query = readServerQuery(request.query)
    const visitor = await visitorOf(context, request)
    const account = visitor?.account
    const isMaintainer = account !== undefined && (await hasClaimed(db, account.id, server.id))
    const reader = visitor &&
      account && {
        visitor,
        claim: await findClaim(db, server.id, account.id),
        outcome: Outcome.safeParse(request.query['done']).data,
      }
    return serverPage(await findServerReport(db, server, query, { isMaintainer }), query, {
      publicUrl,
      isMaintainer,
      reader,
    })
  })
}
