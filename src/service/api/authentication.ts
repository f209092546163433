import type { IncomingHttpHeaders } from 'node:http'
import { type Authenticate, type Caller, mayDo } from '../accounts/authenticate.ts'
import type { Permission } from '../accounts/permissions.ts'
import type { Sessions } from '../accounts/sessions.ts'
import { callerOfVisitor } from '../accounts/visitor.ts'
import { sessionLimits } from '../accounts/session-limits.ts'
import { ApiError } from './api-error.ts'
import type { Access, Endpoint } from './endpoint.ts'
import { isFromOwnPages } from './own-pages.ts'
import { sessionTokenOf } from './session-cookie.ts'

const bearer = { 'WWW-Authenticate': 'Bearer realm="assay"' }

/** Authenticates clients by API key, and browsers by session. */
export interface Authentication {
  readonly authenticate: Authenticate
  /** Absent if sign-in is disabled. */
  readonly sessions?: Sessions | undefined
  /** Service base URL without trailing slash. */
  readonly publicUrl: string
}

/** Parts of a request that identify the caller. */
interface Presented {
  readonly method: string
  readonly headers: IncomingHttpHeaders
}

/**
 * Returns a request's caller, identified by the key in `Authorization: Bearer` or `X-API-Key`, or by a browser's
 * session cookie. Returns undefined if the endpoint is public and no key was sent. Rejects every invalid key. Ignores
 * an invalid cookie, because browsers send cookies automatically. Throws UNAUTHORIZED.
 */
export async function callerOf(
  { authenticate, ...browsers }: Authentication,
  access: Access,
  request: Presented,
): Promise<Caller | undefined> {
  const key = presentedKey(request.headers)
  if (key === undefined) {
    // Ignores the session, because public responses are the same for signed-in users.
    if (access === 'anyone') return undefined
    const visitor = await callerOfBrowser(browsers, request)
    if (visitor) return visitor
    throw new ApiError(
      'UNAUTHORIZED',
      'This endpoint requires an API key. Send the key as "Authorization: Bearer <key>" or "X-API-Key: <key>".',
      { headers: bearer },
    )
  }
  const caller = await authenticate(key)
  if (!caller)
    throw new ApiError(
      'UNAUTHORIZED',
      'The API key is not valid. The key is malformed, unknown, expired, or revoked. Send a valid key.',
      {
        headers: bearer,
      },
    )
  return caller
}

/**
 * Browsers also send cookies with requests triggered by another site. Requests with side effects must therefore come
 * from a page of this service.
 */
async function callerOfBrowser(
  { sessions, publicUrl }: Omit<Authentication, 'authenticate'>,
  { method, headers }: Presented,
): Promise<Caller | undefined> {
  const token = sessionTokenOf(headers, publicUrl)
  const visitor = token === undefined ? undefined : await sessions?.visitorOf(token)
  const caller = visitor && callerOfVisitor(visitor)
  if (caller && method !== 'GET' && method !== 'HEAD' && !isFromOwnPages(headers, publicUrl)) {
    throw new ApiError(
      'FORBIDDEN',
      'The Sec-Fetch-Site or Origin header does not confirm that the request comes from a page on this ' +
        'service. Use an API key for requests that make changes.',
    )
  }
  return caller
}

/**
 * Reports whether the caller may create credentials that outlive a session. Keys always may; sessions may only within
 * one hour after sign-in.
 */
export function isFresh({ session }: Caller, now: Date): boolean {
  return !session || now.getTime() - session.signedInAt.getTime() < sessionLimits.freshMs
}

/** Throws FORBIDDEN if a session would create credentials that outlive it and the sign-in is more than one hour ago. */
export function requireFreshSession(
  caller: Caller | undefined,
  { needsFreshSession }: Pick<Endpoint, 'needsFreshSession'>,
  now: Date,
): void {
  if (!needsFreshSession || !caller || isFresh(caller, now)) return
  throw new ApiError('FORBIDDEN', 'You signed in more than one hour ago. Sign in again.')
}

/** Throws FORBIDDEN, with the missing permission, unless the caller has the required access. */
export function requireAccess(caller: Caller | undefined, access: Access): void {
  if (access !== 'anyone' && access !== 'any key' && caller) requirePermission(caller, access)
}

/**
 * Throws FORBIDDEN if a workflow key calls an endpoint that is not for workflows. Such a key can only access scans that
 * it submitted.
 */
export function requireWorkflowAccess(
  caller: Caller | undefined,
  { permission, forWorkflows }: Pick<Endpoint, 'permission' | 'forWorkflows'>,
): void {
  if (!caller?.workflowOf || permission === 'anyone' || forWorkflows) return
  throw new ApiError(
    'FORBIDDEN',
    `The workflow key mcp_${caller.keyPrefix}_… can only submit scans and access the scans that it submitted.`,
  )
}

/** Throws FORBIDDEN, with the permission name, unless the caller's key has the permission. */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (mayDo(caller, permission)) return
  throw new ApiError(
    'FORBIDDEN',
    `The key mcp_${caller.keyPrefix}_… does not have the ${permission} permission. Its permissions are: ` +
      `${caller.permissions.join(', ') || 'none'}.`,
  )
}

function presentedKey(headers: IncomingHttpHeaders): string | undefined {
  const fromAuthorization = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  const fromApiKey = headers['x-api-key']
  if (fromAuthorization === undefined) return typeof fromApiKey === 'string' ? fromApiKey : undefined
  if (fromApiKey !== undefined && fromApiKey !== fromAuthorization) {
    throw new ApiError('UNAUTHORIZED', 'Authorization and X-API-Key contain different keys. Send only one key.', {
      headers: bearer,
    })
  }
  return fromAuthorization
}
