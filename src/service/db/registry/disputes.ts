import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { registryFindings, registryServers } from './servers-schema.ts'
import { registryDisputes } from './trust-schema.ts'

export type DisputeRow = typeof registryDisputes.$inferSelect

/** Returns the rule behind one of a server's current findings, or undefined if no finding has this fingerprint. */
export async function findDisputedRule(
  db: Database,
  serverId: string,
  fingerprint: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ ruleId: sql<string>`${registryFindings.document}->>'ruleId'` })
    .from(registryFindings)
    .where(and(eq(registryFindings.serverId, serverId), eq(registryFindings.fingerprint, fingerprint)))
    .limit(1)
  return row?.ruleId
}

/** Opens a dispute, or reopens a withdrawn one. Returns undefined if the finding already has another dispute. */
export async function openDispute(
  db: Database,
  dispute: Pick<DisputeRow, 'id' | 'serverId' | 'accountId' | 'fingerprint' | 'ruleId' | 'reason' | 'createdAt'>,
): Promise<DisputeRow | undefined> {
  const { accountId, ruleId, reason, createdAt } = dispute
  const [row] = await db
    .insert(registryDisputes)
    .values(dispute)
    .onConflictDoUpdate({
      target: [registryDisputes.serverId, registryDisputes.fingerprint],
      set: { accountId, ruleId, reason, createdAt, state: 'open', review: null, reviewedAt: null },
      setWhere: eq(registryDisputes.state, 'withdrawn'),
    })
    .returning()
  return row
}

/** Withdraws an account's open dispute. Returns undefined if the account has none. */
export async function withdrawDispute(
  db: Database,
  { serverId, accountId, fingerprint }: Pick<DisputeRow, 'serverId' | 'accountId' | 'fingerprint'>,
): Promise<DisputeRow | undefined> {
  const [row] = await db
    .update(registryDisputes)
    .set({ state: 'withdrawn' })
    .where(
      and(
        eq(registryDisputes.serverId, serverId),
        eq(registryDisputes.accountId, accountId),
        eq(registryDisputes.fingerprint, fingerprint),
        eq(registryDisputes.state, 'open'),
      ),
    )
    .returning()
  return row
}

/** Closes an open dispute. Returns undefined if no dispute is open. */
export async function reviewDispute(
  db: Database,
  id: string,
  review: { state: 'accepted' | 'rejected'; review: string; reviewedAt: Date },
): Promise<DisputeRow | undefined> {
  const [row] = await db
    .update(registryDisputes)
    .set(review)
    .where(and(eq(registryDisputes.id, id), eq(registryDisputes.state, 'open')))
    .returning()
  return row
}

/** Returns one page of a server's disputes, newest first, and the total. */
export async function listDisputes(
  db: Database,
  serverId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ disputes: DisputeRow[]; total: number }> {
  const where = eq(registryDisputes.serverId, serverId)
  const [disputes, [counted]] = await Promise.all([
    db
      .select()
      .from(registryDisputes)
      .where(where)
      .orderBy(desc(registryDisputes.createdAt), registryDisputes.id)
      .limit(limit)
      .offset(offset),
    db.select({ count: count() }).from(registryDisputes).where(where),
  ])
  return { disputes, total: counted?.count ?? 0 }
}

/** Returns the open and accepted disputes of a server's findings, by fingerprint. */
export async function listDisputesOfFindings(
  db: Database,
  serverId: string,
  fingerprints: readonly string[],
): Promise<ReadonlyMap<string, DisputeRow>> {
  if (fingerprints.length === 0) return new Map()
  const rows = await db
    .select()
    .from(registryDisputes)
    .where(
      and(
        eq(registryDisputes.serverId, serverId),
        inArray(registryDisputes.fingerprint, [...fingerprints]),
        inArray(registryDisputes.state, ['open', 'accepted']),
      ),
    )
  return new Map(rows.map((row) => [row.fingerprint, row]))
}

/** Lists disputes that wait for a review, oldest first, with the slugs of their servers. */
export async function listOpenDisputes(
  db: Database,
  limit: number,
): Promise<(Pick<DisputeRow, 'id' | 'fingerprint' | 'ruleId' | 'reason' | 'createdAt'> & { slug: string })[]> {
  const { id, fingerprint, ruleId, reason, createdAt } = registryDisputes
  return db
    .select({ id, fingerprint, ruleId, reason, createdAt, slug: registryServers.slug })
    .from(registryDisputes)
    .innerJoin(registryServers, eq(registryServers.id, registryDisputes.serverId))
    .where(eq(registryDisputes.state, 'open'))
    .orderBy(asc(registryDisputes.createdAt), asc(id))
    .limit(limit)
}
