import type { Request, Response } from 'express'
import { entityTag, isNamedBy } from '../api/conditional.ts'
import { encodingOf, sendCompressed } from '../api/send-compressed.ts'
import { cookieOf } from '../api/session-cookie.ts'
import { type Page, pageHtml, type Theme, themes } from './layout.ts'
import type { Asset } from './assets.ts'

/** Where a page is sent from. */
export interface SendContext {
  readonly publicUrl: string
}

export interface Sending {
  /** 200 unless given. */
  readonly status?: number
  /** Nobody keeps it: what an account sees. As the page says, unless given. */
  readonly isSecret?: boolean
  /** Origins beside ours that its forms may be sent to. */
  readonly formsMayGoTo?: readonly string[]
}

/** Name of the cookie that keeps which theme somebody has chosen. */
export const themeCookie = 'assay_theme'

/**
 * Sends a page, compressed. Its policy lets it load what we serve, and send forms to us. Browsers keep it but ask each
 * time whether it still holds: scans go on, entries change, and sources turn private.
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
    path: comesBackTo(request, { status, isSecret }),
  })
  // Added to what the path itself varies by.
  response
    .vary('Accept-Encoding, Cookie')
    .status(status)
    .set({
      'Content-Security-Policy': policy(formsMayGoTo),
      // With `no-referrer` browsers would post forms from the origin `null` (Fetch Standard, "append a request Origin
      // header").
      'Referrer-Policy': 'same-origin',
      ...(isSecret && { 'Cache-Control': 'no-store' }),
      ...(page.canonicalPath === undefined && { 'X-Robots-Tag': 'noindex, nofollow' }),
    })
  if (status === 200 && !isSecret) {
    // Weak: the compressed answer and the plain one are the same page.
    const tag = entityTag(content, { isWholeBody: false })
    response.set({ ETag: tag, 'Cache-Control': 'private, no-cache' })
    if (isNamedBy(request.headers['if-none-match'], tag)) return void response.status(304).end()
  }
  response.type('html')
  await sendCompressed(request, response, content)
}

/** Where the choice of a theme comes back to: not to what is not there, and without a query that is a secret. */
function comesBackTo(
  { originalUrl }: Request,
  { status, isSecret }: Required<Pick<Sending, 'status' | 'isSecret'>>,
): string {
  if (status !== 200) return '/'
  return isSecret ? (originalUrl.split('?')[0] ?? '/') : originalUrl
}

/** Sends a style sheet or script, which is kept for ever. */
export function sendAsset(request: Request, response: Response, { type, content, brotli: compressed }: Asset): void {
  response.set({ 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' }).type(type)
  if (encodingOf(request) === 'br') response.set('Content-Encoding', 'br').send(compressed)
  else response.send(content)
}

function policy(formsMayGoTo: readonly string[]): string {
  const forms = ["'self'", ...formsMayGoTo].join(' ')
  return (
    "default-src 'none';style-src 'self';script-src 'self';connect-src 'self';img-src 'self';base-uri " +
    `'none';form-action ${forms};frame-ancestors 'none'`
  )
}

function themeOf(request: Request): Theme {
  const chosen = cookieOf(request.headers, themeCookie)
  return themes.find((theme) => theme === chosen) ?? 'auto'
}
