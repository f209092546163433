import { z } from 'zod'

/** What a key may do. */
export const permissions = ['scans:write', 'scans:read', 'webhooks:write', 'account:write'] as const
export const Permission = z.enum(permissions).meta({ id: 'Permission', description: 'What a key may do.' })
export type Permission = z.infer<typeof Permission>

/** What a key may do when nobody says otherwise. */
export const defaultPermissions: readonly Permission[] = ['scans:write', 'scans:read']
