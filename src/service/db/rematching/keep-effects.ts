import { sql } from 'drizzle-orm'
import type { Severity } from '../../../engine/model/severity.ts'
import type { Database } from '../client.ts'

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
