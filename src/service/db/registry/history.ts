import { desc, eq } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { registryHistory } from './servers-schema.ts'

export type HistoryRow = typeof registryHistory.$inferSelect

/** Returns the newest point of a server's history. */
export async function findLastPoint(db: Database, serverId: string): Promise<HistoryRow | undefined> {
  const [row] = await db
    .select()
    .from(registryHistory)
    .where(eq(registryHistory.serverId, serverId))
    .orderBy(desc(registryHistory.number))
    .limit(1)
  return row
}

export async function insertPoint(db: Database, point: typeof registryHistory.$inferInsert): Promise<void> {
  await db.insert(registryHistory).values(point)
}
