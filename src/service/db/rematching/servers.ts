import { sql } from 'drizzle-orm'
import type { RegistryFinding } from '../../../engine/model/registry-finding.ts'
import type { ScoreBasis } from '../../../engine/model/registry-source.ts'
import type { Coverage, ScanResults } from '../../../engine/model/scan.ts'
import type { Grade } from '../../../engine/model/score.ts'
import type { SeverityCounts } from '../../../engine/model/severity.ts'
import type { Database } from '../client.ts'
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

/** Returns the project settings in these scans, by scan. Deleted scans are omitted. */
export async function listProjectConfigs(db: Database, scanIds: readonly string[]): Promise<Map<string, unknown>> {
  const rows = await db.execute<{ id: string; word: unknown }>(
    sql`select id, project_word as word from scans
      where id = any(${sql.param([...scanIds])}::text[]) and project_word is not null`,
  )
  return new Map(rows.map(({ id, word }) => [id, word]))
}

/** New result that a server shows. */
export interface RescoredServer {
  readonly id: string
  readonly securityScore: number
  readonly grade: Grade
  readonly method: string
  readonly vulnerabilities: SeverityCounts
  readonly suppressed: number
  /** Number of new history points. */
  readonly points: number
}

/** Stores results, and counts new history points, which `insertPoints` stores without counting them. */
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
      suppressed = row.suppressed, scans = scans + row.points, updated_at = ${now.toISOString()}
    from json_to_recordset(${JSON.stringify(
      servers.map(
        ({
          id,
          securityScore: score,
          grade,
          method,
          vulnerabilities: { critical, high, medium, low, info },
          suppressed,
          points,
        }) => ({ id, score, grade, method, critical, high, medium, low, info, suppressed, points }),
      ),
    )}::json)
      as row (id uuid, score int, grade text, method text, critical int, high int, medium int, low int, info int,
      suppressed int, points int)
    where registry_servers.id = row.id`)
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
