import { and, arrayOverlaps, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { registryPublications } from './publications-schema.ts'
import { registryServers, registrySources } from './servers-schema.ts'

export type NewPublication = Omit<typeof registryPublications.$inferInsert, 'serverId' | 'seenAt'> & {
  readonly places: readonly string[]
}

/**
 * Stores the records on a page from one registry, unless the stored versions are newer. Returns the new and changed
 * records by `name version`. If several versions of a name are marked as latest, the most recently updated one wins.
 */
export async function storePublications(
  tx: Database,
  publications: readonly NewPublication[],
  now: Date,
): Promise<Set<string>> {
  // If a page contains a version twice, the more recent update wins. If both are equal, the second one wins.
  const byKey = new Map<string, NewPublication>()
  for (const publication of publications) {
    const key = `${publication.name} ${publication.version}`
    const known = byKey.get(key)
    if (!known || known.updatedAt <= publication.updatedAt) byKey.set(key, publication)
  }
  if (byKey.size === 0) return new Set()
  // The fixed order prevents deadlocks between concurrent transactions.
  const rows = [...byKey]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, publication]) => ({ ...publication, places: [...publication.places], seenAt: now }))
  const { updatedAt, status, isLatest, document } = registryPublications
  const changed = await tx
    .insert(registryPublications)
    .values(rows)
    .onConflictDoUpdate({
      target: [registryPublications.base, registryPublications.name, registryPublications.version],
      set: Object.fromEntries(
        (['document', 'status', 'isLatest', 'publishedAt', 'updatedAt', 'places', 'seenAt'] as const).map((column) => [
          column,
          sql.raw(`excluded.${registryPublications[column].name}`),
        ]),
      ),
      setWhere: sql`${updatedAt} <= excluded.updated_at
        and (${updatedAt}, ${status}, ${isLatest}, ${document}) is distinct
        from (excluded.updated_at, excluded.status, excluded.is_latest, excluded.document)`,
    })
    .returning({
      base: registryPublications.base,
      name: registryPublications.name,
      version: registryPublications.version,
      isLatest,
    })
  await keepOneLatest(
    tx,
    changed.filter((row) => row.isLatest),
  )
  return new Set(changed.map(({ name, version }) => `${name} ${version}`))
}

/** If two versions are marked as latest, clears the mark of the older one. */
async function keepOneLatest(
  tx: Database,
  latest: readonly { readonly base: string; readonly name: string }[],
): Promise<void> {
  const [first] = latest
  if (!first) return
  await tx.execute(sql`
    update registry_publications former set is_latest = false
    where former.base = ${first.base} and former.name =
    any(${sql.param([...new Set(latest.map(({ name }) => name))])}::text[]) and former.is_latest and exists (
      select 1 from registry_publications later where later.base = former.base and later.name = former.name
      and later.is_latest
        and (later.updated_at, coalesce(later.published_at, later.updated_at), later.version) > (former.updated_at,
        coalesce(former.published_at, former.updated_at), former.version))`)
}

/** Builds an entry of a publication's `places`. */
const placeOfSource = sql<string>`case ${registrySources.folder} when '' then ${registrySources.canonicalUrl}
  else ${registrySources.canonicalUrl} || ' ' || ${registrySources.folder} end`

/** Links publications with these names to their servers. Returns the servers. */
export async function tiePublications(tx: Database, base: string, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const tied = await tx.execute<{ server_id: string }>(sql`
    update registry_publications set server_id = found.server_id
    from (
      select distinct on (p.base, p.name, p.version) p.base, p.name, p.version, ${registrySources.serverId} as server_id
      from registry_publications p cross join unnest(p.places) as place
      join registry_sources on ${registrySources.canonicalUrl} = split_part(place, ' ', 1)
      and ${registrySources.folder} = substr(place, length(split_part(place, ' ', 1)) + 2)
      where p.base = ${base} and p.name = any(${sql.param([...names])}::text[])
      order by p.base, p.name, p.version, ${registrySources.createdAt}, ${registrySources.id}
    ) found
    where registry_publications.base = found.base and registry_publications.name = found.name
    and registry_publications.version = found.version
    returning registry_publications.server_id`)
  return [...new Set(tied.map((row) => row.server_id))]
}

/**
 * Links publications to a server if they name one of its sources. Publications that are already linked to another
 * server do not change.
 */
export async function tiePublicationsOf(tx: Database, serverId: string): Promise<void> {
  const places = await tx
    .select({ place: placeOfSource })
    .from(registrySources)
    .where(eq(registrySources.serverId, serverId))
  if (places.length === 0) return
  await tx
    .update(registryPublications)
    .set({ serverId })
    .where(
      and(
        arrayOverlaps(
          registryPublications.places,
          places.map(({ place }) => place),
        ),
        sql`${registryPublications.serverId} is distinct from ${serverId}`,
      ),
    )
}

/** Counts a server's versions in followed registries by status. */
export async function countPublications(
  db: Database,
  serverId: string,
): Promise<Readonly<Record<'active' | 'deprecated' | 'deleted', number>>> {
  const rows = await db
    .select({ status: registryPublications.status, count: sql<number>`count(*)::int` })
    .from(registryPublications)
    .where(eq(registryPublications.serverId, serverId))
    .groupBy(registryPublications.status)
  const counts = { active: 0, deprecated: 0, deleted: 0 }
  for (const { status, count } of rows) counts[status] = count
  return counts
}

/**
 * Marks servers as removed if all their publications were deleted. Marks them as active again once a publication
 * exists.
 */
export async function followDeletions(tx: Database, serverIds: readonly string[], now: Date): Promise<void> {
  if (serverIds.length === 0) return
  const isLeft = sql`exists (select 1 from registry_publications p
    where p.server_id = ${registryServers.id} and p.status <> 'deleted')`
  const isKnown = sql`exists (select 1 from registry_publications p where p.server_id = ${registryServers.id})`
  await tx
    .update(registryServers)
    .set({ status: 'removed', updatedAt: now })
    .where(
      and(
        inArray(registryServers.id, [...serverIds]),
        sql`${registryServers.status} <> 'removed'`,
        isKnown,
        sql`not ${isLeft}`,
      ),
    )
  await tx
    .update(registryServers)
    .set({ status: 'active', updatedAt: now })
    .where(and(inArray(registryServers.id, [...serverIds]), eq(registryServers.status, 'removed'), isLeft))
}
