import { and, eq, gt, lte } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { loginLinks } from './people-schema.ts'

export async function insertLoginLink(db: Database, link: typeof loginLinks.$inferInsert): Promise<void> {
  await db.insert(loginLinks).values(link)
}

/** Consumes a link and returns its account. Returns undefined if the link is expired or already used. */
export async function takeLoginLink(db: Database, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const [row] = await db
    .delete(loginLinks)
    .where(and(eq(loginLinks.tokenHash, tokenHash), gt(loginLinks.expiresAt, now)))
    .returning({ accountId: loginLinks.accountId })
  return row?.accountId
}

export async function removeEndedLoginLinks(db: Database, now: Date): Promise<void> {
  await db.delete(loginLinks).where(lte(loginLinks.expiresAt, now))
}
