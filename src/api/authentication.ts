import type { IncomingHttpHeaders } from 'node:http'
import { authenticateApiKey, type Caller, mayDo } from '../accounts/authenticate.ts'
import type { AccountContext } from '../accounts/create-account.ts'
import type { Permission } from '../accounts/permissions.ts'
import { ApiError } from './api-error.ts'

const bearer = { 'WWW-Authenticate': 'Bearer realm="assay"' }

/** Who calls, by the key in `Authorization: Bearer` or `X-API-Key`. Throws UNAUTHORIZED with what to do. */
export async function requireCaller(context: AccountContext, headers: IncomingHttpHeaders): Promise<Caller> {
  const key = presentedKey(headers)
  if (key === undefined) {
    throw new ApiError('UNAUTHORIZED', 'An API key is needed: send it as "Authorization: Bearer <key>" or "X-API-Key: <key>".', { headers: bearer })
  }
  const caller = await authenticateApiKey(context, key)
  if (!caller) throw new ApiError('UNAUTHORIZED', 'The API key is not valid: it is malformed, unknown, expired or revoked.', { headers: bearer })
  return caller
}

/** Throws FORBIDDEN, naming the permission, when the caller's key lacks it. */
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
