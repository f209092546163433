import { sql } from 'drizzle-orm'
import type { FindingRecord } from '../../../engine/model/finding-record.ts'
import type { RegistryFinding } from '../../../engine/model/registry-finding.ts'
import type { ScoreBasis } from '../../../engine/model/registry-source.ts'
import type { Coverage, ScanResults } from '../../../engine/model/scan.ts'
import type { Grade } from '../../../engine/model/score.ts'
import type { Severity, SeverityCounts } from '../../../engine/model/severity.ts'
import type { Database } from '../client.ts'
import type { RegistryHistoryRow } from '../registry/history-list.ts'
import { storableDocument } from '../storable-document.ts'

/** Stored revision with an inventory, and the data shown for its server. */
export interface AffectedRevision {
  readonly sourceId: string
  readonly revision: string
  readonly scanId: string
  readonly scannedAt: Date
  readonly results: ScanResults
  readonly advisoryDate: Coverage['advisories']
  readonly digest: string
  /** Null if the findings are in `registry_findings` or not stored. */
  readonly findings: readonly RegistryFinding[] | null
  readonly url: string
  readonly server: {
    readonly id: string
    readonly slug: string
    readonly name: string
    readonly securityScore: number | null
    readonly grade: Grade | null
    readonly method: string | null
    readonly isHidden: boolean
  }
  readonly isShown: boolean
}

/** Returns the current and shown revisions that have one of these inventories. */
export async function listAffectedRevisions(db: Database, digests: readonly string[]): Promise<AffectedRevision[]> {
  const rows = await db.execute<Omit<AffectedRevision, 'scannedAt'> & { scannedMs: number }>(sql`
    select revision.source_id as "sourceId", revision.revision, revision.scan_id as "scanId",
    (extract(epoch from revision.scanned_at) * 1000)::float8 as "scannedMs", revision.results,
      revision.advisory_date as "advisoryDate", revision.inventory_digest as digest, revision.findings,
      source.canonical_url as url,
      json_build_object('id', server.id, 'slug', server.slug, 'name', server.name, 'securityScore',
      server.security_score, 'grade', server.grade, 'method', server.method, 'isHidden',
      server.hidden_at is not null) as server,
      server.scan_id is not distinct from revision.scan_id and server.version is not distinct
      from revision.revision as "isShown"
    from registry_revisions revision
    join registry_sources source on source.id = revision.source_id
    join registry_servers server on server.id = source.server_id
    where revision.inventory_digest = any(${sql.param([...digests])}::text[])
      and (source.current_revision = revision.revision
      or (server.scan_id = revision.scan_id and server.version = revision.revision))
    order by server.id, revision.source_id, revision.revision`)
  return [...rows].map(({ scannedMs, ...row }) => ({ ...row, scannedAt: new Date(scannedMs) }))
}

/** Returns the findings of these servers, most severe first. */
export async function listFindingsOfServers(
  db: Database,
  serverIds: readonly string[],
): Promise<Map<string, RegistryFinding[]>> {
  const rows = await db.execute<{ serverId: string; finding: FindingRecord; firstSeenMs: number }>(sql`
    select server_id as "serverId", document as finding,
    (extract(epoch from first_seen_at) * 1000)::float8 as "firstSeenMs"
    from registry_findings where server_id = any(${sql.param([...serverIds])}::uuid[]) order by server_id, ordinal`)
  const findings = new Map<string, RegistryFinding[]>(serverIds.map((id) => [id, []]))
  for (const { serverId, finding, firstSeenMs } of rows)
    findings.get(serverId)?.push({ finding, firstSeenAt: new Date(firstSeenMs).toISOString() })
  return findings
}

/** Returns the project settings in these scans, by scan. Deleted scans are omitted. */
export async function listProjectConfigs(db: Database, scanIds: readonly string[]): Promise<Map<string, unknown>> {
  const rows = await db.execute<{ id: string; word: unknown }>(
    sql`select id, project_word as word from scans
      where id = any(${sql.param([...scanIds])}::text[]) and project_word is not null`,
  )
  return new Map(rows.map(({ id, word }) => [id, word]))
}

/** Returns the newest history point of each of these servers. */
export async function listLastPoints(
  db: Database,
  serverIds: readonly string[],
): Promise<
  Map<string, Pick<RegistryHistoryRow, 'number' | 'version' | 'method' | 'securityScore' | 'vulnerabilities'>>
> {
  const rows = await db.execute<
    { serverId: string } & Pick<
      RegistryHistoryRow,
      'number' | 'version' | 'method' | 'securityScore' | 'vulnerabilities'
    >
  >(sql`
    select id as "serverId", last.*
    from unnest(${sql.param([...serverIds])}::uuid[]) as id
    cross join lateral (
      select number, version, method, security_score as "securityScore", vulnerabilities from registry_history
      where server_id = id order by number desc limit 1
    ) last`)
  return new Map(rows.map(({ serverId, ...point }) => [serverId, point]))
}

/** New result that a server shows. */
export interface RescoredServer {
  readonly id: string
  readonly securityScore: number
  readonly grade: Grade
  readonly method: string
  readonly vulnerabilities: SeverityCounts
  readonly suppressed: number
}

export async function updateRescoredServers(
  tx: Database,
  servers: readonly RescoredServer[],
  now: Date,
): Promise<void> {
  if (servers.length === 0) return
  await tx.execute(sql`
    update registry_servers set
      security_score = row.score, grade = row.grade, method = row.method, critical = row.critical, high = row.high,
      medium = row.medium, low = row.low, info = row.info,
      suppressed = row.suppressed, updated_at = ${now.toISOString()}
    from json_to_recordset(${JSON.stringify(
      servers.map(
        ({
          id,
          securityScore: score,
          grade,
          method,
          vulnerabilities: { critical, high, medium, low, info },
          suppressed,
        }) => ({ id, score, grade, method, critical, high, medium, low, info, suppressed }),
      ),
    )}::json)
      as row (id uuid, score int, grade text, method text, critical int, high int, medium int, low int, info int,
      suppressed int)
    where registry_servers.id = row.id`)
}

/** Rows per statement. A document is 1 to 3 KB. */
const rowsAtOnce = 2_000

/** Replaces the servers' findings. The new ones must be sorted, most severe first. */
export async function replaceFindingsOfServers(
  tx: Database,
  servers: readonly { readonly id: string; readonly findings: readonly RegistryFinding[] }[],
): Promise<void> {
  if (servers.length === 0) return
  await tx.execute(
    sql`delete from registry_findings where server_id = any(${sql.param(servers.map(({ id }) => id))}::uuid[])`,
  )
  const rows = servers.flatMap(({ id, findings }) =>
    findings.map(({ finding, firstSeenAt }, ordinal) => ({
      server: id,
      ordinal,
      severity: finding.severity,
      category: finding.category,
      fingerprint: finding.fingerprint,
      seen: firstSeenAt,
      document: storableDocument(finding),
    })),
  )
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await tx.execute(sql`
      insert into registry_findings (server_id, ordinal, severity, category, fingerprint, first_seen_at, document)
      select * from jsonb_to_recordset(${JSON.stringify(rows.slice(start, start + rowsAtOnce))}::jsonb)
        as row (server uuid, ordinal int, severity text, category text, fingerprint text, seen timestamptz,
        document jsonb)`)
  }
}

/** New result for a stored revision. */
export interface RescoredRevision {
  readonly sourceId: string
  readonly revision: string
  readonly results: ScanResults
  readonly scoreBasis: readonly ScoreBasis[]
  readonly advisoryDate: Coverage['advisories']
  /** Null if the findings are stored elsewhere. */
  readonly findings: readonly RegistryFinding[] | null
}

export async function updateRescoredRevisions(tx: Database, revisions: readonly RescoredRevision[]): Promise<void> {
  if (revisions.length === 0) return
  const rows = revisions.map(
    ({ sourceId: source, revision, results, scoreBasis: basis, advisoryDate: date, findings }) => ({
      source,
      revision,
      results,
      basis,
      date,
      ...(findings && { findings: storableDocument(findings) }),
    }),
  )
  await tx.execute(sql`
    update registry_revisions stored set results = row.results, score_basis = row.basis, advisory_date = row.date,
    findings = row.findings
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (source uuid, revision text, results jsonb,
    basis jsonb, date jsonb, findings jsonb)
    where stored.source_id = row.source and stored.revision = row.revision`)
}

export async function insertPoints(
  tx: Database,
  points: readonly (Pick<
    RegistryHistoryRow,
    | 'serverId'
    | 'number'
    | 'scanId'
    | 'scannedAt'
    | 'securityScore'
    | 'grade'
    | 'vulnerabilities'
    | 'version'
    | 'cause'
    | 'method'
    | 'advisories'
  > & { readonly changedAt: Date })[],
): Promise<void> {
  if (points.length === 0) return
  await tx.execute(sql`
    insert into registry_history (server_id, number, scan_id, scanned_at, security_score, grade, vulnerabilities,
    version, cause, method, advisories, changed_at)
    select "serverId", number, "scanId", "scannedAt", "securityScore", grade, vulnerabilities, version, cause, method,
    array(select json_array_elements_text(advisories)), "changedAt"
    from json_to_recordset(${JSON.stringify(points)}::json)
      as row ("serverId" uuid, number int, "scanId" text, "scannedAt" timestamptz, "securityScore" int, grade text,
      vulnerabilities jsonb, version text, cause text, method text, advisories json, "changedAt" timestamptz)`)
}

/** Advisory, and a finding that it opened, changed, or closed. */
export interface AdvisoryEffect {
  readonly advisoryId: string
  readonly aliases: readonly string[]
  readonly url: string
  readonly summary: string
  readonly severity: Severity
  readonly change: 'opened' | 'changed' | 'closed'
  readonly scoreBefore: number
  readonly scoreAfter: number
  readonly serverId?: string
  readonly accountId?: string
  readonly scanId?: string
}

/** Stores advisory effects. They replace earlier effects on the same servers and repositories. */
export async function keepEffects(tx: Database, effects: readonly AdvisoryEffect[], now: Date): Promise<void> {
  if (effects.length === 0) return
  const at = now.toISOString()
  await tx.execute(sql`
    insert into advisory_activity (advisory_id, at, aliases, url, summary, severity)
    select distinct on (id) id, ${at}::timestamptz, array(select json_array_elements_text(aliases)), url, summary,
    severity
    from json_to_recordset(${JSON.stringify(
      effects.map(({ advisoryId: id, aliases, url, summary, severity }) => ({ id, aliases, url, summary, severity })),
    )}::json) as row (id text, aliases json, url text, summary text, severity text)
    order by id
    on conflict (advisory_id) do update set at = excluded.at, aliases = excluded.aliases, url = excluded.url,
    summary = excluded.summary, severity = excluded.severity`)
  const rows = sql`json_to_recordset(${JSON.stringify(
    effects.map(
      ({
        advisoryId: id,
        severity,
        change,
        scoreBefore: before,
        scoreAfter: after,
        serverId: server,
        accountId: account,
        scanId: scan,
      }) => ({ id, severity, change, before, after, server, account, scan }),
    ),
  )}::json)
    as row (id text, severity text, change text, before int, after int, server uuid, account uuid, scan text)`
  const columns = sql`advisory_effects (advisory_id, at, change, severity, score_before, score_after, server_id,
    account_id, scan_id)`
  const latest = sql`at = excluded.at, change = excluded.change, severity = excluded.severity,
    score_before = excluded.score_before, score_after = excluded.score_after`
  await tx.execute(sql`
    insert into ${columns} select id, ${at}::timestamptz, change, severity, before, after, server, null, null
    from ${rows} where server is not null
    on conflict (server_id, advisory_id) where server_id is not null do update set ${latest}`)
  await tx.execute(sql`
    insert into ${columns} select id, ${at}::timestamptz, change, severity, before, after, null, account, scan
    from ${rows} where scan is not null
    on conflict (scan_id, advisory_id) where scan_id is not null do update set ${latest}`)
}
