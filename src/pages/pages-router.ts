import { type ErrorRequestHandler, type Request, type Response, Router } from 'express'
import type { Logger } from 'pino'
import { entityTag, isNamedBy } from '../api/conditional.ts'
import type { Database } from '../db/client.ts'
import { isDatabaseAway } from '../db/query-error.ts'
import { settingsJsonSchema } from '../project-settings/settings-shape.ts'
import { type Page, pageHtml } from './layout.ts'
import { faultPage, notFoundPage, unavailablePage, wrongMethodPage } from './notice-page.ts'
import { scanPage } from './scan-page.ts'
import { styleSheet, styleSheetPath } from './style-sheet.ts'

export interface PagesContext {
  readonly db: Database
  readonly log: Logger
}

const scanPath = '/scan/:scanId'

/** Where editors find what a project's settings may say. */
export const settingsSchemaPath = '/assay.schema.json'

/** Serves the pages that anybody may read, their style sheet, and the JSON Schema of a project's settings. They are outside the rate limits. */
export function pagesRouter(context: PagesContext): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(styleSheetPath, (_request, response) => void response.set('Cache-Control', 'public, max-age=31536000, immutable').type('css').send(styleSheet))
  const settingsSchema = JSON.stringify(settingsJsonSchema(), undefined, 2)
  // Editors in browsers ask from other origins.
  router.get(settingsSchemaPath, (_request, response) => void response.set({ 'Cache-Control': 'public, max-age=3600', 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }).type('application/schema+json').send(settingsSchema))
  router.get(scanPath, async (request, response) => {
    const page = await scanPage(context.db, request.params.scanId)
    if (page) sendRevalidated(request, response, page)
    else send(response, 404, notFoundPage)
  })
  router.all(scanPath, (_request, response) => {
    response.set('Allow', 'GET, HEAD')
    send(response, 405, wrongMethodPage)
  })
  router.use('/scan', errorPage(context))
  return router
}

/** Browsers keep a page but ask each time whether it still holds: scans go on, are deleted, and sources turn private. */
function sendRevalidated(request: Request, response: Response, page: Page): void {
  const content = pageHtml(page)
  const tag = entityTag(content, { isWholeBody: true })
  response.set({ ETag: tag, 'Cache-Control': 'private, no-cache', ...notForSearch })
  if (isNamedBy(request.headers['if-none-match'], tag)) response.status(304).end()
  else response.type('html').send(content)
}

function send(response: Response, status: number, page: Page): void {
  response.status(status).set(notForSearch).type('html').send(pageHtml(page))
}

const notForSearch = { 'X-Robots-Tag': 'noindex, nofollow' }

function errorPage({ log }: PagesContext): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => {
    // Express itself throws on a path that cannot be decoded: no page has one.
    if (error instanceof URIError) return send(response, 404, notFoundPage)
    log.error({ err: error, requestId: response.locals.requestId }, 'page failed')
    if (!isDatabaseAway(error)) return send(response, 500, faultPage)
    response.set('Retry-After', '5')
    send(response, 503, unavailablePage)
  }
}
