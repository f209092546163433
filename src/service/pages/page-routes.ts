import type { ErrorRequestHandler, Request, Response, Router } from 'express'
import type { Logger } from 'pino'
import { clientNetwork } from '../api/client-network.ts'
import { isDatabaseAway } from '../db/query-error.ts'
import type { Page } from './layout.ts'
import {
  faultPage,
  notFoundPage,
  tooManyPage,
  unavailablePage,
  unreadableFormPage,
  wrongMethodPage,
} from './notice-page.ts'
import type { PageCeiling } from './page-ceiling.ts'
import { type SendContext, sendPage } from './send-page.ts'

export interface RouteContext extends SendContext {
  readonly log: Pick<Logger, 'error'>
  readonly ceiling: PageCeiling
}

/** Result for a URL: a page, a redirect, or undefined if no such page exists. */
export type PageAnswer = Page | { readonly movedTo: string } | undefined

/** Returns the client's network, to which the page limits apply. */
export function networkOf(request: Request): string {
  return clientNetwork(request.ip ?? '') ?? clientNetwork(request.socket.remoteAddress ?? '') ?? 'unknown'
}

/** Serves a page at a path for GET and HEAD. Other methods get status 405. */
export function servePage<Path extends string>(
  router: Router,
  context: RouteContext,
  path: Path,
  answer: (request: Request) => Promise<PageAnswer> | PageAnswer,
): void {
  router.get(path, async (request: Request, response) => {
    const page = await withinCeiling(context, request, response, () => answer(request))
    if (page === 'refused') return
    if (page === undefined) return sendPage(request, response, notFoundPage, context, { status: 404 })
    if ('movedTo' in page) return response.redirect(308, page.movedTo)
    await sendPage(request, response, page, context)
  })
  refuseOthers(router, context, path)
}

/** Responds with status 405 to all other methods on a path. */
export function refuseOthers(router: Router, context: RouteContext, path: string, allowed = 'GET, HEAD'): void {
  router.all(path, (request, response) =>
    sendPage(request, response.set('Allow', allowed), wrongMethodPage, context, { status: 405 }),
  )
}

/** Runs `answer` if the network is within its limit. Otherwise sends status 429 and returns `refused`. */
export async function withinCeiling<Answer>(
  context: RouteContext,
  request: Request,
  response: Response,
  answer: () => Promise<Answer> | Answer,
): Promise<Answer | 'refused'> {
  const seconds = context.ceiling.take(networkOf(request), performance.now())
  if (seconds === 0) return answer()
  await sendPage(request, response.set('Retry-After', String(seconds)), tooManyPage(request.method), context, {
    status: 429,
  })
  return 'refused'
}

/** Returns an error handler that sends a page without error details. */
export function errorPage(context: RouteContext): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error)
    const send = (status: number, page: Page) => sendPage(request, response, page, context, { status })
    // Express throws a URIError for a path that it cannot decode. No page has such a path.
    if (error instanceof URIError) return send(404, notFoundPage)
    const formStatus = statusOfForm(error)
    if (formStatus !== undefined) return send(formStatus, unreadableFormPage)
    context.log.error({ err: error, requestId: response.locals.requestId }, 'page failed')
    if (!isDatabaseAway(error)) return send(500, faultPage(request.method))
    response.set('Retry-After', '5')
    return send(503, unavailablePage(request.method))
  }
}

/**
 * Returns the status of a body-parser error about an oversized or invalid form, or undefined for other errors. Only
 * body-parser errors have a `status`.
 */
function statusOfForm(error: unknown): number | undefined {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined
}
