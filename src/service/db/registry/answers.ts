import { eq, lt } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { registryAnswers } from './tools-schema.ts'
import { storableDocument } from '../storable-document.ts'

/** Stored response to a request, with its entity tag. */
export interface StoredAnswer {
  readonly etag: string
  readonly answer: unknown
}

export async function findAnswer(db: Database, address: string): Promise<StoredAnswer | undefined> {
  const [row] = await db
    .select({ etag: registryAnswers.etag, answer: registryAnswers.answer })
    .from(registryAnswers)
    .where(eq(registryAnswers.address, address))
  return row
}

export async function keepAnswer(
  db: Database,
  address: string,
  { etag, answer }: StoredAnswer,
  now: Date,
): Promise<void> {
  const row = { etag, answer: storableDocument(answer), answeredAt: now }
  await db
    .insert(registryAnswers)
    .values({ address, ...row })
    .onConflictDoUpdate({ target: registryAnswers.address, set: row })
}

/** Deletes responses that were not requested since a time. Returns their number. */
export async function removeOldAnswers(db: Database, before: Date): Promise<number> {
  return (
    await db
      .delete(registryAnswers)
      .where(lt(registryAnswers.answeredAt, before))
      .returning({ address: registryAnswers.address })
  ).length
}
