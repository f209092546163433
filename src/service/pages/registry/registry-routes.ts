import { type Router, urlencoded } from 'express'
import { isFormToken } from '../../accounts/session-token.ts'
import type { Database } from '../../db/client.ts'
import type { InstallPage } from '../../github/app-page.ts'
import { otherSitePage } from '../notice-page.ts'
import { networkOf, refuseOthers, type RouteContext, servePage, withinCeiling } from '../page-routes.ts'
import { type ReadContext, readPage } from '../read-page.ts'
import { sendPage } from '../send-page.ts'
import { isFromOwnPages } from '../../api/own-pages.ts'
import { type SignedInContext, visitorOf } from '../session/visitor-of.ts'
import { submitScan, type SubmitContext } from '../submit/submit-scan.ts'
import { registryPage } from './registry-page.ts'
import { readRegistryQuery, readSearchText } from './registry-query.ts'
import { findSuggestions, suggestionsPath } from './suggestions.ts'

/** Serves the registry page and the form that starts a scan. */
export function serveRegistry(
  router: Router,
  context: RouteContext &
    SubmitContext &
    SignedInContext &
    ReadContext & { readonly db: Database; readonly installPage?: InstallPage | undefined },
): void {
  const installUrl = () => context.installPage?.url(new Date())
  servePage(router, context, '/', async (request) => {
    const visitor = await visitorOf(context, request)
    return readPage(context, request, (db) =>
      registryPage(db, readRegistryQuery(request.query), { visitor, installUrl: installUrl() }),
    )
  })
  router.get(suggestionsPath, async (request, response) => {
    await withinCeiling(context, request, response, async () => {
      const suggestions = await readPage(context, request, (db) =>
        findSuggestions(db, readSearchText(request.query['q'])),
      )
      response.set('X-Robots-Tag', 'noindex').json({ suggestions })
    })
  })
  refuseOthers(router, context, suggestionsPath)
  router.post('/scans', urlencoded({ extended: false, limit: '16kb' }), async (request, response) => {
    if (!isFromOwnPages(request.headers, context.publicUrl))
      return sendPage(request, response, otherSitePage, context, { status: 403 })
    const { url, branch, token } = (request.body ?? {}) as Record<string, unknown>
    const sent = {
      url: typeof url === 'string' ? url.trim() : '',
      branch: typeof branch === 'string' ? branch.trim() : '',
    }
    const visitor = await visitorOf(context, request)
    if (visitor && !isFormToken(context.masterKey, visitor.sessionId, token))
      return sendPage(request, response, otherSitePage, context, { status: 403 })
    await withinCeiling(context, request, response, async () => {
      const submission = await submitScan(context, { ...sent, network: networkOf(request), account: visitor?.account })
      if ('scanId' in submission) return response.redirect(303, `/scan/${submission.scanId}`)
      const { status, problem } = submission
      await sendPage(
        request,
        response,
        await registryPage(context.db, readRegistryQuery({}), {
          sent: { ...sent, problem },
          visitor,
          installUrl: installUrl(),
        }),
        context,
        { status },
      )
    })
  })
  refuseOthers(router, context, '/scans', 'POST')
}
