import { z } from 'zod'

/** Reports whether PostgreSQL accepts the text as a UUID. */
export function isUuid(text: string): boolean {
  return z.uuid().safeParse(text).success
}
