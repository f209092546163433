import { z } from 'zod'

/** Returns whether the database accepts the text as a UUID. */
export function isUuid(text: string): boolean {
  return z.uuid().safeParse(text).success
}
