import { sql } from 'drizzle-orm'
import type { Ecosystem } from '../../../engine/model/component.ts'
import type { Database } from '../client.ts'

/** Package version. The package name is normalized. */
export interface PackageVersion {
  readonly ecosystem: Ecosystem
  readonly packageName: string
  readonly version: string
}

export interface PackageVersionRow extends PackageVersion {
  readonly id: number
}

/** Vulnerability of a stored package version. */
export interface PackageFlawRow {
  readonly packageVersionId: number
  readonly advisoryId: string
  readonly ordinal: number
  readonly ids: readonly string[]
  /** Digest of `flaw`, used for comparisons. */
  readonly digest: string
  /** The vulnerability as JSON. */
  readonly flaw: string
}

/** SQL expression that takes the lock, for callers without a `Database`. */
export const matchingLock = "pg_advisory_xact_lock(hashtext('advisory matching'))"

/** Locks the stored matches of package versions until the transaction ends. */
export async function lockMatching(tx: Database): Promise<void> {
  await tx.execute(sql`select ${sql.raw(matchingLock)}`)
}

export async function listVersionsOfPackages(
  db: Database,
  packages: readonly Omit<PackageVersion, 'version'>[],
): Promise<PackageVersionRow[]> {
  const rows = await db.execute<{ id: number; ecosystem: Ecosystem; packageName: string; version: string }>(sql`
    select stored.id, stored.ecosystem, stored.package_name as "packageName", stored.version
    from (select distinct ecosystem, name from unnest(${sql.param(packages.map(({ ecosystem }) => ecosystem))}::text[],
    ${sql.param(packages.map(({ packageName }) => packageName))}::text[]) as asked (ecosystem, name)) as asked
    join package_versions stored on stored.ecosystem = asked.ecosystem and stored.package_name = asked.name`)
  return [...rows]
}

/** Lists stored package versions after an ID, by ID. */
export async function listVersionsAfter(
  db: Database,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<PackageVersionRow[]> {
  const rows = await db.execute<{ id: number; ecosystem: Ecosystem; packageName: string; version: string }>(sql`
    select id, ecosystem, package_name as "packageName", version from package_versions where id > ${after} order by id
    limit ${limit}`)
  return [...rows]
}

/** Stores missing package versions and returns them. Requires `lockMatching`. */
export async function addPackageVersions(
  tx: Database,
  versions: readonly PackageVersion[],
): Promise<PackageVersionRow[]> {
  if (versions.length === 0) return []
  // Excludes existing rows, because each attempted insert would use up an ID.
  const rows = await tx.execute<{ id: number; ecosystem: Ecosystem; packageName: string; version: string }>(sql`
    insert into package_versions (ecosystem, package_name, version)
    select distinct asked.ecosystem, asked.name, asked.version
    from json_to_recordset(${JSON.stringify(
      versions.map(({ ecosystem, packageName, version }) => ({ ecosystem, name: packageName, version })),
    )}::json) as asked (ecosystem text, name text, version text)
    where not exists (select from package_versions stored
    where stored.ecosystem = asked.ecosystem and stored.package_name = asked.name and stored.version = asked.version)
    order by 1, 2, 3
    returning id, ecosystem, package_name as "packageName", version`)
  return [...rows]
}

/** Returns the stored vulnerabilities of these package versions, without their documents. */
export async function listFlawDigests(
  db: Database,
  packageVersionIds: readonly number[],
): Promise<Pick<PackageFlawRow, 'packageVersionId' | 'advisoryId' | 'digest'>[]> {
  if (packageVersionIds.length === 0) return []
  const rows = await db.execute<{ packageVersionId: number; advisoryId: string; digest: string }>(sql`
    select package_version_id as "packageVersionId", advisory_id as "advisoryId", digest from package_flaws
    where package_version_id = any(${sql.param([...packageVersionIds])}::int[])`)
  return [...rows]
}

/** Deletes the stored vulnerabilities of these package versions. */
export async function removeFlaws(tx: Database, packageVersionIds: readonly number[]): Promise<void> {
  if (packageVersionIds.length > 0)
    await tx.execute(
      sql`delete from package_flaws where package_version_id = any(${sql.param([...packageVersionIds])}::int[])`,
    )
}

/** Stores vulnerabilities of package versions that have none yet. */
export async function insertFlaws(tx: Database, flaws: readonly PackageFlawRow[]): Promise<void> {
  if (flaws.length === 0) return
  await tx.execute(sql`
    insert into package_flaws (package_version_id, advisory_id, ordinal, ids, digest, flaw)
    select id, advisory, ordinal, array(select json_array_elements_text(ids)), digest, flaw::jsonb
    from json_to_recordset(${JSON.stringify(
      flaws.map(({ packageVersionId, advisoryId, ordinal, ids, digest, flaw }) => ({
        id: packageVersionId,
        advisory: advisoryId,
        ordinal,
        ids,
        digest,
        flaw,
      })),
    )}::json)
      as row (id int, advisory text, ordinal int, ids json, digest text, flaw text)`)
}

/** Returns the method that matched all stored package versions, or undefined before the first match. */
export async function findMatchingState(
  db: Database,
): Promise<{ readonly matchedBy: string; readonly matchedUpTo: number | null } | undefined> {
  const [row] = await db.execute<{ matchedBy: string; matchedUpTo: number | null }>(
    sql`select matched_by as "matchedBy", matched_up_to as "matchedUpTo" from advisory_matching where id = 1`,
  )
  return row
}

export async function keepMatchingState(
  tx: Database,
  { matchedBy, matchedUpTo }: { readonly matchedBy: string; readonly matchedUpTo: number | null },
): Promise<void> {
  await tx.execute(sql`
    insert into advisory_matching (id, matched_by, matched_up_to) values (1, ${matchedBy}, ${matchedUpTo})
    on conflict (id) do update set matched_by = excluded.matched_by, matched_up_to = excluded.matched_up_to`)
}
