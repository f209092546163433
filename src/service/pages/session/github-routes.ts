import type { Request, Response, Router } from 'express'
import { isSameToken } from '../../accounts/session-token.ts'
import { cookieName, cookieOf, cookieOptions } from '../../api/session-cookie.ts'
import { authorizeAddress, personOfCode } from '../../github/people/authorize.ts'
import { type PeopleContext, signInCallbackPath } from '../../github/people/sign-in-place.ts'
import { sessionLimits } from '../../accounts/session-limits.ts'
import { refuseOthers, withinCeiling } from '../page-routes.ts'
import { sendPage } from '../send-page.ts'
import { nextPath } from './next-path.ts'
import { type SessionContext, startSession } from './session-routes.ts'
import { newAttempt, openAttempt, sealAttempt } from './sign-in-attempt.ts'
import { signInPage } from './sign-in-page.ts'

const problems = {
  denied: { status: 403, text: 'You denied this service access to your GitHub identity, so you are not signed in.' },
  stale: { status: 400, text: 'This sign-in attempt expired or was started in another browser. Start again.' },
  refused: { status: 400, text: 'GitHub no longer accepts this sign-in attempt. Start again.' },
  unreachable: { status: 503, text: 'GitHub is not responding. Try again in a few minutes.' },
} as const

/** Serves sign-in with GitHub. Only the browser that started it can use the code that GitHub returns. */
export function serveGitHubSignIn(router: Router, context: SessionContext, people: PeopleContext): void {
  const { publicUrl, masterKey, now, sessions } = context
  const cookie = cookieName('sign-in', publicUrl)
  const redirectUri = `${publicUrl}${signInCallbackPath}`
  const fail = (request: Request, response: Response, problem: keyof typeof problems, next = nextPath(undefined)) =>
    sendPage(
      request,
      response,
      signInPage({ next, gitHubHost: people.place.host, problem: problems[problem].text }),
      context,
      { status: problems[problem].status, isSecret: true },
    )

  router.get('/session/github', (request, response) => {
    const attempt = newAttempt(nextPath(request.query['next']), now())
    response.cookie(cookie, sealAttempt(masterKey, attempt), {
      ...cookieOptions(publicUrl),
      maxAge: sessionLimits.signInTimeoutMs,
    })
    response.redirect(303, authorizeAddress(people.place, { ...attempt, redirectUri }))
  })
  refuseOthers(router, context, '/session/github')

  // A HEAD request must not use up the code.
  router.head(signInCallbackPath, (_request, response) => void response.status(405).set('Allow', 'GET').end())
  router.get(signInCallbackPath, async (request, response) => {
    await withinCeiling(context, request, response, async () => {
      const attempt = openAttempt(masterKey, cookieOf(request.headers, cookie) ?? '', now())
      response.clearCookie(cookie, cookieOptions(publicUrl))
      const { code, state, error } = request.query
      if (!attempt || !isSameToken(state, attempt.state)) return fail(request, response, 'stale', attempt?.next)
      if (error !== undefined || typeof code !== 'string' || !/^[\w-]{1,200}$/.test(code))
        return fail(request, response, 'denied', attempt.next)
      const person = await personOfCode(people, { code, attempt: { ...attempt, redirectUri }, now: now() })
      if (typeof person === 'string') return fail(request, response, person, attempt.next)
      await startSession(
        context,
        request,
        response,
        await sessions.beginByGitHub(person, request.get('user-agent') ?? ''),
      )
      response.redirect(303, attempt.next)
    })
  })
  refuseOthers(router, context, signInCallbackPath, 'GET')
}
