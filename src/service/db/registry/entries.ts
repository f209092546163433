import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Reachability } from '../../../engine/model/reachability.ts'
import type { RegistryFinding } from '../../../engine/model/registry-finding.ts'
import { renderFinding } from '../../../engine/rules/render-finding.ts'
import type { Database } from '../client.ts'
import { registryFindings, registryServers } from './servers-schema.ts'
import { storableDocument } from '../storable-document.ts'

export type NewServer = typeof registryServers.$inferInsert
export type EntryRow = typeof registryServers.$inferSelect

/** Number of rows per INSERT. PostgreSQL accepts 65,535 parameters, and a finding has 7. */
const batchRows = 2_000

/**
 * Locks all entries until the transaction ends. Only one transaction at a time can then assign slugs, or evaluate the
 * declarations of two sources about each other.
 */
export async function lockEntries(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('registry entries'))`)
}

/** Returns a server in any state, including hidden and merged servers. */
export async function findEntry(db: Database, id: string): Promise<EntryRow | undefined> {
  const [row] = await db.select().from(registryServers).where(eq(registryServers.id, id))
  return row
}

/** Like `findEntry`, by slug. */
export async function findEntryBySlug(db: Database, slug: string): Promise<EntryRow | undefined> {
  const [row] = await db.select().from(registryServers).where(eq(registryServers.slug, slug))
  return row
}

/** Returns the slugs that are in use. */
export async function listGivenSlugs(db: Database, slugs: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ slug: registryServers.slug })
    .from(registryServers)
    .where(inArray(registryServers.slug, [...slugs]))
  return new Set(rows.map(({ slug }) => slug))
}

export async function insertEntry(db: Database, server: NewServer): Promise<void> {
  await db.insert(registryServers).values(storableDocument(server))
}

export async function updateEntry(db: Database, id: string, change: Partial<NewServer>): Promise<void> {
  if (Object.keys(change).length > 0) await db.update(registryServers).set(change).where(eq(registryServers.id, id))
}

/** Returns the open findings of a server, most severe first. */
export async function listEntryFindings(db: Database, serverId: string): Promise<RegistryFinding[]> {
  const rows = await db
    .select({ finding: registryFindings.document, firstSeenAt: registryFindings.firstSeenAt })
    .from(registryFindings)
    .where(eq(registryFindings.serverId, serverId))
    .orderBy(asc(registryFindings.ordinal))
  return rows.map(({ finding, firstSeenAt }) => ({ finding, firstSeenAt: firstSeenAt.toISOString() }))
}

/** Returns a server's findings at these positions. */
export async function listEntryFindingsAt(
  db: Database,
  serverId: string,
  ordinals: readonly number[],
): Promise<(RegistryFinding & { readonly ordinal: number })[]> {
  if (ordinals.length === 0) return []
  const rows = await db
    .select({
      ordinal: registryFindings.ordinal,
      finding: registryFindings.document,
      firstSeenAt: registryFindings.firstSeenAt,
    })
    .from(registryFindings)
    .where(and(eq(registryFindings.serverId, serverId), inArray(registryFindings.ordinal, [...ordinals])))
  return rows.map(({ ordinal, finding, firstSeenAt }) => ({
    ordinal,
    finding: renderFinding(finding),
    firstSeenAt: firstSeenAt.toISOString(),
  }))
}

/** Returns the score-relevant data of a server's findings, most severe first. */
export async function listScoredFindings(db: Database, serverId: string) {
  const { ordinal, severity, document } = registryFindings
  const rows = await db
    .select({
      ordinal,
      severity,
      precision: sql<'very-high' | 'high' | 'medium' | 'low'>`${document}->>'precision'`,
      isDev: sql<boolean>`coalesce((${document}->'component'->>'dev')::boolean, false)`,
      status: sql<Reachability['status'] | null>`${document}#>>'{reachability,status}'`,
    })
    .from(registryFindings)
    .where(eq(registryFindings.serverId, serverId))
    .orderBy(asc(ordinal))
  return rows.map(({ status, ...row }) => ({ ...row, ...(status !== null && { reachability: { status } }) }))
}

/** Replaces a server's findings. The new ones must be sorted, most severe first. */
export async function replaceEntryFindings(
  db: Database,
  serverId: string,
  findings: readonly RegistryFinding[],
): Promise<void> {
  await db.delete(registryFindings).where(eq(registryFindings.serverId, serverId))
  for (let start = 0; start < findings.length; start += batchRows) {
    await db.insert(registryFindings).values(
      findings.slice(start, start + batchRows).map(({ finding, firstSeenAt }, index) => ({
        serverId,
        ordinal: start + index,
        severity: finding.severity,
        category: finding.category,
        fingerprint: finding.fingerprint,
        firstSeenAt: new Date(firstSeenAt),
        document: storableDocument(finding),
      })),
    )
  }
}

/**
 * Reports whether any server was scored with another formula version. Ignores merged servers, which have no score of
 * their own. Reads both ends of an index, because `<>` cannot use it.
 */
export async function hasEntriesOfOtherMethod(db: Database, method: string): Promise<boolean> {
  const [row] = await db.execute<{ found: boolean }>(
    sql`select exists (select from registry_servers where method < ${method} and merged_into is null)
      or exists (select from registry_servers where method > ${method} and merged_into is null) as found`,
  )
  return row?.found === true
}

/**
 * Lists servers whose score has another formula version, by ID, with the exclusions of `hasEntriesOfOtherMethod`.
 * `after` is the last ID of the previous page.
 */
export async function listEntriesOfOtherMethod(
  db: Database,
  method: string,
  page: { readonly after: string | undefined; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: registryServers.id })
    .from(registryServers)
    .where(
      and(
        or(lt(registryServers.method, method), gt(registryServers.method, method)),
        isNull(registryServers.mergedInto),
        page.after === undefined ? undefined : sql`${registryServers.id} > ${page.after}`,
      ),
    )
    .orderBy(asc(registryServers.id))
    .limit(page.limit)
  return rows.map(({ id }) => id)
}
