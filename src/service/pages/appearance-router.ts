import { type Router, urlencoded } from 'express'
import { themes } from './layout.ts'
import { otherSitePage } from './notice-page.ts'
import { refuseOthers, type RouteContext } from './page-routes.ts'
import { sendPage, themeCookie } from './send-page.ts'
import { isFromOwnPages } from '../api/own-pages.ts'
import { nextPath } from './session/next-path.ts'

const yearMs = 365 * 24 * 60 * 60_000

/** Stores the chosen theme in a cookie, and redirects back to the page with the form. */
export function serveAppearance(router: Router, context: RouteContext): void {
  router.post('/appearance', urlencoded({ extended: false, limit: '8kb' }), async (request, response) => {
    if (!isFromOwnPages(request.headers, context.publicUrl))
      return sendPage(request, response, otherSitePage, context, { status: 403 })
    const { theme, back } = (request.body ?? {}) as Record<string, unknown>
    const chosen = themes.find((each) => each === theme)
    const cookie = {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: context.publicUrl.startsWith('https://'),
    } as const
    if (chosen === 'auto') response.clearCookie(themeCookie, cookie)
    else if (chosen !== undefined) response.cookie(themeCookie, chosen, { ...cookie, maxAge: yearMs })
    response.redirect(303, nextPath(back, '/'))
  })
  refuseOthers(router, context, '/appearance', 'POST')
}
