import { type Request, type Response, Router } from 'express'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { MasterKey } from '../accounts/master-key.ts'
import { cookieOf } from '../api/session-cookie.ts'
import { appManifest, manifestDonePath } from '../github/manifest.ts'
import { type ConversionFailure, convertManifestCode } from '../github/manifest-conversion.ts'
import type { GitHubPlace } from '../../settings/github-settings.ts'
import { createManifestState, isManifestPass, isManifestState, passMs, setupPath } from '../github/manifest-pass.ts'
import type { Network } from '../../engine/net/network.ts'
import { githubCredentialsPage, githubSetupPage } from './github-setup-page.ts'
import {
  askingPage,
  configuredPage,
  conversionFailurePages,
  givenPage,
  lostAnswerPage,
  noPassPage,
  wrongOrganizationPage,
  wrongStatePage,
} from './github-setup-notices.ts'
import type { Page } from './layout.ts'
import { wrongMethodPage } from './notice-page.ts'
import { type SendContext, sendPage } from './send-page.ts'

/** Dependencies for registering the GitHub App. */
export interface GitHubSetupContext {
  readonly place: GitHubPlace
  /** True if the service already has a GitHub App. The pages then reject another registration. */
  readonly isConfigured: boolean
  readonly network: Network
}

type Context = GitHubSetupContext & {
  readonly masterKey: MasterKey
  readonly log: Logger
  readonly publicUrl: string
  readonly now: () => Date
}

/**
 * State of a code exchange in this process. `unanswered`: GitHub may have used the code. If GitHub did not perform the
 * exchange, the code has no entry and can be retried.
 */
type Exchange = 'asking' | 'unanswered' | 'given' | 'unusable'

const passCookie = 'assay_github_setup'

/**
 * Serves the pages on which the operator registers the GitHub App. They require a pass: the first request has it in its
 * query, later requests in a cookie. The pass therefore stays out of the browser history, and only the browser that
 * started can finish. Only one response contains the credentials.
 */
export function githubSetupRouter(context: Context): Router {
  const { place, isConfigured, network, masterKey, log, publicUrl, now } = context
  const cookie = { httpOnly: true, sameSite: 'lax', path: setupPath, secure: publicUrl.startsWith('https://') } as const
  const exchanges = new LRUCache<string, Exchange>({ max: 1_000, ttl: passMs })
  const passOf = (request: Request) => {
    const pass = cookieOf(request.headers, passCookie)
    return pass !== undefined && isManifestPass(context, pass, now()) ? pass : undefined
  }

  const router = Router({ caseSensitive: true, strict: true })
  router.get(setupPath, async (request, response) => {
    if (isConfigured) return send(request, response, context, 200, configuredPage)
    const { pass: passOfLink, organization } = request.query
    if (typeof passOfLink === 'string' && isManifestPass({ masterKey }, passOfLink, now())) {
      return void response.cookie(passCookie, passOfLink, { ...cookie, maxAge: passMs }).redirect(303, setupPath)
    }
    const pass = passOf(request)
    if (pass === undefined) return send(request, response, context, 403, noPassPage)
    const owner = typeof organization === 'string' && organization !== '' ? organization : undefined
    if (owner !== undefined && !/^[a-z\d][a-z\d-]{0,38}$/i.test(owner))
      return send(request, response, context, 400, wrongOrganizationPage)
    await send(
      request,
      response,
      context,
      200,
      githubSetupPage({
        place,
        manifest: appManifest(publicUrl),
        state: createManifestState({ masterKey }, pass),
        organization: owner,
      }),
      [`https://${place.host}`],
    )
  })
  // A HEAD request must not use up the code.
  const sendWrongMethod = (request: Request, response: Response) =>
    send(request, response.set('Allow', 'GET'), context, 405, wrongMethodPage)
  router.head(manifestDonePath, (request, response) => sendWrongMethod(request, response))
  router.get(manifestDonePath, async (request, response) => {
    if (isConfigured) return send(request, response, context, 200, configuredPage)
    const pass = passOf(request)
    if (pass === undefined) return send(request, response, context, 403, noPassPage)
    const sendFailure = (failure: ConversionFailure) =>
      send(request, response, context, conversionFailurePages[failure].status, conversionFailurePages[failure].page)
    const { code, state } = request.query
    if (
      typeof state !== 'string' ||
      !isManifestState({ masterKey }, pass, state) ||
      typeof code !== 'string' ||
      !/^[\w-]{1,200}$/.test(code)
    )
      return send(request, response, context, 400, wrongStatePage)
    const earlier = exchanges.get(state)
    if (earlier === 'asking') return send(request, response, context, 409, askingPage)
    if (earlier === 'given') return send(request, response, context, 409, givenPage)
    if (earlier === 'unusable') return sendFailure('unusable')
    exchanges.set(state, 'asking')
    const converted = await convertManifestCode({ network, log, place }, code).catch((error: unknown) => {
      exchanges.set(state, 'unanswered')
      throw error
    })
    if (typeof converted !== 'string') {
      exchanges.set(state, 'given')
      return send(
        request,
        response.clearCookie(passCookie, cookie),
        context,
        200,
        githubCredentialsPage(converted, place),
      )
    }
    if (converted === 'unusable' || converted === 'unanswered') exchanges.set(state, converted)
    else if (earlier === 'unanswered') exchanges.set(state, earlier)
    else exchanges.delete(state)
    if (converted === 'unknown-code' && earlier === 'unanswered')
      return send(request, response, context, 410, lostAnswerPage)
    await sendFailure(converted)
  })
  for (const path of [setupPath, manifestDonePath])
    router.all(path, (request, response) => sendWrongMethod(request, response))
  return router
}

function send(
  request: Request,
  response: Response,
  context: SendContext,
  status: number,
  page: Page,
  formsMayGoTo: readonly string[] = [],
): Promise<void> {
  return sendPage(request, response, page, context, { status, isSecret: true, formsMayGoTo })
}
