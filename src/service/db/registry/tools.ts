import { and, asc, count, desc, eq, inArray, isNull, max, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { registryFindings, registryRevisions, registryServers, registrySources } from './servers-schema.ts'
import { registryToolChanges, registryTools } from './tools-schema.ts'

export type ToolChangesRow = typeof registryToolChanges.$inferSelect
type ToolRow = typeof registryTools.$inferInsert

export async function replaceTools(
  db: Database,
  serverId: string,
  tools: readonly Omit<ToolRow, 'serverId' | 'ordinal'>[],
): Promise<void> {
  await db.delete(registryTools).where(eq(registryTools.serverId, serverId))
  if (tools.length > 0)
    await db.insert(registryTools).values(
      tools.map((tool, ordinal) => ({
        ...tool,
        name: tool.name.replaceAll('\0', '\u{FFFD}'),
        nameKey: tool.nameKey.replaceAll('\0', ''),
        serverId,
        ordinal,
      })),
    )
}

/** Stores the changes between two consecutive current revisions, with the next number. */
export async function insertToolChanges(
  db: Database,
  row: Omit<typeof registryToolChanges.$inferInsert, 'number'>,
): Promise<void> {
  const [last] = await db
    .select({ number: max(registryToolChanges.number) })
    .from(registryToolChanges)
    .where(eq(registryToolChanges.serverId, row.serverId))
  await db.insert(registryToolChanges).values({ ...row, number: (last?.number ?? 0) + 1 })
}

/** Returns one page of a server's tool changes, newest first, and the total. */
export async function listToolChanges(
  db: Database,
  serverId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ changes: ToolChangesRow[]; total: number }> {
  const [changes, [counted]] = await Promise.all([
    db
      .select()
      .from(registryToolChanges)
      .where(eq(registryToolChanges.serverId, serverId))
      .orderBy(desc(registryToolChanges.number))
      .limit(limit)
      .offset(offset),
    db.select({ count: count() }).from(registryToolChanges).where(eq(registryToolChanges.serverId, serverId)),
  ])
  return { changes, total: counted?.count ?? 0 }
}

/**
 * Returns a revision's tools, prompts, and resources, by default those of the scored one, or undefined if the revision
 * was not scanned completely.
 */
export async function findToolsOfServer(db: Database, serverId: string, revision: string | undefined) {
  const [row] = await db
    .select({
      revision: registryRevisions.revision,
      scanId: registryRevisions.scanId,
      scannedAt: registryRevisions.scannedAt,
      tools: registryRevisions.tools,
      toolsHash: registryRevisions.toolsHash,
    })
    .from(registryRevisions)
    .innerJoin(registrySources, eq(registrySources.id, registryRevisions.sourceId))
    .innerJoin(registryServers, eq(registryServers.id, registrySources.serverId))
    .where(
      and(
        eq(registryServers.id, serverId),
        isNull(registrySources.goneAt),
        revision === undefined
          ? eq(registryRevisions.scanId, registryServers.scanId)
          : eq(registryRevisions.revision, revision),
      ),
    )
    .orderBy(desc(registryRevisions.scannedAt))
    .limit(1)
  return row
}

export async function listIndexedTools(db: Database, serverId: string, limit: number) {
  return db
    .select()
    .from(registryTools)
    .where(eq(registryTools.serverId, serverId))
    .orderBy(asc(registryTools.ordinal))
    .limit(limit)
}

/** Keys for comparing tools. */
export type ToolKey = 'definitionHash' | 'descriptionHash' | 'nameKey'

/** Another server's tool that has the same key. */
export interface SharedTool {
  readonly key: string
  readonly name: string
  readonly kind: (typeof registryTools.$inferSelect)['kind']
  readonly server: Pick<typeof registryServers.$inferSelect, 'id' | 'slug' | 'name' | 'createdAt'>
}

const keyColumns = {
  definitionHash: sql`t.definition_hash`,
  descriptionHash: sql`t.description_hash`,
  nameKey: sql`t.name_key`,
} as const satisfies Record<ToolKey, SQL>

/** Counts the other servers with each key, up to `most`. */
export async function countServersByToolKey(
  db: Database,
  serverId: string,
  by: ToolKey,
  keys: readonly string[],
  most: number,
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  // One bounded index scan per key, because half of all servers have a tool with a common name such as `search`.
  const rows = await db.execute<{ key: string; servers: number }>(sql`
    select wanted.key, found.servers::int as servers
    from unnest(${sql.param([...keys])}::text[]) as wanted(key),
    lateral (select count(*) as servers from (select distinct t.server_id
    from (select t.server_id from registry_tools t where ${keyColumns[by]} = wanted.key limit ${most * 4}) t
    join registry_servers s on s.id = t.server_id where s.id <> ${serverId} and s.hidden_at is null
    and s.merged_into is null limit ${most}) one) found`)
  return new Map(rows.map(({ key, servers }) => [key, servers]))
}

/**
 * Lists other servers' tools with these keys, at most `ofEach` per key. One statement runs one bounded index scan per
 * key.
 */
export async function listToolsByKey(
  db: Database,
  serverId: string,
  by: ToolKey,
  keys: readonly string[],
  ofEach: number,
): Promise<SharedTool[]> {
  if (keys.length === 0) return []
  const rows = await db.execute<
    Pick<SharedTool, 'key' | 'name' | 'kind'> & { id: string; slug: string; server_name: string; created_at: string }
  >(sql`
    select wanted.key, found.* from unnest(${sql.param([...keys])}::text[]) with ordinality as wanted(key, place),
    lateral (
      select t.name, t.kind, s.id, s.slug, s.name as server_name, s.created_at
      from registry_tools t join registry_servers s on s.id = t.server_id
      where ${keyColumns[by]} = wanted.key and t.server_id <> ${serverId} and s.hidden_at is null
      and s.merged_into is null limit ${ofEach}
    ) found order by wanted.place`)
  return rows.map(({ key, name, kind, id, slug, server_name: serverName, created_at: createdAt }) => ({
    key,
    name,
    kind,
    server: { id, slug, name: serverName, createdAt: new Date(createdAt) },
  }))
}

/**
 * Lists the rules with findings in these servers' tool descriptions, without duplicates, by server ID. Servers without
 * such findings are omitted.
 */
export async function listRulesAboutTools(db: Database, serverIds: readonly string[]): Promise<Map<string, string[]>> {
  if (serverIds.length === 0) return new Map()
  const rows = await db
    .select({
      serverId: registryFindings.serverId,
      rules: sql<string[]>`array_agg(distinct ${registryFindings.document} ->> 'ruleId'
        order by ${registryFindings.document} ->> 'ruleId')`,
    })
    .from(registryFindings)
    .where(and(inArray(registryFindings.serverId, [...serverIds]), eq(registryFindings.category, 'tool')))
    .groupBy(registryFindings.serverId)
  return new Map(rows.map(({ serverId, rules }) => [serverId, rules]))
}
