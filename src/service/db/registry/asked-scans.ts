import { eq, lte, sql } from 'drizzle-orm'
import type { Target } from '../../../engine/model/target.ts'
import type { Database } from '../client.ts'
import { registryIntake } from './publications-schema.ts'

/** Requested scan of a server. */
export interface AskedScan {
  readonly id: string
  readonly serverId: string
  readonly target: Target
  readonly url: string
  readonly now: Date
  /** Requests at or after this time block a new one. */
  readonly lastBefore: Date
}

/**
 * Records a request to scan a server. Returns false if the server had a recent request. Only one of two concurrent
 * requests succeeds.
 */
export async function noteAskedScan(
  tx: Database,
  { id, serverId, target, url, now, lastBefore }: AskedScan,
): Promise<boolean> {
  const rows = await tx
    .insert(registryIntake)
    .values({
      id,
      origin: 'maintainer',
      target,
      url,
      key: keyOf(serverId),
      state: 'submitted',
      dueAt: now,
      createdAt: now,
    })
    .onConflictDoUpdate({
      target: registryIntake.key,
      set: {
        id: sql`excluded.id`,
        target: sql`excluded.target`,
        url: sql`excluded.url`,
        state: 'submitted',
        dueAt: now,
        createdAt: now,
        attempts: 0,
        scanId: null,
        lastError: null,
      },
      setWhere: lte(registryIntake.createdAt, lastBefore),
    })
    .returning({ id: registryIntake.id })
  return rows.length > 0
}

/** Links the request to the scan that it created. */
export async function noteScanOfAsked(tx: Database, id: string, scanId: string): Promise<void> {
  await tx.update(registryIntake).set({ scanId }).where(eq(registryIntake.id, id))
}

/** Returns the time when a scan of the server was last requested, or undefined if never. */
export async function findAskedScan(db: Database, serverId: string): Promise<{ readonly createdAt: Date } | undefined> {
  const [row] = await db
    .select({ createdAt: registryIntake.createdAt })
    .from(registryIntake)
    .where(eq(registryIntake.key, keyOf(serverId)))
  return row
}

const keyOf = (serverId: string) => `asked for ${serverId}`
