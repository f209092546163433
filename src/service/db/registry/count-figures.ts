import { sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { registryFigures } from './figures-schema.ts'
import type { FigureGroup, RegistryFigures, TimeToFix, WeaknessCount } from './registry-figures.ts'

/** SDK package used to build servers. */
export interface SdkPackage {
  readonly ecosystem: string
  readonly name: string
}

export interface CountedKinds {
  readonly sdks: readonly SdkPackage[]
  /** Pairs of a rule and one of its CWE IDs. */
  readonly weaknesses: readonly { readonly rule: string; readonly cwe: string }[]
}

/** Maximum number of languages with their own figures. The languages with the most servers are kept. */
const maxLanguages = 12
/** Maximum number of rules and CWE IDs per group. Those with the most servers are kept. */
const maxPerGroup = 25

/**
 * Counts the figures over all public servers and stores them. Runs in a job, not in a request, because it reads all
 * servers, their rules, and their history.
 */
export async function countFigures(db: Database, kinds: CountedKinds, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    // Enough to count in memory, as for the search words.
    await tx.execute(sql`set local work_mem = '64MB'`)
    await groupServers(tx, kinds.sdks)
    const groups = await tx.execute<FigureGroup & Record<string, unknown>>(sql`
      select kind, value, count(*)::int as servers from counted_servers group by 1, 2
      order by kind, servers desc, value`)
    const figures: RegistryFigures = {
      groups: [...groups],
      weaknesses: await countWeaknesses(tx, kinds),
      timeToFix: [await timeToFix(tx, 'critical'), await timeToFix(tx, 'high')],
    }
    await tx
      .insert(registryFigures)
      .values({ id: 'all', countedAt: now, figures })
      .onConflictDoUpdate({ target: registryFigures.id, set: { countedAt: now, figures } })
  })
}

/** Lists each scored public server once per group. */
async function groupServers(tx: Database, sdks: readonly SdkPackage[]): Promise<void> {
  await tx.execute(sql`
    create temporary table counted_servers on commit drop as
    with shown as materialized (
      select id, language from registry_servers
      where hidden_at is null and merged_into is null and security_score is not null
    ), languages as (
      select language from shown group by 1 order by count(*) desc, 1 limit ${maxLanguages}
    )
    select id, 'all' as kind, '' as value from shown
    union all select id, 'language', language from shown where language in (select language from languages)
    union all select distinct server.id, 'sdk', sdk.name
    from jsonb_to_recordset(${JSON.stringify(sdks)}::jsonb) as sdk (ecosystem text, name text)
    join inventories inventory on inventory.package_versions && array(
      select stored.id from package_versions stored
      where stored.ecosystem = sdk.ecosystem and stored.package_name = sdk.name)
    join registry_revisions revision on revision.inventory_digest = inventory.digest
    join registry_sources source on source.id = revision.source_id
    join registry_servers server on server.id = source.server_id and server.scan_id = revision.scan_id
    and server.version = revision.revision and server.hidden_at is null and server.merged_into is null
    and server.security_score is not null`)
}

async function countWeaknesses(tx: Database, { weaknesses }: CountedKinds): Promise<WeaknessCount[]> {
  const rows = await tx.execute<WeaknessCount & Record<string, unknown>>(sql`
    with counts as (
      select kind, value, 'rule' as by, rule_id as id, count(*)::int as servers
      from counted_servers server join registry_server_rules found on found.server_id = server.id group by 1, 2, 4
      union all
      select kind, value, 'cwe', weakness.cwe, count(distinct server.id)::int
      from counted_servers server join registry_server_rules found on found.server_id = server.id
      join jsonb_to_recordset(${JSON.stringify(weaknesses)}::jsonb) as weakness (rule text, cwe text)
      on weakness.rule = found.rule_id group by 1, 2, 4
    ), ranked as (
      select *, row_number() over (partition by kind, value, by order by servers desc, id) as place from counts
    )
    select kind, value, by, id, servers from ranked where place <= ${maxPerGroup}
    order by kind, value, by, place`)
  return [...rows]
}

/**
 * Computes how long servers take to fix findings. A period starts at the first point in the history with an open
 * finding and ends at the next point without one.
 */
async function timeToFix(tx: Database, severity: TimeToFix['severity']): Promise<TimeToFix> {
  const open =
    severity === 'critical'
      ? sql`(vulnerabilities->>'critical')::int > 0`
      : sql`(vulnerabilities->>'critical')::int + (vulnerabilities->>'high')::int > 0`
  const [row] = await tx.execute<Omit<TimeToFix, 'severity'> & Record<string, unknown>>(sql`
    with points as (
      select server_id, number, coalesce(changed_at, scanned_at) as at, cause, ${open} as is_open
      from registry_history join registry_servers server on server.id = server_id
      and server.hidden_at is null and server.merged_into is null
    ), compared as (
      select *, lag(is_open) over (partition by server_id order by number) as was_open from points
    ), periods as (
      select is_open, at, lead(at) over next as ended_at, lead(cause) over next as ended_by
      from compared where is_open is distinct from was_open window next as (partition by server_id order by number)
    ), fixed as (
      select greatest(extract(epoch from ended_at - at) / 86400, 0) as days from periods
      where is_open and ended_by in ('code', 'resolution')
    )
    select (select count(*)::int from fixed) as fixed,
    (select percentile_cont(0.5) within group (order by days) from fixed)::float8 as "medianDays",
    count(*) filter (where ended_at is null)::int as open,
    count(*) filter (where ended_by not in ('code', 'resolution'))::int as otherwise
    from periods where is_open`)
  return { severity, fixed: 0, open: 0, otherwise: 0, medianDays: null, ...row }
}
