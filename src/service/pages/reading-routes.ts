import type { Request, Router } from 'express'
import type { Endpoint } from '../api/endpoint.ts'
import { predicateTypePath } from '../registry/receipts/statement.ts'
import { advisoriesPage } from './advisories/advisories-page.ts'
import { readAdvisoriesQuery } from './advisories/advisories-query.ts'
import { advisoryAddress, advisoryPage } from './advisories/advisory-page.ts'
import { comparedSlugs, comparePage } from './compare/compare-page.ts'
import { designPage, designPath } from './docs/design/design-page.ts'
import { type DocsPage, framed, searchPath } from './docs/docs-frame.ts'
import { docsPage, documentPage, movedPaths } from './docs/docs-pages.ts'
import { documentPaths } from './docs/documents.ts'
import { errorsPage, errorsPath } from './docs/errors-page.ts'
import { referencePages } from './docs/reference/reference-page.ts'
import { referencePaths } from './docs/reference/reference-paths.ts'
import { searchPage } from './docs/search/search-page.ts'
import { type RouteContext, servePage } from './page-routes.ts'
import { pageNumber } from './parts/paging.ts'
import { type ReadContext, readPage } from './read-page.ts'
import { readSearchText } from './registry/registry-query.ts'
import { servedRulePage } from './rules/rule-page.ts'
import { rulesPage } from './rules/rules-page.ts'
import { readRulesQuery } from './rules/rules-query.ts'
import { type SignedInContext, visitorOf } from './session/visitor-of.ts'
import { serveStatsFiles } from './stats/stats-files.ts'
import { statsPage } from './stats/stats-page.ts'
import { readGroup } from './stats/weaknesses-section.ts'

/** Serves the advisory, comparison, rule, statistics, and documentation pages. */
export function serveReading(
  router: Router,
  context: RouteContext &
    SignedInContext &
    ReadContext & {
      /** Default: the endpoint catalogue. */ readonly endpoints?: readonly Endpoint[] | undefined
    },
): void {
  const readerOf = async (request: Request) => ({
    accountId: (await visitorOf(context, request))?.account?.id,
    page: pageNumber(request.query['page']),
  })
  servePage(router, context, '/advisories', async (request) => {
    const reader = await readerOf(request)
    return readPage(context, request, (db) =>
      advisoriesPage(db, reader, { query: readAdvisoriesQuery(request.query), now: new Date() }),
    )
  })
  router.get('/advisories/find', (request, response) => {
    const { id } = request.query
    response.redirect(
      303,
      typeof id === 'string' && id.trim() !== ''
        ? advisoryAddress(id.trim().toWellFormed().slice(0, 100))
        : '/advisories',
    )
  })
  servePage(router, context, '/advisories/:advisoryId', async (request) => {
    const reader = await readerOf(request)
    return readPage(context, request, (db) => advisoryPage(db, String(request.params['advisoryId']), reader))
  })
  servePage(router, context, '/compare', (request) =>
    readPage(context, request, (db) =>
      comparePage(db, comparedSlugs(request.query['servers']), readSearchText(request.query['q'])),
    ),
  )
  servePage(router, context, '/servers', () => ({ movedTo: '/' }))
  servePage(router, context, '/rules', (request) => rulesPage(readRulesQuery(request.query)))
  servePage(router, context, '/rules/:ruleId', (request) =>
    readPage(context, request, (db) => servedRulePage(db, String(request.params['ruleId']))),
  )
  servePage(router, context, '/stats', (request) =>
    readPage(context, request, (db) => statsPage(db, readGroup(request.query))),
  )
  serveStatsFiles(router, context)
  serveDocs(router, context)
  servePage(router, context, predicateTypePath, () => ({ movedTo: '/docs/registry' }))
}

/** Serves the documentation and its search. */
function serveDocs(router: Router, context: RouteContext & { readonly endpoints?: readonly Endpoint[] | undefined }) {
  const serve = (path: string, answer: (request: Request) => DocsPage | undefined) =>
    servePage(router, context, path, (request) => {
      const page = answer(request)
      return page && framed(page)
    })
  serve('/docs', () => docsPage())
  serve(errorsPath, () => errorsPage())
  serve(designPath, (request) => designPage(request.query['show']))
  servePage(router, context, searchPath, (request) => searchPage(request.query['q']))
  let reference: ReadonlyMap<string, DocsPage> | undefined
  for (const path of referencePaths)
    serve(path, () => (reference ??= referencePages(context.publicUrl, context.endpoints)).get(path))
  // One route per document, because other routers serve other paths below /docs.
  for (const path of documentPaths) serve(path, () => documentPage(path))
  for (const [path, movedTo] of movedPaths) servePage(router, context, path, () => ({ movedTo }))
}
