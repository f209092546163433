import { sql } from 'drizzle-orm'
import type { Severity } from '../../../engine/model/severity.ts'
import type { Database } from '../client.ts'

/** Effect of an advisory on a server or repository. */
export interface AdvisoryChange {
  /** `closed`: the advisory was withdrawn, or no longer affects this version. */
  readonly change: 'opened' | 'changed' | 'closed'
  readonly at: Date
  readonly scoreBefore: number
  readonly scoreAfter: number
}

/** Public server, and the effect of an advisory on it. */
export interface ChangedServer extends AdvisoryChange {
  readonly id: string
  readonly slug: string
  readonly name: string
}

/** A repository of the requesting account. */
export interface ChangedRepository extends AdvisoryChange {
  /** Newest scan of the repository's default branch at that time. */
  readonly scanId: string
  readonly url: string
}

/** Advisory that changed the results of earlier scans. */
export interface AdvisoryActivity {
  readonly id: string
  readonly aliases: readonly string[]
  readonly url: string
  readonly summary: string
  readonly severity: Severity
  /** Time of the advisory's latest effect. */
  readonly at: Date
  /** Affected servers, most recently changed first, at most `maxListed`. */
  readonly servers: readonly ChangedServer[]
  readonly serverCount: number
  /** Affected repositories, most recently changed first, at most `maxListed`. Empty if no account is given. */
  readonly repositories: readonly ChangedRepository[]
  readonly repositoryCount: number
}

/** Maximum number of servers, and of repositories, per advisory. */
const maxListed = 20

interface Asked {
  readonly since: Date
  /** Account whose repositories are included. Undefined to include none. */
  readonly accountId: string | undefined
  /** Case-insensitive part of an ID, an alias, or the summary. Matches all advisories by default. */
  readonly text?: string
  readonly severity?: Severity | undefined
  /** OSV ecosystem name of an affected package. */
  readonly ecosystem?: string | undefined
  readonly isExploited?: boolean
}

/**
 * Returns one page of advisories that changed results since a time, most recent first, and the total. Private
 * repositories are visible only to their own account.
 */
export async function listAdvisoryActivity(
  db: Database,
  asked: Asked,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly advisories: readonly AdvisoryActivity[]; readonly total: number }> {
  const [rows, [counted]] = await Promise.all([
    db.execute<{ id: string; aliases: string[]; url: string; summary: string; severity: Severity; atMs: number }>(sql`
      select advisory_id as id, aliases, url, summary, severity,
      (extract(epoch from seen.at) * 1000)::float8 as "atMs" ${seen(asked)} order by seen.at desc, advisory_id
      limit ${limit} offset ${offset}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total ${seen(asked)}`),
  ])
  const ids = rows.map(({ id }) => id)
  const [servers, repositories] = [await changedServers(db, ids, asked), await changedRepositories(db, ids, asked)]
  return {
    advisories: rows.map(({ atMs, ...advisory }) => {
      const [of, own] = [servers.get(advisory.id) ?? [], repositories.get(advisory.id) ?? []]
      return {
        ...advisory,
        at: new Date(atMs),
        servers: of.map(withoutCount),
        serverCount: of[0]?.total ?? 0,
        repositories: own.map(withoutCount),
        repositoryCount: own[0]?.total ?? 0,
      }
    }),
    total: counted?.total ?? 0,
  }
}

const isShown = sql`server.hidden_at is null and server.merged_into is null`

/**
 * Selects the advisories that affect a public server or one of the account's repositories, with the time of that
 * effect. Effects on other projects are hidden, including their times.
 */
function seen(asked: Asked) {
  const { since, accountId } = asked
  const ofAdvisory = sql`effect.advisory_id = activity.advisory_id and effect.at >= ${since.toISOString()}`
  return sql`from advisory_activity activity cross join lateral (select greatest(
      (select effect.at from advisory_effects effect join registry_servers server on server.id = effect.server_id
      and ${isShown} where ${ofAdvisory} order by effect.at desc limit 1),
      (select max(effect.at) from advisory_effects effect
      where ${ofAdvisory} and effect.account_id = ${accountId ?? null}::uuid)
    ) as at) seen
    where activity.at >= ${since.toISOString()} and ${matches(asked)} and seen.at is not null`
}

/** Builds the filter conditions. They are evaluated only for advisories since the requested time. */
function matches({ text = '', severity, ecosystem, isExploited = false }: Asked) {
  const ids = sql`array_append(activity.aliases, activity.advisory_id)`
  const conditions = [
    ...(severity === undefined ? [] : [sql`activity.severity = ${severity}`]),
    ...(text === ''
      ? []
      : [
          sql`strpos(lower(concat_ws(' ', activity.advisory_id, array_to_string(activity.aliases, ' '),
          activity.summary)), lower(${text}::text)) > 0`,
        ]),
    ...(ecosystem === undefined
      ? []
      : [
          sql`exists (select from advisories record join advisory_affected entry on entry.feed_id = record.feed_id
          and entry.advisory_id = record.id where record.id = any(${ids}) and entry.ecosystem = ${ecosystem})`,
        ]),
    ...(isExploited ? [sql`exists (select from known_exploited where cve = any(${ids}))`] : []),
  ]
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

type Counted<Changed> = Changed & { readonly total: number }

const change = sql`effect.change, (extract(epoch from effect.at) * 1000)::float8 as "atMs",
  effect.score_before as "scoreBefore", effect.score_after as "scoreAfter", count(*) over ()::int as total`

type ChangeColumns = Omit<AdvisoryChange, 'at'> & {
  readonly advisoryId: string
  readonly atMs: number
  readonly total: number
}

async function changedServers(
  db: Database,
  ids: readonly string[],
  { since }: Asked,
): Promise<ReadonlyMap<string, readonly Counted<ChangedServer>[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db.execute<
    ChangeColumns & { readonly id: string; readonly slug: string; readonly name: string }
  >(sql`
    select asked.id as "advisoryId", changed.* from unnest(${sql.param([...ids])}::text[]) as asked (id)
    cross join lateral (
      select server.id, server.slug, server.name, ${change}
      from advisory_effects effect join registry_servers server on server.id = effect.server_id and ${isShown}
      where effect.advisory_id = asked.id and effect.at >= ${since.toISOString()}
      order by effect.at desc, server.id limit ${maxListed}
    ) changed`)
  return byAdvisory(rows)
}

async function changedRepositories(
  db: Database,
  ids: readonly string[],
  { since, accountId }: Asked,
): Promise<ReadonlyMap<string, readonly Counted<ChangedRepository>[]>> {
  if (ids.length === 0 || accountId === undefined) return new Map()
  const rows = await db.execute<ChangeColumns & { readonly scanId: string; readonly url: string }>(sql`
    select asked.id as "advisoryId", changed.* from unnest(${sql.param([...ids])}::text[]) as asked (id)
    cross join lateral (
      select effect.scan_id as "scanId", coalesce(scan.canonical_url, scan.url) as url, ${change}
      from advisory_effects effect join scans scan on scan.id = effect.scan_id
      where effect.advisory_id = asked.id and effect.account_id = ${accountId} and effect.at >= ${since.toISOString()}
      order by effect.at desc, effect.scan_id limit ${maxListed}
    ) changed`)
  return byAdvisory(rows)
}

function byAdvisory<Changed>(
  rows: readonly (Changed & { readonly advisoryId: string; readonly atMs: number; readonly total: number })[],
) {
  const changed = new Map<
    string,
    (Omit<Changed, 'advisoryId' | 'atMs'> & { readonly at: Date; readonly total: number })[]
  >()
  for (const { advisoryId, atMs, ...row } of rows)
    changed.set(advisoryId, [...(changed.get(advisoryId) ?? []), { ...row, at: new Date(atMs) }])
  return changed
}

function withoutCount<Changed>({ total: _total, ...changed }: Counted<Changed>): Omit<Counted<Changed>, 'total'> {
  return changed
}

/** Deletes recorded advisory effects that are older than a time. */
export async function removeOldActivity(db: Database, before: Date): Promise<void> {
  await db.execute(sql`delete from advisory_activity where at < ${before.toISOString()}`)
}
