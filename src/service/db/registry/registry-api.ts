import { and, asc, desc, eq, gte, isNotNull, isNull, like, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { mcpRegistrySearchLimits } from './mcp-registry-search-limits.ts'
import type { Database } from '../client.ts'
import { fewPublicationsSince, fewServersSince, fewWith } from './registry-api-candidates.ts'
import { type RegistryApiFound, readSearched } from './registry-api-search.ts'
import { registryPublications } from './publications-schema.ts'
import { registryServers } from './servers-schema.ts'

/** Public data of a server. */
export type RegistryApiServer = Pick<
  typeof registryServers.$inferSelect,
  | 'id'
  | 'slug'
  | 'name'
  | 'description'
  | 'sourceType'
  | 'repositoryUrl'
  | 'status'
  | 'version'
  | 'securityScore'
  | 'grade'
  | 'lastScannedAt'
  | 'updatedAt'
>

/** Server version as published by a followed registry, with this registry's server if it is known. */
export interface RegistryApiPublication {
  readonly publication: Pick<
    typeof registryPublications.$inferSelect,
    'base' | 'name' | 'version' | 'document' | 'status' | 'isLatest' | 'publishedAt' | 'updatedAt'
  >
  readonly server: RegistryApiServer | null
}

/** Filters for server lists. */
export interface RegistryApiFilter {
  /** Lowercase text that the name must contain. */
  readonly search?: string | undefined
  readonly updatedSince?: Date | undefined
  /** `latest`, or a specific version. */
  readonly version?: string | undefined
  /** True to include deleted versions. */
  readonly withDeleted: boolean
}

export interface RegistryApiPage {
  /** Last publication of the previous page. Undefined for the first page. */
  readonly after?: { readonly name: string; readonly version: string; readonly base: string } | undefined
  readonly limit: number
}

const {
  id,
  slug,
  name,
  description,
  sourceType,
  repositoryUrl,
  status,
  version,
  securityScore,
  grade,
  lastScannedAt,
  updatedAt,
} = registryServers
const serverColumns = {
  id,
  slug,
  name,
  description,
  sourceType,
  repositoryUrl,
  status,
  version,
  securityScore,
  grade,
  lastScannedAt,
  updatedAt,
}
const {
  base,
  name: publishedName,
  version: publishedVersion,
  document,
  status: publishedStatus,
  isLatest,
  publishedAt,
  updatedAt: publishedUpdatedAt,
} = registryPublications
const publicationColumns = {
  base,
  name: publishedName,
  version: publishedVersion,
  document,
  status: publishedStatus,
  isLatest,
  publishedAt,
  updatedAt: publishedUpdatedAt,
}

const given = alias(registryServers, 'given')

/**
 * Selects publications with their servers. Uses the older server for a merged one. Omits duplicates from a second
 * registry, and hidden servers' publications.
 */
const publications = (db: Database, where: (SQL | undefined)[]) =>
  db
    .select({ publication: publicationColumns, server: serverColumns })
    .from(registryPublications)
    .leftJoin(given, eq(given.id, registryPublications.serverId))
    .leftJoin(registryServers, eq(registryServers.id, sql`coalesce(${given.mergedInto}, ${given.id})`))
    .where(
      and(
        isNull(given.hiddenAt),
        isNull(registryServers.hiddenAt),
        sql`not exists (select 1 from registry_publications first
          where first.name = ${publishedName} and first.version = ${publishedVersion} and first.base < ${base})`,
        ...where,
      ),
    )

/**
 * Index condition for names that may contain a string: true for all matches and few other names. No index supports
 * strings shorter than three characters.
 */
const mayHave = (column: SQL, part: string) => sql`registry_grams(${column}) @> registry_grams(${part})`
const isInIndex = (part: string | undefined): part is string => part !== undefined && [...part].length >= 3

type PublicationPlace = NonNullable<RegistryApiPage['after']>
const isBehind = (place: PublicationPlace) =>
  sql`(${publishedName}, ${publishedVersion}, ${base}) > (${place.name}, ${place.version}, ${place.base})`

/** Returns one page of the followed registries' publications, by name and version. */
export async function listPublished(
  db: Database,
  { search, updatedSince, version, withDeleted }: RegistryApiFilter,
  { after, limit }: RegistryApiPage,
): Promise<RegistryApiFound<RegistryApiPublication, PublicationPlace>> {
  const read = (condition?: SQL) =>
    publications(db, [
      condition,
      after && isBehind(after),
      search === undefined ? undefined : like(sql`lower(${publishedName})`, `%${escapedPattern(search)}%`),
      // The document changes with the followed registry. Grade and receipt change with the server, and advisories can
      // change them without a scan.
      updatedSince && or(gte(publishedUpdatedAt, updatedSince), gte(updatedAt, updatedSince)),
      version === undefined ? undefined : version === 'latest' ? eq(isLatest, true) : eq(publishedVersion, version),
      withDeleted ? undefined : ne(publishedStatus, 'deleted'),
    ])
      .orderBy(asc(publishedName), asc(publishedVersion), asc(base))
      .limit(limit)
  if (search === undefined && updatedSince === undefined && (version === undefined || version === 'latest'))
    return { rows: await read(), lookedUntil: undefined }
  return readSearched({
    limit,
    isRare: updatedSince !== undefined,
    read,
    async walkEnd() {
      const [end] = await db
        .select({ name: publishedName, version: publishedVersion, base })
        .from(registryPublications)
        .where(after && isBehind(after))
        .orderBy(asc(publishedName), asc(publishedVersion), asc(base))
        .offset(mcpRegistrySearchLimits.maxWalkedNames)
        .limit(1)
      return end
    },
    upTo: (end) => sql`(${publishedName}, ${publishedVersion}, ${base}) <= (${end.name}, ${end.version}, ${end.base})`,
    possible: async () =>
      (isInIndex(search)
        ? await fewWith(db, sql`registry_publications`, mayHave(sql`kept.name`, search))
        : undefined) ??
      (updatedSince && fewPublicationsSince(db, updatedSince)),
  })
}

/** Lists the published versions of a name, newest first. */
export async function listPublishedVersions(
  db: Database,
  name: string,
  { version, withDeleted, limit }: { version?: string | undefined; withDeleted: boolean; limit: number },
): Promise<RegistryApiPublication[]> {
  return publications(db, [
    eq(publishedName, name),
    version === undefined ? undefined : eq(publishedVersion, version),
    withDeleted ? undefined : ne(publishedStatus, 'deleted'),
  ])
    .orderBy(desc(isLatest), sql`${publishedAt} desc nulls last`, desc(publishedVersion))
    .limit(limit)
}

/** Lowercase strings that a slug must contain or start with. */
export interface SlugSearch {
  readonly text: string
  readonly isBeginning: boolean
}

const isOwn = and(
  isNull(registryServers.hiddenAt),
  isNull(registryServers.mergedInto),
  isNotNull(registryServers.version),
)

/** Returns one page of the servers that no followed registry publishes, sorted by slug. */
export async function listUnpublished(
  db: Database,
  { updatedSince, version: wanted, withDeleted }: Omit<RegistryApiFilter, 'search'>,
  { after, search, limit }: { after?: string | undefined; search?: SlugSearch | undefined; limit: number },
): Promise<RegistryApiFound<RegistryApiServer, string>> {
  const isFurther = after === undefined ? undefined : sql`${slug} > ${after}`
  const read = (condition?: SQL) =>
    db
      .select(serverColumns)
      .from(registryServers)
      .where(
        and(
          isOwn,
          condition,
          isFurther,
          search && like(slug, `${search.isBeginning ? '' : '%'}${escapedPattern(search.text)}%`),
          updatedSince && gte(updatedAt, updatedSince),
          wanted === undefined || wanted === 'latest' ? undefined : eq(version, wanted),
          withDeleted ? undefined : ne(status, 'removed'),
          sql`not exists (select 1 from registry_publications published
            where published.server_id = ${id} and published.status <> 'deleted')`,
        ),
      )
      .orderBy(asc(slug))
      .limit(limit)
  if (search === undefined && updatedSince === undefined && (wanted === undefined || wanted === 'latest'))
    return { rows: await read(), lookedUntil: undefined }
  return readSearched({
    limit,
    isRare: updatedSince !== undefined,
    read,
    async walkEnd() {
      const [end] = await db
        .select({ slug })
        .from(registryServers)
        .where(isFurther)
        .orderBy(asc(slug))
        .offset(mcpRegistrySearchLimits.maxWalkedNames)
        .limit(1)
      return end?.slug
    },
    upTo: (end) => sql`${slug} <= ${end}`,
    possible: async () =>
      (isInIndex(search?.text)
        ? await fewWith(
            db,
            sql`registry_servers`,
            sql`kept.hidden_at is null and kept.merged_into is null and ${mayHave(sql`kept.slug`, search.text)}`,
          )
        : undefined) ??
      (updatedSince && fewServersSince(db, updatedSince)),
  })
}

/** Returns a server's public data, or undefined if the server is hidden or no version is known. */
export async function findRegistryApiServer(db: Database, serverId: string): Promise<RegistryApiServer | undefined> {
  const [row] = await db
    .select(serverColumns)
    .from(registryServers)
    .where(and(eq(id, serverId), isOwn))
  return row
}

/** Escapes a string for use in a LIKE pattern. */
function escapedPattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}
