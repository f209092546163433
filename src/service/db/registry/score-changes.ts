import { sql } from 'drizzle-orm'
import type { Grade } from '../../../engine/model/score.ts'
import type { Database } from '../client.ts'
import type { RegistryHistoryRow } from './history-list.ts'

export type ChangeDirection = 'worse' | 'fixed'

/** Last score change of a server. */
export interface ScoreChange {
  readonly serverId: string
  readonly at: Date
  readonly cause: RegistryHistoryRow['cause']
  /** Advisories that caused the change. Empty for other causes. */
  readonly advisories: readonly string[]
  readonly version: string
  readonly before: { readonly grade: Grade; readonly score: number }
  readonly after: { readonly grade: Grade; readonly score: number }
}

export const scoreChangeLimits = {
  /** Number of newest history points to read, among those with a matching cause. */
  maxReadPoints: 2_000,
  /** Maximum age of a change, in days. */
  maxAgeDays: 90,
} as const

/** Causes by direction. A fix changes the code or its dependencies. A withdrawn advisory is not a fix. */
const causesOf = {
  worse: ['code', 'advisory', 'resolution'],
  fixed: ['code', 'resolution'],
} as const satisfies Record<ChangeDirection, readonly RegistryHistoryRow['cause'][]>

/**
 * Returns the public servers whose last score change had this direction, newest first. Rule and metadata changes do not
 * count, because they do not change the server. Reads the newest points from the index `registry_history_changes`, and
 * must repeat its expression and predicate.
 */
export async function listScoreChanges(
  db: Database,
  direction: ChangeDirection,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<ScoreChange[]> {
  const since = new Date(now.getTime() - scoreChangeLimits.maxAgeDays * 86_400_000)
  const causes = sql.join(
    causesOf[direction].map((cause) => sql`${cause}`),
    sql`, `,
  )
  const rows = await db.execute<ChangeRow>(sql`
    with points as materialized (
      select server_id, number, security_score, grade, cause, advisories, version,
      coalesce(changed_at, scanned_at) as at
      from registry_history where number > 1 and cause in ('code', 'advisory', 'resolution')
      and cause in (${causes}) and coalesce(changed_at, scanned_at) > ${since.toISOString()}::timestamptz
      order by coalesce(changed_at, scanned_at) desc limit ${scoreChangeLimits.maxReadPoints}
    ), changes as (
      select distinct on (point.server_id) point.*, earlier.security_score as score_before,
      earlier.grade as grade_before
      from points point join registry_history earlier
      on earlier.server_id = point.server_id and earlier.number = point.number - 1
      where earlier.security_score <> point.security_score
      order by point.server_id, point.number desc
    )
    select server_id as "serverId", at::text, cause, advisories, version, security_score as "scoreAfter",
    grade as "gradeAfter", score_before as "scoreBefore", grade_before as "gradeBefore"
    from changes where security_score ${sql.raw(direction === 'worse' ? '<' : '>')} score_before
    and not exists (
      select from registry_history later join registry_history former
      on former.server_id = later.server_id and former.number = later.number - 1
      where later.server_id = changes.server_id and later.number > changes.number
      and later.cause in ('code', 'advisory', 'resolution') and later.security_score <> former.security_score
    )
    and exists (select from registry_servers server where server.id = server_id
    and num_nonnulls(server.hidden_at, server.merged_into) = 0)
    order by changes.at desc, server_id limit ${limit}`)
  return rows.map(({ serverId, at, cause, advisories, version, ...rating }) => ({
    serverId,
    at: new Date(at),
    cause,
    advisories,
    version,
    before: { grade: rating.gradeBefore, score: rating.scoreBefore },
    after: { grade: rating.gradeAfter, score: rating.scoreAfter },
  }))
}

interface ChangeRow extends Record<string, unknown> {
  readonly serverId: string
  readonly at: string
  readonly cause: RegistryHistoryRow['cause']
  readonly advisories: string[]
  readonly version: string
  readonly scoreAfter: number
  readonly gradeAfter: Grade
  readonly scoreBefore: number
  readonly gradeBefore: Grade
}
