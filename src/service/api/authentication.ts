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

/** How callers are known: by their keys, and browsers by the sessions of people. */
export interface Authentication {
  readonly authenticate: Authenticate
  /** Absent: nobody signs in. */
  readonly sessions?: Sessions | undefined
  /** Without trailing slash. */
  readonly publicUrl: string
}

/** What of a request tells who calls. */
interface Presented {
  readonly method: string
  readonly headers: IncomingHttpHeaders
}

/**
 * Who calls, by the key in `Authorization: Bearer` or `X-API-Key`, else by the cookie of a browser that is signed in;
 * undefined for somebody without key where anyone may call. A wrong key is refused everywhere; a cookie that holds no
 * more is as good as none, since browsers send it unasked. Throws UNAUTHORIZED with what to do.
 */
export async function callerOf(
  { authenticate, ...browsers }: Authentication,
  access: Access,
  request: Presented,
): Promise<Caller | undefined> {
  const key = presentedKey(request.headers)
  if (key === undefined) {
    // What anybody may read is the same for people who are signed in.
    if (access === 'anyone') return undefined
    const visitor = await callerOfBrowser(browsers, request)
    if (visitor) return visitor
    throw new ApiError(
      'UNAUTHORIZED',
      'An API key is needed: send it as "Authorization: Bearer <key>" or "X-API-Key: <key>".',
      { headers: bearer },
    )
  }
  const caller = await authenticate(key)
  if (!caller)
    throw new ApiError('UNAUTHORIZED', 'The API key is not valid: it is malformed, unknown, expired or revoked.', {
      headers: bearer,
    })
  return caller
}

/**
 * Browsers send cookies with whatever another site makes them send: what changes something has to come from a page of
 * ours.
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
      'A request by session that changes something has to come from a page of this service: its ' +
        'Sec-Fetch-Site or Origin says otherwise, or nothing.',
    )
  }
  return caller
}

/** Whether a caller may make what outlives a session: keys may, and browsers whose person signed in within the hour. */
export function isFresh({ session }: Caller, now: Date): boolean {
  return !session || now.getTime() - session.signedInAt.getTime() < sessionLimits.freshMs
}

/**
 * Throws FORBIDDEN where a browser would make what outlives its session, and its person showed too long ago who they
 * are.
 */
export function requireFreshSession(
  caller: Caller | undefined,
  { needsFreshSession }: Pick<Endpoint, 'needsFreshSession'>,
  now: Date,
): void {
  if (!needsFreshSession || !caller || isFresh(caller, now)) return
  throw new ApiError('FORBIDDEN', 'You signed in more than an hour ago: sign in again for this.')
}

/** Throws FORBIDDEN, naming what is lacking, unless the caller's key has the permission for which the access asks. */
export function requireAccess(caller: Caller | undefined, access: Access): void {
  if (access !== 'anyone' && access !== 'any key' && caller) requirePermission(caller, access)
}

/**
 * Throws FORBIDDEN for the key of a workflow where its run has no business: it sees nothing of the account but what it
 * submitted.
 */
export function requireWorkflowAccess(
  caller: Caller | undefined,
  { permission, forWorkflows }: Pick<Endpoint, 'permission' | 'forWorkflows'>,
): void {
  if (!caller?.workflowOf || permission === 'anyone' || forWorkflows) return
  throw new ApiError(
    'FORBIDDEN',
    `The key mcp_${caller.keyPrefix}_… was made for a workflow: it submits scans and reads those that it ` +
      'submitted, nothing else.',
  )
}

/** Throws FORBIDDEN, naming it, unless the caller's key has the permission. */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (mayDo(caller, permission)) return
  throw new ApiError(
    'FORBIDDEN',
    `The key mcp_${caller.keyPrefix}_… lacks the permission ${permission}; it has ` +
      `${caller.permissions.join(', ') || 'none'}.`,
  )
}

function presentedKey(headers: IncomingHttpHeaders): string | undefined {
  const fromAuthorization = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  const fromApiKey = headers['x-api-key']
  if (fromAuthorization === undefined) return typeof fromApiKey === 'string' ? fromApiKey : undefined
  if (fromApiKey !== undefined && fromApiKey !== fromAuthorization) {
    throw new ApiError('UNAUTHORIZED', 'Authorization and X-API-Key carry different keys: send one.', {
      headers: bearer,
    })
  }
  return fromAuthorization
}
