import { sql } from 'drizzle-orm'
import type { FindingRecord } from '../../../engine/model/finding-record.ts'
import type { RegistryFinding } from '../../../engine/model/registry-finding.ts'
import type { Database } from '../client.ts'
import { storableDocument } from '../storable-document.ts'

/** Finding of a server with its position, most severe first. Positions have gaps, and can be negative. */
export interface PlacedFinding extends RegistryFinding {
  readonly ordinal: number
}

/** Returns the findings of these servers, most severe first. */
export async function listFindingsOfServers(
  db: Database,
  serverIds: readonly string[],
): Promise<Map<string, PlacedFinding[]>> {
  const rows = await db.execute<{ serverId: string; ordinal: number; finding: FindingRecord; firstSeenMs: number }>(sql`
    select server_id as "serverId", ordinal, document as finding,
    (extract(epoch from first_seen_at) * 1000)::float8 as "firstSeenMs"
    from registry_findings where server_id = any(${sql.param([...serverIds])}::uuid[]) order by server_id, ordinal`)
  const findings = new Map<string, PlacedFinding[]>(serverIds.map((id) => [id, []]))
  for (const { serverId, ordinal, finding, firstSeenMs } of rows)
    findings.get(serverId)?.push({ ordinal, finding, firstSeenAt: new Date(firstSeenMs).toISOString() })
  return findings
}

/** Rows per statement. A document is 1 to 3 KB. */
const rowsAtOnce = 2_000

/** Changes of a server's findings. */
export interface FindingChanges {
  readonly serverId: string
  /** Positions of findings to delete. */
  readonly removed: readonly number[]
  /** Findings to store, at free positions or at those of deleted findings. */
  readonly added: readonly PlacedFinding[]
}

/** Changes the servers' findings. Unchanged findings are not written. */
export async function changeFindingsOfServers(tx: Database, changes: readonly FindingChanges[]): Promise<void> {
  const removed = changes.flatMap((change) => change.removed.map((ordinal) => ({ id: change.serverId, ordinal })))
  if (removed.length > 0)
    await tx.execute(sql`
      delete from registry_findings stored
      using unnest(${sql.param(removed.map(({ id }) => id))}::uuid[],
      ${sql.param(removed.map(({ ordinal }) => ordinal))}::int[]) as gone (server_id, ordinal)
      where stored.server_id = gone.server_id and stored.ordinal = gone.ordinal`)
  const rows = changes.flatMap(({ serverId, added }) =>
    added.map(({ ordinal, finding, firstSeenAt }) => ({
      server: serverId,
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
