import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { people } from './people-schema.ts'

export type PersonRow = typeof people.$inferSelect

/**
 * Returns the user with this ID at a GitHub host. Creates the user at the first sign-in, and updates the login to
 * GitHub's current spelling.
 */
export async function recordPerson(
  db: Database,
  { host, githubId, login }: Pick<PersonRow, 'host' | 'githubId' | 'login'>,
): Promise<PersonRow> {
  const [row] = await db
    .insert(people)
    .values({ id: randomUUID(), host: host.toLowerCase(), githubId, login })
    .onConflictDoUpdate({ target: [people.host, people.githubId], set: { login } })
    .returning()
  if (!row) throw new Error('the person was not returned')
  return row
}

export async function findPerson(db: Database, id: string): Promise<PersonRow | undefined> {
  const [row] = await db.select().from(people).where(eq(people.id, id))
  return row
}
