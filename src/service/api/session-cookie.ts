import type { IncomingHttpHeaders } from 'node:http'
import type { CookieOptions, Response } from 'express'
import { sessionLimits } from '../accounts/session-limits.ts'

/**
 * Returns a cookie name that only this host can set. Over HTTPS, browsers enforce this because of the name's prefix
 * (RFC 6265bis, section 4.1.3.2).
 */
export function cookieName(name: string, publicUrl: string): string {
  return isHttps(publicUrl) ? `__Host-assay-${name}` : `assay-${name}`
}

/**
 * Returns options that hide the cookie from scripts. Browsers send it in cross-site requests only for top-level
 * navigation.
 */
export function cookieOptions(publicUrl: string): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(publicUrl) }
}

/** Returns the value of the first cookie with this name. */
export function cookieOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

export function sessionCookieName(publicUrl: string): string {
  return cookieName('session', publicUrl)
}

export function sessionTokenOf(headers: IncomingHttpHeaders, publicUrl: string): string | undefined {
  return cookieOf(headers, sessionCookieName(publicUrl))
}

export function setSessionCookie(response: Response, token: string, publicUrl: string): void {
  response.cookie(sessionCookieName(publicUrl), token, { ...cookieOptions(publicUrl), maxAge: sessionLimits.maxAgeMs })
}

export function clearSessionCookie(response: Response, publicUrl: string): void {
  response.clearCookie(sessionCookieName(publicUrl), cookieOptions(publicUrl))
}

function isHttps(publicUrl: string): boolean {
  return publicUrl.startsWith('https://')
}
