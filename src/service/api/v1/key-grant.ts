import type { Caller } from '../../accounts/authenticate.ts'
import { Permission } from '../../accounts/permissions.ts'
import { ApiError } from '../api-error.ts'

/**
 * Returns a new key's permissions if the caller's key has all of them. Never grants `account:write`. Throws FORBIDDEN
 * with the excess permissions.
 */
export function grantedPermissions(caller: Caller, permissions: readonly string[]): Permission[] {
  if (permissions.includes('account:write')) {
    throw new ApiError(
      'FORBIDDEN',
      'A key cannot grant the account:write permission. The operator can use the "keys create" command to ' +
        'create a key with this permission.',
    )
  }
  const lacking = permissions.filter((permission) => !caller.permissions.includes(permission))
  if (lacking.length > 0) {
    throw new ApiError(
      'FORBIDDEN',
      `The key mcp_${caller.keyPrefix}_… cannot grant permissions that it does not have: ` +
        `${lacking.join(', ')}. Its permissions are: ${caller.permissions.join(', ')}.`,
    )
  }
  return Permission.array().parse([...new Set(permissions)])
}

/**
 * Returns a new key's expiration time: the requested time, or that of the caller's key. Throws FORBIDDEN for a later
 * time, and INVALID_REQUEST for a time in the past.
 */
export function grantedExpiry(caller: Caller, asked: string | undefined, now: Date): Date | null {
  const { keyExpiresAt } = caller
  if (asked === undefined) return keyExpiresAt
  const expiresAt = new Date(asked)
  if (expiresAt <= now)
    throw new ApiError('INVALID_REQUEST', 'The request has invalid fields. Correct the fields listed in `details`.', {
      details: [{ path: 'body.expiresAt', message: 'should be in the future' }],
    })
  if (keyExpiresAt && expiresAt > keyExpiresAt) {
    throw new ApiError(
      'FORBIDDEN',
      `The key mcp_${caller.keyPrefix}_… expires at ${keyExpiresAt.toISOString()}. Keys created with this ` +
        'key cannot expire after that time.',
    )
  }
  return expiresAt
}
