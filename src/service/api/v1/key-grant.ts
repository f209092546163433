import type { Caller } from '../../accounts/authenticate.ts'
import { Permission } from '../../accounts/permissions.ts'
import { ApiError } from '../api-error.ts'

/**
 * The permissions of a key that the caller makes: those asked for, if the caller's key has them all.
 * Changing the account is never passed on. Throws FORBIDDEN, naming what is too much.
 */
export function grantedPermissions(caller: Caller, permissions: readonly string[]): Permission[] {
  if (permissions.includes('account:write')) {
    throw new ApiError(
      'FORBIDDEN',
      'The permission account:write is not passed on by a key. Whoever runs the service makes such a key ' +
        'with the command "keys create".',
    )
  }
  const lacking = permissions.filter((permission) => !caller.permissions.includes(permission))
  if (lacking.length > 0) {
    throw new ApiError(
      'FORBIDDEN',
      `The key mcp_${caller.keyPrefix}_… cannot pass on ${lacking.join(', ')}, which it does not have ` +
        `itself; it has ${caller.permissions.join(', ')}.`,
    )
  }
  return Permission.array().parse([...new Set(permissions)])
}

/**
 * When a key that the caller makes expires: as asked, and where nothing is asked like the caller's own
 * key. Throws FORBIDDEN for later than that, INVALID_REQUEST for a moment that has passed.
 */
export function grantedExpiry(caller: Caller, asked: string | undefined, now: Date): Date | null {
  const { keyExpiresAt } = caller
  if (asked === undefined) return keyExpiresAt
  const expiresAt = new Date(asked)
  if (expiresAt <= now)
    throw new ApiError('INVALID_REQUEST', 'The request has wrong fields.', {
      details: [{ path: 'body.expiresAt', message: 'should lie ahead' }],
    })
  if (keyExpiresAt && expiresAt > keyExpiresAt) {
    throw new ApiError(
      'FORBIDDEN',
      `The key mcp_${caller.keyPrefix}_… expires at ${keyExpiresAt.toISOString()}, and a key that it makes ` +
        'cannot expire later.',
    )
  }
  return expiresAt
}
