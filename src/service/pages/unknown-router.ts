import { Router } from 'express'
import { createPageCeiling } from './page-ceiling.ts'
import { notFoundPage } from './notice-page.ts'
import { type RouteContext, withinCeiling } from './page-routes.ts'
import { sendPage } from './send-page.ts'

const inApi = /^\/api(?:\/|$)/i

/** Sends the "not found" page to browsers for unknown URLs. Other clients and API requests get an API error. */
export function unknownRouter(given: Omit<RouteContext, 'ceiling'>): Router {
  const context = { ...given, ceiling: createPageCeiling() }
  const router = Router()
  router.use(async (request, response, next) => {
    // A client that accepts any type is not a browser.
    if (inApi.test(request.path) || request.accepts(['json', 'html']) !== 'html') return next()
    await withinCeiling(context, request, response, () =>
      sendPage(request, response, notFoundPage, context, { status: 404 }),
    )
  })
  return router
}
