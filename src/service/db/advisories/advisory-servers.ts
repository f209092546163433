import { sql } from 'drizzle-orm'
import type { Ecosystem } from '../../../engine/model/component.ts'
import type { Grade } from '../../../engine/model/score.ts'
import type { Database } from '../client.ts'
import { isNewestOfDefaultBranch } from '../rematching/repositories.ts'

/** Stored package version that has a vulnerability. */
export interface FlawedPackage {
  readonly ecosystem: Ecosystem
  /** Normalized package name. */
  readonly name: string
  readonly version: string
}

/** Public server that uses a vulnerable version. */
export interface AffectedServer {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly version: string
  readonly securityScore: number
  readonly grade: Grade
  /** Vulnerable packages, at most 20. */
  readonly packages: readonly FlawedPackage[]
}

/** Returns a stored vulnerability with one of these IDs as JSON, or undefined if no stored package version has it. */
export async function findStoredFlaw(db: Database, id: string): Promise<unknown> {
  const [row] = await db.execute<{ flaw: unknown }>(
    sql`select flaw from package_flaws where ids @> array[${id}::text] order by package_version_id limit 1`,
  )
  return row?.flaw
}

/**
 * Returns an advisory's published record from the first configured feed that contains it, or undefined if no feed does.
 */
export async function findAdvisoryRecord(
  db: Database,
  id: string,
): Promise<
  | {
      readonly document: unknown
      readonly modified: Date
      readonly withdrawn: Date | undefined
    }
  | undefined
> {
  const [row] = await db.execute<{ document: unknown; modifiedMs: number; withdrawnMs: number | null }>(sql`
    select document, (extract(epoch from modified) * 1000)::float8 as "modifiedMs",
    (extract(epoch from withdrawn) * 1000)::float8 as "withdrawnMs"
    from advisories where id = ${id} order by feed_id limit 1`)
  return (
    row && {
      document: row.document,
      modified: new Date(row.modifiedMs),
      withdrawn: row.withdrawnMs === null ? undefined : new Date(row.withdrawnMs),
    }
  )
}

/**
 * Lists the entries of an advisory, as published, about at most 200 packages; at most 2,000 entries. Reads the first
 * feed of each ecosystem that contains the advisory.
 */
export async function listAffectedEntries(
  db: Database,
  id: string,
): Promise<{ readonly ecosystem: string; readonly name: string; readonly entry: unknown }[]> {
  const rows = await db.execute<{ ecosystem: string; name: string; entry: unknown }>(sql`
    select ecosystem, name, entry from (
      select ecosystem, package_name as name, entry, key, dense_rank() over (order by ecosystem, package_name) as place
      from advisory_affected where advisory_id = ${id} and feed_id in (
        select distinct on (feed.ecosystem) feed.id
        from advisories record join advisory_feeds feed on feed.id = record.feed_id
        where record.id = ${id} order by feed.ecosystem, feed.id)) entries
    where place <= 200 order by place, key limit 2000`)
  return [...rows]
}

/**
 * Lists the IDs of at most 32 records that name this one as an alias, sorted by database preference. Withdrawn records
 * come last.
 */
export async function listAliasedRecords(
  db: Database,
  alias: string,
): Promise<{ readonly id: string; readonly isWithdrawn: boolean }[]> {
  const rows = await db.execute<{ id: string; isWithdrawn: boolean }>(sql`
    select id, bool_and(withdrawn is not null) as "isWithdrawn" from advisories
    where document -> 'aliases' @> jsonb_build_array(${alias}::text) group by id
    order by 2, case when id like 'MAL-%' then 0 when id like 'GHSA-%' then 1 when id ~ '^(PYSEC|GO|RUSTSEC)-' then 2
    when id like 'CVE-%' then 3 else 4 end, id limit 32`)
  return [...rows]
}

/** Joins an inventory with the public servers whose shown revision has it. */
const shownServers = sql`
  join registry_revisions revision on revision.inventory_digest = inventory.digest
  join registry_sources source on source.id = revision.source_id
  join registry_servers server on server.id = source.server_id and server.scan_id = revision.scan_id
  and server.version = revision.revision and server.hidden_at is null and server.merged_into is null`

/** Joins an inventory with the account's newest default branch scans that have it. */
const newestScansOf = (accountId: string) => sql`
  join scans scan on scan.inventory_digest = inventory.digest and scan.account_id = ${accountId}
  and ${isNewestOfDefaultBranch('scan')}`

/** Returns one page of the servers whose shown revision has an affected version, worst rating first, and the total. */
export async function listAffectedServers(
  db: Database,
  advisoryId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly servers: readonly AffectedServer[]; readonly total: number }> {
  const affected = sql`
    from inventories inventory ${shownServers}
    where inventory.package_versions && array(select package_version_id from package_flaws
    where ids @> array[${advisoryId}::text])`
  const [rows, [counted]] = await Promise.all([
    db.execute<{
      id: string
      slug: string
      name: string
      version: string
      securityScore: number
      grade: Grade
      packages: FlawedPackage[] | null
    }>(sql`
      select page.id, page.slug, page.name, page.version, page."securityScore", page.grade,
        (select json_agg(found) from (
          select distinct stored.ecosystem, stored.package_name as name, stored.version
          from package_flaws flawed join package_versions stored on stored.id = flawed.package_version_id
          where flawed.ids @> array[${advisoryId}::text] and stored.id = any(page.package_versions) order by 1, 2, 3
          limit 20) found) as packages
      from (
        select server.id, server.slug, server.name, server.version, server.security_score as "securityScore",
        server.grade, inventory.package_versions ${affected}
        order by server.security_score, server.id limit ${limit} offset ${offset}
      ) page order by page."securityScore", page.id`),
    db.execute<{ total: number }>(sql`select count(*)::int as total ${affected}`),
  ])
  return {
    servers: rows.map(({ packages, ...server }) => ({ ...server, packages: packages ?? [] })),
    total: counted?.total ?? 0,
  }
}

/** An account's repository whose newest default branch scan has a finding for an advisory. */
export interface AffectedRepository {
  readonly scanId: string
  readonly url: string
}

/** Lists the account's repositories with an affected version on the default branch; at most 100. */
export async function listAffectedRepositories(
  db: Database,
  accountId: string,
  advisoryId: string,
): Promise<AffectedRepository[]> {
  const rows = await db.execute<{ scanId: string; url: string }>(sql`
    select scan.id as "scanId", coalesce(scan.canonical_url, scan.url) as url
    from inventories inventory ${newestScansOf(accountId)}
    where inventory.package_versions && array(select package_version_id from package_flaws
    where ids @> array[${advisoryId}::text])
    order by 2, 1 limit 100`)
  return [...rows]
}

/** Package version that fixes an advisory. */
export interface PackageFix {
  readonly ecosystem: string
  /** Normalized package name. */
  readonly name: string
  readonly fixedVersion: string
}

/**
 * Lists the fixes of the affected package versions that a public server or one of the account's repositories has; at
 * most 500. An undefined account has no repositories.
 */
export async function listVisibleFixes(
  db: Database,
  advisoryId: string,
  accountId: string | undefined,
): Promise<PackageFix[]> {
  const ofVersion = sql`where inventory.package_versions @> array[flawed.package_version_id]`
  const isInRepository = (own: string) =>
    sql`or exists (select from inventories inventory ${newestScansOf(own)} ${ofVersion})`
  const rows = await db.execute<{ ecosystem: string; name: string; fixedVersion: string }>(sql`
    select distinct stored.ecosystem, stored.package_name as name,
    flawed.flaw #>> '{advisory,fixedVersion}' as "fixedVersion"
    from package_flaws flawed join package_versions stored on stored.id = flawed.package_version_id
    where flawed.ids @> array[${advisoryId}::text] and flawed.flaw #>> '{advisory,fixedVersion}' is not null
    and (exists (select from inventories inventory ${shownServers} ${ofVersion})
    ${accountId === undefined ? sql`` : isInRepository(accountId)})
    order by 1, 2, 3 limit 500`)
  return [...rows]
}
