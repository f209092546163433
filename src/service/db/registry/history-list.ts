import { desc, eq } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { registryHistory } from './servers-schema.ts'

export type RegistryHistoryRow = typeof registryHistory.$inferSelect

/** Returns the latest points of a server's history, newest first. */
export async function listServerHistory(db: Database, serverId: string, limit: number): Promise<RegistryHistoryRow[]> {
  return db
    .select()
    .from(registryHistory)
    .where(eq(registryHistory.serverId, serverId))
    .orderBy(desc(registryHistory.number))
    .limit(limit)
}
