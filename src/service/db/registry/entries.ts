import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { RegistryFinding } from '../../../engine/model/registry-finding.ts'
import { renderFinding } from '../../../engine/rules/render-finding.ts'
import type { Database } from '../client.ts'
import { registryFindings, registryServers } from './servers-schema.ts'
import { storableDocument } from '../storable-document.ts'

export type NewServer = typeof registryServers.$inferInsert
export type EntryRow = typeof registryServers.$inferSelect

/** Rows of one INSERT: PostgreSQL takes 65,535 parameters, a finding has 7. */
const batchRows = 2_000

/**
 * Who changes entries does so alone until the transaction ends: what two sources say of each other is judged, and slugs
 * are given, one after another.
 */
export async function lockEntries(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('registry entries'))`)
}

/** A server whatever its state, hidden and merged ones too. */
export async function findEntry(db: Database, id: string): Promise<EntryRow | undefined> {
  const [row] = await db.select().from(registryServers).where(eq(registryServers.id, id))
  return row
}

/** As `findEntry`, by its slug. */
export async function findEntryBySlug(db: Database, slug: string): Promise<EntryRow | undefined> {
  const [row] = await db.select().from(registryServers).where(eq(registryServers.slug, slug))
  return row
}

/** Which of these slugs are given. */
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

/** Changes what is given and leaves the rest. */
export async function updateEntry(db: Database, id: string, change: Partial<NewServer>): Promise<void> {
  if (Object.keys(change).length > 0) await db.update(registryServers).set(change).where(eq(registryServers.id, id))
}

/** The open findings of a server, worst first. */
export async function listEntryFindings(db: Database, serverId: string): Promise<RegistryFinding[]> {
  const rows = await db
    .select({ finding: registryFindings.document, firstSeenAt: registryFindings.firstSeenAt })
    .from(registryFindings)
    .where(eq(registryFindings.serverId, serverId))
    .orderBy(asc(registryFindings.ordinal))
  return rows.map(({ finding, firstSeenAt }) => ({ finding, firstSeenAt: firstSeenAt.toISOString() }))
}

/** Findings of a server by their places in the order. */
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

/** What of each finding of a server its score is made from, worst first. */
export async function listScoredFindings(db: Database, serverId: string) {
  const { ordinal, severity, document } = registryFindings
  return db
    .select({
      ordinal,
      severity,
      precision: sql<'very-high' | 'high' | 'medium' | 'low'>`${document}->>'precision'`,
      isDev: sql<boolean>`coalesce((${document}->'component'->>'dev')::boolean, false)`,
    })
    .from(registryFindings)
    .where(eq(registryFindings.serverId, serverId))
    .orderBy(asc(ordinal))
}

/** Puts these findings, worst first, in the place of those that the server had. */
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
 * Whether any server was scored with another version of the formula, but what became part of another, which has no
 * score of its own: read from both ends of an index, which `<>` is not.
 */
export async function hasEntriesOfOtherMethod(db: Database, method: string): Promise<boolean> {
  const [row] = await db.execute<{ found: boolean }>(
    sql`select exists (select from registry_servers where method < ${method} and merged_into is null)
      or exists (select from registry_servers where method > ${method} and merged_into is null) as found`,
  )
  return row?.found === true
}

/**
 * Servers, as `hasEntriesOfOtherMethod` counts them, whose score was made with another version of the formula, in the
 * order of their ids; `after` is the last one of the page before.
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
