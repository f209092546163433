import { z } from 'zod'
import { mcpRegistryLimits } from './mcp-registry-limits.ts'
import { positionOf } from '../../registry/mcp-registry-api/cursor.ts'

const plainText = (most: number) =>
  z
    .string()
    .max(most, `has more than ${most} characters`)
    .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), 'contains control characters or invalid Unicode')

/** Treats empty values as absent, because some clients send empty parameters. */
const optional = <Shape extends z.ZodType>(shape: Shape) =>
  z.preprocess((value) => (value === '' ? undefined : value), shape.optional())

const Switch = z.enum(['true', 'false']).transform((word) => word === 'true')

/**
 * Query parameters of the server list. Unknown parameters are ignored, because clients of the generic API add their
 * own.
 */
export const ListQuery = z.object({
  cursor: optional(
    z.string().transform((text, check) => {
      const position = positionOf(text)
      if (position) return position
      check.addIssue({ code: 'custom', message: 'is not a valid cursor for this list' })
      return z.NEVER
    }),
  ),
  limit: optional(
    z
      .string()
      .regex(/^[1-9]\d{0,2}$/, `should be a whole number from 1 to ${mcpRegistryLimits.maxPageRecords}`)
      .transform(Number)
      .pipe(z.int().max(mcpRegistryLimits.maxPageRecords, `should be at most ${mcpRegistryLimits.maxPageRecords}`)),
  ),
  search: optional(plainText(mcpRegistryLimits.maxSearchCharacters)),
  updated_since: optional(
    z.iso
      .datetime({ offset: true, error: 'should be a timestamp, for example 2026-01-31T12:00:00Z' })
      .transform((text) => new Date(text)),
  ),
  version: optional(plainText(255)),
  include_deleted: optional(Switch),
})

/** Query parameters of the version list. */
export const VersionsQuery = z.object({ include_deleted: optional(Switch) })

export const NamePart = plainText(mcpRegistryLimits.maxNameCharacters)
export const VersionPart = plainText(255)
