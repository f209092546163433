import { z } from 'zod'

/** Permissions that an API key can have. */
export const permissions = ['scans:write', 'scans:read', 'webhooks:write', 'account:write'] as const
export const Permission = z.enum(permissions).meta({ id: 'Permission', description: 'Permission of an API key.' })
export type Permission = z.infer<typeof Permission>

/** Permissions of a key that is created without an explicit list. */
export const defaultPermissions: readonly Permission[] = ['scans:write', 'scans:read']
