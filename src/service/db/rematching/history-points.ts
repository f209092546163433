import { sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import type { RegistryHistoryRow } from '../registry/history-list.ts'

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

/** Stores history points of servers whose numbers of points `updateRescoredServers` has changed. */
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
  // The trigger would update each server a second time.
  await tx.execute(sql`select set_config('assay.scans_are_counted', 'on', true)`)
  await tx.execute(sql`
    insert into registry_history (server_id, number, scan_id, scanned_at, security_score, grade, vulnerabilities,
    version, cause, method, advisories, changed_at)
    select "serverId", number, "scanId", "scannedAt", "securityScore", grade, vulnerabilities, version, cause, method,
    array(select json_array_elements_text(advisories)), "changedAt"
    from json_to_recordset(${JSON.stringify(points)}::json)
      as row ("serverId" uuid, number int, "scanId" text, "scannedAt" timestamptz, "securityScore" int, grade text,
      vulnerabilities jsonb, version text, cause text, method text, advisories json, "changedAt" timestamptz)`)
  await tx.execute(sql`select set_config('assay.scans_are_counted', 'off', true)`)
}
