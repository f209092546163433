import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { preparedQuery } from '../prepared-query.ts'
import { registryServers, registrySources } from './servers-schema.ts'
import { registryClaims } from './trust-schema.ts'

export type RegistryServerRow = typeof registryServers.$inferSelect
export type RegistrySourceRow = typeof registrySources.$inferSelect

/** The columns that lists show, because each column of twenty rows has a cost. */
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

/** Public servers: neither hidden nor merged. Repeats the index predicate, so that the index is used. */
export const isShown = and(isNull(registryServers.hiddenAt), isNull(registryServers.mergedInto))

/** A server by ID or slug. A merged server contains its replacement. Undefined if it does not exist or is hidden. */
export async function findServer(
  db: Database,
  idOrSlug: string,
): Promise<RegistryServerRow | { readonly movedTo: string } | undefined> {
  const [found] = await (isUuid(idOrSlug) ? serverById(db) : serverBySlug(db)).execute({ idOrSlug })
  if (!found?.mergedInto) return found && !found.hiddenAt ? found : undefined
  const elder = await findElder(db, found.mergedInto)
  return elder === undefined ? undefined : { movedTo: elder }
}

/** Several servers in the requested order. Merged ones are replaced by the older server. Undefined for missing ones. */
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

/** The rows of these IDs in order. Deleted IDs are omitted. */
export async function findServersByIds(db: Database, ids: readonly string[]): Promise<ListedServerRow[]> {
  if (ids.length === 0) return []
  const rows = await shownServers(db).execute({ ids: [...ids] })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Additional data of a server: its packages and folders, and whether a maintainer has a verified claim. */
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

/** Whether an account has a verified claim for a server. */
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
 * Does not repeat the index predicate. With the thirty list indexes, which do not help to find an ID, planning took
 * half as long again.
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

/** The slug of the server that is finally shown. Follows chains of merges of any length, without cycles. */
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

/** Slugs start with a source type, so no slug looks like an ID. */
const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
