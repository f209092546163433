import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { registryRevisions, registryServers, registrySources } from './servers-schema.ts'
import { registryReceipts } from './trust-schema.ts'

export type ReceiptRow = typeof registryReceipts.$inferSelect

/** Inputs for a server's receipt: the server, its source, and the scored revision. */
export interface ReceiptBasis {
  readonly server: Pick<typeof registryServers.$inferSelect, 'id' | 'slug' | 'sourceType'>
  readonly source: Pick<typeof registrySources.$inferSelect, 'canonicalUrl' | 'folder' | 'name'>
  readonly revision: Pick<
    typeof registryRevisions.$inferSelect,
    'revision' | 'scanId' | 'scannedAt' | 'digest' | 'results' | 'engine' | 'advisoryDate' | 'inventoryDigest' | 'scope'
  >
}

/**
 * Returns the inputs for these servers' receipts. Includes only public servers with a complete scan of the scored
 * source's current revision.
 */
export async function listReceiptBases(db: Database, serverIds: readonly string[]): Promise<ReceiptBasis[]> {
  if (serverIds.length === 0) return []
  const { id, slug, sourceType } = registryServers
  const { canonicalUrl, folder, name } = registrySources
  const { revision, scanId, scannedAt, digest, results, engine, advisoryDate, inventoryDigest, scope } =
    registryRevisions
  return db
    .select({
      server: { id, slug, sourceType },
      source: { canonicalUrl, folder, name },
      revision: { revision, scanId, scannedAt, digest, results, engine, advisoryDate, inventoryDigest, scope },
    })
    .from(registryServers)
    .innerJoin(registrySources, eq(registrySources.serverId, registryServers.id))
    .innerJoin(
      registryRevisions,
      and(eq(registryRevisions.sourceId, registrySources.id), eq(registryRevisions.scanId, registryServers.scanId)),
    )
    .where(
      and(
        inArray(registryServers.id, [...serverIds]),
        isNull(registryServers.hiddenAt),
        isNull(registryServers.mergedInto),
        isNotNull(registryServers.securityScore),
        eq(registryRevisions.revision, registrySources.currentRevision),
        isNotNull(registryRevisions.scope),
        sql`${registryRevisions.results}->>'partial' = 'false'`,
      ),
    )
}

export async function listReceipts(db: Database, scanIds: readonly string[]): Promise<ReceiptRow[]> {
  return scanIds.length === 0
    ? []
    : db
        .select()
        .from(registryReceipts)
        .where(inArray(registryReceipts.scanId, [...scanIds]))
}

/** Stores receipts. They replace earlier ones for the same scans. */
export async function keepReceipts(
  db: Database,
  receipts: readonly (typeof registryReceipts.$inferInsert)[],
): Promise<void> {
  if (receipts.length === 0) return
  // The fixed order prevents deadlocks between two readers of the same page.
  const ordered = [...receipts].sort((a, b) => (a.scanId < b.scanId ? -1 : 1))
  await db
    .insert(registryReceipts)
    .values(ordered)
    .onConflictDoUpdate({
      target: registryReceipts.scanId,
      set: {
        serverId: sql`excluded.server_id`,
        envelope: sql`excluded.envelope`,
        keyId: sql`excluded.key_id`,
        issuedAt: sql`excluded.issued_at`,
        expiresAt: sql`excluded.expires_at`,
      },
    })
}

export async function removeExpiredReceipts(db: Database, now: Date): Promise<void> {
  await db.delete(registryReceipts).where(lt(registryReceipts.expiresAt, now))
}
