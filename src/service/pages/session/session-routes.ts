import { type Request, type Response, type Router, urlencoded } from 'express'
import type { AccountContext } from '../../accounts/account-context.ts'
import { recordAudit } from '../../accounts/audit.ts'
import { loginPath, redeemLoginLink } from '../../accounts/login-link.ts'
import { isFormToken, isToken } from '../../accounts/session-token.ts'
import type { Sessions } from '../../accounts/sessions.ts'
import { callerOfVisitor } from '../../accounts/visitor.ts'
import { isFromOwnPages } from '../../api/own-pages.ts'
import { clearSessionCookie, setSessionCookie } from '../../api/session-cookie.ts'
import type { PeopleContext } from '../../github/people/sign-in-place.ts'
import { otherSitePage } from '../notice-page.ts'
import { refuseOthers, type RouteContext, withinCeiling } from '../page-routes.ts'
import { sendPage } from '../send-page.ts'
import { nextPath } from './next-path.ts'
import { type SignInOptions, signInPage } from './sign-in-page.ts'
import { visitorOf } from './visitor-of.ts'

export interface SessionContext extends RouteContext, AccountContext {
  readonly sessions: Sessions
  readonly now: () => Date
  /** If absent, visitors cannot sign in with GitHub. */
  readonly gitHubSignIn?: PeopleContext | undefined
}

const noLink =
  'This link is invalid: it was already used, has expired, or was not copied completely. Create a new link.'

/** Serves sign-in links and sign-out. */
export function serveSession(router: Router, context: SessionContext): void {
  const { publicUrl, sessions, masterKey, now } = context
  const form = urlencoded({ extended: false, limit: '8kb' })
  const sendSignIn = (request: Request, response: Response, options: SignInOptions, status = 200) =>
    sendPage(request, response, signInPage({ ...options, gitHubHost: context.gitHubSignIn?.place.host }), context, {
      status,
      isSecret: true,
    })

  router.get(loginPath, async (request, response) => {
    await withinCeiling(context, request, response, () =>
      sendSignIn(request, response, { next: nextPath(request.query['next']) }),
    )
  })
  router.post(loginPath, form, async (request, response) => {
    if (!isFromOwnPages(request.headers, publicUrl))
      return sendPage(request, response, otherSitePage, context, { status: 403, isSecret: true })
    const { link, next: requestedNext } = (request.body ?? {}) as Record<string, unknown>
    const next = nextPath(requestedNext)
    await withinCeiling(context, request, response, async () => {
      const token = typeof link === 'string' ? (link.split('#').at(-1)?.trim() ?? '') : ''
      const accountId = isToken(token) ? await redeemLoginLink(context, token, now()) : undefined
      if (accountId === undefined) return sendSignIn(request, response, { next, problem: noLink }, 400)
      await startSession(
        context,
        request,
        response,
        await sessions.beginByLink(accountId, request.get('user-agent') ?? ''),
      )
      response.redirect(303, next)
    })
  })
  refuseOthers(router, context, loginPath, 'GET, HEAD, POST')

  router.post('/session/end', form, async (request, response) => {
    const visitor = await visitorOf(context, request)
    const { token } = (request.body ?? {}) as Record<string, unknown>
    if (!isFromOwnPages(request.headers, publicUrl) || (visitor && !isFormToken(masterKey, visitor.sessionId, token)))
      return sendPage(request, response, otherSitePage, context, { status: 403, isSecret: true })
    if (visitor) await sessions.end(visitor, visitor.sessionId)
    clearSessionCookie(response, publicUrl)
    response.redirect(303, '/')
  })
  refuseOthers(router, context, '/session/end', 'POST')
}

/** Starts a new browser session and ends the earlier one. The new token prevents session fixation. */
export async function startSession(
  context: SessionContext,
  request: Request,
  response: Response,
  token: string,
): Promise<void> {
  const { sessions, publicUrl, db, now } = context
  const earlier = await visitorOf(context, request)
  if (earlier) await sessions.end(earlier, earlier.sessionId)
  setSessionCookie(response, token, publicUrl)
  const visitor = await sessions.visitorOf(token)
  const caller = visitor && callerOfVisitor(visitor)
  if (caller) await recordAudit(db, caller, { action: 'sign-in', subject: 'a browser' }, now())
}
