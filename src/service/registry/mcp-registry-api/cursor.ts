import { z } from 'zod'

const text = z
  .string()
  .max(400)
  .refine((text) => !text.includes('\0') && text.isWellFormed())

/**
 * Where a list goes on: behind a publication, or, those ended, behind a server of our own; without a slug at the first
 * of these.
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

/** A position as clients carry it. It is no secret, and whatever is changed in it is another position, or none. */
export function cursorOf(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** The position of a cursor; undefined for a text that is none. */
export function positionOf(cursor: string): Position | undefined {
  try {
    return Position.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString())).data
  } catch {
    return undefined
  }
}
