import type { Request, Response } from 'express'
import { entityTag, isNamedBy } from '../api/conditional.ts'
import { encodingOf, sendCompressed } from '../api/send-compressed.ts'
import { cookieOf } from '../api/session-cookie.ts'
import { type Page, pageHtml, type Theme, themes } from './layout.ts'
import type { Asset } from './assets.ts'

/** Dependencies for sending a page. */
export interface SendContext {
  readonly publicUrl: string
}

export interface Sending {
  /** Default: 200. */
  readonly status?: number
  /** True if caches must not store the response. Default: the page's `isSecret`. */
  readonly isSecret?: boolean
  /** Other origins that forms on the page may submit to. */
  readonly formsMayGoTo?: readonly string[]
}

/** Name of the cookie that stores the chosen theme. */
export const themeCookie = 'assay_theme'

/**
 * Sends a compressed page. Its policy allows only content and forms from this service. Browsers may cache the page but
 * must revalidate it each time, because scans progress, entries change, and sources become private.
 */
export async function sendPage(
  request: Request,
  response: Response,
  page: Page,
  { publicUrl }: SendContext,
  { status = 200, isSecret = page.isSecret ?? false, formsMayGoTo = [] }: Sending = {},
): Promise<void> {
  const content = pageHtml(page, {
    publicUrl,
    theme: themeOf(request),
    path: returnPath(request, { status, isSecret }),
  })
  // `vary` keeps the values of the Vary header that the route has set.
  response
    .vary('Accept-Encoding, Cookie')
    .status(status)
    .set({
      'Content-Security-Policy': policy(formsMayGoTo),
      // With `no-referrer`, browsers would submit forms with the origin `null` (Fetch Standard, "append a request
      // Origin header").
      'Referrer-Policy': 'same-origin',
      ...(isSecret && { 'Cache-Control': 'no-store' }),
      ...(page.canonicalPath === undefined && { 'X-Robots-Tag': 'noindex, nofollow' }),
    })
  if (status === 200 && !isSecret) {
    // Weak, because the compressed and the uncompressed response are the same page.
    const tag = entityTag(content, { isWholeBody: false })
    response.set({ ETag: tag, 'Cache-Control': 'private, no-cache' })
    if (isNamedBy(request.headers['if-none-match'], tag)) return void response.status(304).end()
  }
  response.type('html')
  await sendCompressed(request, response, content)
}

/** Returns the path to which the theme form redirects. Excludes failed pages and secret queries. */
function returnPath(
  { originalUrl }: Request,
  { status, isSecret }: Required<Pick<Sending, 'status' | 'isSecret'>>,
): string {
  if (status !== 200) return '/'
  return isSecret ? (originalUrl.split('?')[0] ?? '/') : originalUrl
}

/** Sends an asset that clients can cache forever. */
export function sendAsset(request: Request, response: Response, { type, content, brotli: compressed }: Asset): void {
  response.set({ 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' }).type(type)
  if (compressed && encodingOf(request) === 'br') response.set('Content-Encoding', 'br').send(compressed)
  else response.send(content)
}

function policy(formsMayGoTo: readonly string[]): string {
  const forms = ["'self'", ...formsMayGoTo].join(' ')
  return (
    "default-src 'none';style-src 'self';script-src 'self';connect-src 'self';img-src 'self';font-src 'self';" +
    `base-uri 'none';form-action ${forms};frame-ancestors 'none'`
  )
}

function themeOf(request: Request): Theme {
  const chosen = cookieOf(request.headers, themeCookie)
  return themes.find((theme) => theme === chosen) ?? 'auto'
}
