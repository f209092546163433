import { eq } from 'drizzle-orm'
import type { Database } from './client.ts'
import { accounts } from './schema.ts'

export type AccountRow = typeof accounts.$inferSelect

export async function findAccountByName(db: Database, name: string): Promise<AccountRow | undefined> {
  const [row] = await db.select().from(accounts).where(eq(accounts.name, name))
  return row
}

/** Inserts an account; undefined when the name is taken, which decides between processes that start at once. */
export async function insertAccount(db: Database, account: typeof accounts.$inferInsert): Promise<AccountRow | undefined> {
  const [row] = await db.insert(accounts).values(account).onConflictDoNothing({ target: accounts.name }).returning()
  return row
}
