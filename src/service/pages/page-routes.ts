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

/** What is found at an address: a page, the address where it is now, or nothing. */
export type PageAnswer = Page | { readonly movedTo: string } | undefined

/** Who asks, as far as ceilings go. */
export function networkOf(request: Request): string {
  return clientNetwork(request.ip ?? '') ?? clientNetwork(request.socket.remoteAddress ?? '') ?? 'unknown'
}

/** Serves a page at a path to GET and HEAD, and refuses every other method. */
export function servePage<Path extends string>(
  router: Router,
  context: RouteContext,
  path: Path,
  answer: (request: Request) => Promise<PageAnswer> | PageAnswer,
): void {
  router.get(path, async (request: Request, response) => {
    const found = await withinCeiling(context, request, response, () => answer(request))
    if (found === 'refused') return
    if (found === undefined) return sendPage(request, response, notFoundPage, context, { status: 404 })
    if ('movedTo' in found) return response.redirect(308, found.movedTo)
    await sendPage(request, response, found, context)
  })
  refuseOthers(router, context, path)
}

/** Answers what is not served at a path with 405. */
export function refuseOthers(router: Router, context: RouteContext, path: string, allowed = 'GET, HEAD'): void {
  router.all(path, (request, response) =>
    sendPage(request, response.set('Allow', allowed), wrongMethodPage, context, { status: 405 }),
  )
}

/** Does something for whoever has not asked for too much; else says so. */
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

/** Tells of a failure as a page, without what failed. */
export function errorPage(context: RouteContext): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error)
    const send = (status: number, page: Page) => sendPage(request, response, page, context, { status })
    // Express itself throws on a path that cannot be decoded: no page has one.
    if (error instanceof URIError) return send(404, notFoundPage)
    const refused = statusOfForm(error)
    if (refused !== undefined) return send(refused, unreadableFormPage)
    context.log.error({ err: error, requestId: response.locals.requestId }, 'page failed')
    if (!isDatabaseAway(error)) return send(500, faultPage(request.method))
    response.set('Retry-After', '5')
    return send(503, unavailablePage(request.method))
  }
}

/**
 * The status that body-parser gives its errors for a form that is too large or cannot be read, which alone tells them
 * from ours; undefined for other errors.
 */
function statusOfForm(error: unknown): number | undefined {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined
}
