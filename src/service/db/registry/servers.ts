import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { preparedQuery } from '../prepared-query.ts'
import { registryServers, registrySources } from './servers-schema.ts'
import { registryClaims } from './trust-schema.ts'

export type RegistryServerRow = typeof registryServers.$inferSelect
export type RegistrySourceRow = typeof registrySources.$inferSelect

/** The columns that lists show. Fewer columns make a page of twenty rows cheaper. */
const listedColumns = (({
  id,
  slug,
  name,
  description,
  category,
  language,
  sourceType,
  repositoryUrl,
  npmPackage,
  pypiPackage,
  status,
  securityScore,
  grade,
  lastScannedAt,
  critical,
  high,
  medium,
  low,
  info,
  maintenance,
  popularity,
  documentation,
  compatibility,
  createdAt,
}) => ({
  id,
  slug,
  name,
  description,
  category,
  language,
  sourceType,
  repositoryUrl,
  npmPackage,
  pypiPackage,
  status,
  securityScore,
  grade,
  lastScannedAt,
  critical,
  high,
  medium,
  low,
  info,
  maintenance,
  popularity,
  documentation,
  compatibility,
  createdAt,
}))(getTableColumns(registryServers))

export type ListedServerRow = Pick<RegistryServerRow, keyof typeof listedColumns>

/**
 * Selects public servers: neither hidden nor merged. Repeats the index predicate, so that the planner uses the index.
 */
export const isShown = and(isNull(registryServers.hiddenAt), isNull(registryServers.mergedInto))

/**
 * Returns a server by ID or slug. A merged server names its replacement. Undefined if the server is hidden or does not
 * exist.
 */
export async function findServer(
  db: Database,
  idOrSlug: string,
): Promise<RegistryServerRow | { readonly movedTo: string } | undefined> {
  const [found] = await (isUuid(idOrSlug) ? serverById(db) : serverBySlug(db)).execute({ idOrSlug })
  if (!found?.mergedInto) return found && !found.hiddenAt ? found : undefined
  const elder = await findElder(db, found.mergedInto)
  return elder === undefined ? undefined : { movedTo: elder }
}

/**
 * Returns several servers in the requested order. For a merged server, returns the older one. Returns undefined in
 * place of servers that are hidden or do not exist.
 */
export async function findServers(
  db: Database,
  idsOrSlugs: readonly string[],
): Promise<(RegistryServerRow | undefined)[]> {
  return Promise.all(
    idsOrSlugs.map(async (idOrSlug) => {
      const found = await findServer(db, idOrSlug)
      if (!found || !('movedTo' in found)) return found
      const elder = await findServer(db, found.movedTo)
      return elder && 'movedTo' in elder ? undefined : elder
    }),
  )
}

/** Returns the rows with these IDs, in order. Deleted IDs are omitted. */
export async function findServersByIds(db: Database, ids: readonly string[]): Promise<ListedServerRow[]> {
  if (ids.length === 0) return []
  const rows = await shownServers(db).execute({ ids: [...ids] })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Returns additional data about a server: its packages and folders, and whether a maintainer has a verified claim. */
export async function findServerParts(
  db: Database,
  serverId: string,
): Promise<{ readonly sources: readonly RegistrySourceRow[]; readonly isClaimed: boolean }> {
  const [sources, [claim]] = await Promise.all([
    sourcesOfServer(db).execute({ serverId }),
    claimOfServer(db).execute({ serverId }),
  ])
  return { sources, isClaimed: claim !== undefined }
}

/** Reports whether an account has a verified claim for a server. */
export async function hasClaimed(db: Database, accountId: string, serverId: string): Promise<boolean> {
  const [claim] = await db
    .select({ id: registryClaims.id })
    .from(registryClaims)
    .where(and(eq(registryClaims.serverId, serverId), eq(registryClaims.accountId, accountId), holds))
    .limit(1)
  return claim !== undefined
}

const holds = and(sql`${registryClaims.verifiedAt} is not null`, isNull(registryClaims.revokedAt))

/**
 * Omits the index predicate. With it, the planner would consider thirty list indexes that cannot find an ID, and
 * planning took half as long again.
 */
const shownServers = preparedQuery((db) =>
  db
    .select(listedColumns)
    .from(registryServers)
    .where(
      sql`${registryServers.id} = any(${sql.placeholder('ids')}::uuid[])
        and num_nonnulls(${registryServers.hiddenAt}, ${registryServers.mergedInto}) = 0`,
    )
    .prepare('shown_servers'),
)

const serverBySlug = preparedQuery((db) =>
  db
    .select()
    .from(registryServers)
    .where(eq(registryServers.slug, sql.placeholder('idOrSlug')))
    .prepare('server_by_slug'),
)

const serverById = preparedQuery((db) =>
  db
    .select()
    .from(registryServers)
    .where(eq(registryServers.id, sql.placeholder('idOrSlug')))
    .prepare('server_by_id'),
)

const sourcesOfServer = preparedQuery((db) =>
  db
    .select()
    .from(registrySources)
    .where(eq(registrySources.serverId, sql.placeholder('serverId')))
    .orderBy(registrySources.createdAt, registrySources.id)
    .prepare('sources_of_server'),
)

const claimOfServer = preparedQuery((db) =>
  db
    .select({ id: registryClaims.id })
    .from(registryClaims)
    .where(and(eq(registryClaims.serverId, sql.placeholder('serverId')), holds))
    .limit(1)
    .prepare('claim_of_server'),
)

/** Returns the slug of the server that is shown for a merged one. Follows chains of any length, and stops at cycles. */
async function findElder(db: Database, id: string): Promise<string | undefined> {
  const rows = await db.execute<{ slug: string }>(sql`
    with recursive way as (
      select id, slug, merged_into, hidden_at from registry_servers where id = ${id}
      union select next.id, next.slug, next.merged_into, next.hidden_at
      from way join registry_servers next on next.id = way.merged_into
    )
    select slug from way where merged_into is null and hidden_at is null limit 1`)
  return rows[0]?.slug
}

/** A slug starts with a source type, so it never looks like an ID. */
const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
