import type { IncomingHttpHeaders } from 'node:http'
import { type Authenticate, type Caller, mayDo } from '../accounts/authenticate.ts'
import type { Permission } from '../accounts/permissions.ts'
import { ApiError } from './api-error.ts'
import type { Access, Endpoint } from './endpoint.ts'

const bearer = { 'WWW-Authenticate': 'Bearer realm="assay"' }

/**
 * Who calls, by the key in `Authorization: Bearer` or `X-API-Key`; undefined for somebody without a key
 * where anyone may call. A wrong key is refused everywhere. Throws UNAUTHORIZED with what to do.
 */
export async function callerOf(authenticate: Authenticate, access: Access, headers: IncomingHttpHeaders): Promise<Caller | undefined> {
  const key = presentedKey(headers)
  if (key === undefined) {
    if (access === 'anyone') return undefined
    throw new ApiError('UNAUTHORIZED', 'An API key is needed: send it as "Authorization: Bearer <key>" or "X-API-Key: <key>".', { headers: bearer })
  }
  const caller = await authenticate(key)
  if (!caller) throw new ApiError('UNAUTHORIZED', 'The API key is not valid: it is malformed, unknown, expired or revoked.', { headers: bearer })
  return caller
}

/** Throws FORBIDDEN, naming what is lacking, unless the caller's key has the permission for which the access asks. */
export function requireAccess(caller: Caller | undefined, access: Access): void {
  if (access !== 'anyone' && access !== 'any key' && caller) requirePermission(caller, access)
}

/** Throws FORBIDDEN for the key of a workflow where its run has no business: it sees nothing of the account but what it submitted. */
export function requireWorkflowAccess(caller: Caller | undefined, { permission, forWorkflows }: Pick<Endpoint, 'permission' | 'forWorkflows'>): void {
  if (!caller?.workflowOf || permission === 'anyone' || forWorkflows) return
  throw new ApiError('FORBIDDEN', `The key mcp_${caller.keyPrefix}_… was made for a workflow: it submits scans and reads those that it submitted, nothing else.`)
}

/** Throws FORBIDDEN, naming it, unless the caller's key has the permission. */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (mayDo(caller, permission)) return
  throw new ApiError('FORBIDDEN', `The key mcp_${caller.keyPrefix}_… lacks the permission ${permission}; it has ${caller.permissions.join(', ') || 'none'}.`)
}

function presentedKey(headers: IncomingHttpHeaders): string | undefined {
  const fromAuthorization = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  const fromApiKey = headers['x-api-key']
  if (fromAuthorization === undefined) return typeof fromApiKey === 'string' ? fromApiKey : undefined
  if (fromApiKey !== undefined && fromApiKey !== fromAuthorization) {
    throw new ApiError('UNAUTHORIZED', 'Authorization and X-API-Key carry different keys: send one.', { headers: bearer })
  }
  return fromAuthorization
}
