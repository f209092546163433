import type { AccountRoutes } from './page-registration.ts'
import { type Request, type Response, Router, urlencoded } from 'express'
import { isFormToken } from '../../accounts/session-token.ts'
import { callerOfVisitor, type Visitor } from '../../accounts/visitor.ts'
import { ApiError, apiErrors } from '../../api/api-error.ts'
import { isFromOwnPages } from '../../api/own-pages.ts'
import { listGithubInstallations } from '../../db/github/installations.ts'
import { notFoundPage, otherSitePage } from '../notice-page.ts'
import { errorPage, refuseOthers, withinCeiling } from '../page-routes.ts'
import { sendPage } from '../send-page.ts'
import { serveMaintainers } from '../server/maintainer-routes.ts'
import { serveGitHubSignIn } from '../session/github-routes.ts'
import { signInAddress } from '../session/next-path.ts'
import { serveSession } from '../session/session-routes.ts'
import { visitorOf } from '../session/visitor-of.ts'
import type { AccountPagesContext, Member } from './account-context.ts'
import type { AccountFrame, AccountTab } from './account-frame.ts'
import { serveAudit } from './audit-routes.ts'
import { serveKeys } from './keys-routes.ts'
import { gitHubSilentPage, noAccountPage, problemPage } from './account-notices.ts'
import { serveOrganizations } from './organization-routes.ts'
import { serveOverview } from './overview-routes.ts'
import { serveAccountScans } from './scans-routes.ts'
import { serveSessions } from './sessions-routes.ts'
import { serveWebhooks } from './webhooks-routes.ts'

/** Serves sign-in, sign-out, the account pages, and the forms on server pages. */
export function accountRouter(context: AccountPagesContext): Router {
  const router = Router({ caseSensitive: true, strict: true })
  serveSession(router, context)
  if (context.gitHubSignIn) serveGitHubSignIn(router, context, context.gitHubSignIn)
  const routes = accountRoutes(router, context)
  serveOverview(routes)
  serveOrganizations(routes)
  serveAccountScans(routes)
  serveKeys(routes)
  serveWebhooks(routes)
  serveSessions(routes)
  serveAudit(routes)
  serveMaintainers(routes)
  router.get('/account/*rest', (request, response) =>
    sendPage(request, response, notFoundPage, context, { status: 404, isSecret: true }),
  )
  for (const path of ['/account', '/account/*rest']) refuseOthers(router, context, path, 'GET, HEAD, POST')
  router.use(['/account', '/login', '/servers', '/session'], errorPage(context))
  return router
}

function accountRoutes(router: Router, context: AccountPagesContext): AccountRoutes {
  // `extended: false` keeps values as strings. A field can occur several times.
  const form = urlencoded({ extended: false, limit: '64kb' })
  const show: AccountRoutes['show'] = ({ request, response }, page, status = 200) =>
    sendPage(request, response, page, context, { status, isSecret: true })

  /**
   * Returns the signed-in visitor who manages an account. For other visitors, sends the response and returns undefined.
   */
  async function memberOf(request: Request, response: Response): Promise<Member | undefined> {
    const visitor = await signedIn(request, response)
    const caller = visitor && callerOfVisitor(visitor)
    if (visitor?.account && caller) return { visitor, account: visitor.account, caller, request, response }
    if (visitor) await show({ request, response }, noAccountPage(visitor), 403)
    return undefined
  }

  /**
   * Returns the signed-in visitor with current permissions. For other visitors, sends the response and returns
   * undefined.
   */
  async function signedIn(request: Request, response: Response): Promise<Visitor | undefined> {
    const visitor = await visitorOf(context, request)
    if (visitor && !visitor.isGitHubSilent) return visitor
    if (visitor) await showSilence(visitor, request, response)
    else response.redirect(303, signInAddress(request.method === 'GET' ? request.originalUrl : '/account'))
    return undefined
  }

  const showSilence = (visitor: Visitor, request: Request, response: Response) =>
    show({ request, response: response.set('Retry-After', '30') }, gitHubSilentPage(visitor), 503)

  async function frameOf(
    { visitor, account }: Pick<Member, 'visitor' | 'account'>,
    tab: AccountTab,
  ): Promise<AccountFrame> {
    return {
      visitor,
      account,
      tab,
      installations: await listGithubInstallations(
        context.db,
        visitor.accounts.map(({ id }) => id),
      ),
    }
  }

  /** Runs `act`, and shows an `ApiError` as a page. */
  async function withProblems(member: Member, frame: AccountFrame, act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'INTERNAL') throw error
      if (error.code === 'NOT_FOUND') return show(member, notFoundPage, 404)
      const { status } = apiErrors[error.code]
      await show(member, problemPage(frame, error), status)
    }
  }

  return {
    context,
    show,
    onPage(path, tab, make) {
      router.get(path, async (request, response) => {
        await withinCeiling(context, request, response, async () => {
          const member = await memberOf(request, response)
          if (!member) return
          const frame = await frameOf(member, tab)
          await withProblems(member, frame, async () => show(member, await make(member, frame)))
        })
      })
    },
    onPersonalPage(path, tab, make) {
      router.get(path, async (request, response) => {
        await withinCeiling(context, request, response, async () => {
          const visitor = await signedIn(request, response)
          if (!visitor) return
          const { account } = visitor
          const page = await make({ visitor, frame: account && (await frameOf({ visitor, account }, tab)) }, request)
          if (page === 'unknown') return show({ request, response }, notFoundPage, 404)
          if (page === 'ended') return response.redirect(303, signInAddress(request.originalUrl))
          if (page === 'unreachable') return showSilence(visitor, request, response)
          await show({ request, response }, page)
        })
      })
    },
    onForm(path, tab, act) {
      router.post(path, form, async (request, response) => {
        if (!isFromOwnPages(request.headers, context.publicUrl)) return show({ request, response }, otherSitePage, 403)
        await withinCeiling(context, request, response, async () => {
          const member = await memberOf(request, response)
          if (!member) return
          const fields = fieldsOf(request.body)
          if (!isFormToken(context.masterKey, member.visitor.sessionId, fields.get('token')))
            return show(member, otherSitePage, 403)
          const frame = await frameOf(member, tab)
          await withProblems(member, frame, () => act(member, frame, fields))
        })
      })
    },
  }
}

/** Returns the form fields. Each field can occur several times. */
function fieldsOf(body: unknown): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    for (const each of Array.isArray(value) ? value : [value]) if (typeof each === 'string') fields.append(name, each)
  }
  return fields
}
