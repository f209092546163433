import { z } from 'zod'

const text = z
  .string()
  .max(400)
  .refine((text) => !text.includes('\0') && text.isWellFormed())

/**
 * Position in the list: after a publication, or after one of this service's servers, which follow all publications. If
 * the slug is missing, the position is before the first of these servers.
 */
const Position = z.union([
  z.strictObject({
    name: text,
    version: text,
    base: z
      .string()
      .max(2_048)
      .refine((text) => !text.includes('\0')),
  }),
  z.strictObject({ slug: text.optional() }),
])
export type Position = z.infer<typeof Position>

/** Encodes a position for clients. It is not secret. A modified cursor is another position, or invalid. */
export function cursorOf(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** Decodes a cursor's position. Returns undefined for invalid text. */
export function positionOf(cursor: string): Position | undefined {
  try {
    return Position.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString())).data
  } catch {
    return undefined
  }
}
