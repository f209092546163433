import { z } from 'zod'

/** What the database takes for an id of this kind; any other text names nothing. */
export function isUuid(text: string): boolean {
  return z.uuid().safeParse(text).success
}
