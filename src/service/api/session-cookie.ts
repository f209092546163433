import type { IncomingHttpHeaders } from 'node:http'
import type { CookieOptions, Response } from 'express'
import { sessionLimits } from '../accounts/session-limits.ts'

/**
 * A cookie that only we set, for this host alone: over https its name makes browsers insist on that (RFC 6265bis,
 * section 4.1.3.2).
 */
export function cookieName(name: string, publicUrl: string): string {
  return isHttps(publicUrl) ? `__Host-assay-${name}` : `assay-${name}`
}

/** No script reads it, and other sites make browsers send it only by leading people here. */
export function cookieOptions(publicUrl: string): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(publicUrl) }
}

/** The value of the first cookie of this name. */
export function cookieOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** The name of the cookie of a browser that is signed in. */
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
