import type { PgBoss } from 'pg-boss'

/** Number of jobs with one name, across processes. */
export interface JobDepth {
  readonly name: string
  /** Number of due jobs not taken by any worker yet. */
  readonly waiting: number
  readonly running: number
  /** Time since the oldest waiting job became due, or 0 if none is waiting. */
  readonly oldestWaitSeconds: number
}

/** Counts waiting and running jobs. Omits names without either. Matches the predicates of pg-boss's partial indexes. */
export async function jobDepths(boss: PgBoss): Promise<JobDepth[]> {
  const { rows } = await boss.getDb().executeSql(
    `
    select name, sum(waiting)::int as waiting, sum(running)::int as running, max(oldest)::float8 as ` +
      `oldest from (
      select name, count(*) filter (where start_after <= now()) as waiting, 0 as running,
        coalesce(max(extract(epoch from now() - greatest(start_after, created_on))) filter (where ` +
      `start_after <= now()), 0) as oldest
      from pgboss.job where state < 'active' group by name
      union all
      select name, 0, count(*), 0 from pgboss.job where state = 'active' group by name
    ) counted group by name`,
  )
  return rows.map((row) => ({
    name: String(row.name),
    waiting: Number(row.waiting),
    running: Number(row.running),
    oldestWaitSeconds: Math.max(0, Number(row.oldest)),
  }))
}

/** Counts the due jobs with a name that no worker has taken, up to `upTo`. */
export async function countDue(boss: PgBoss, name: string, upTo: number): Promise<number> {
  const { rows } = await boss
    .getDb()
    .executeSql(
      "select count(*)::int as count from (select 1 from pgboss.job where name = $1 and state < 'active' " +
        'and start_after <= now() limit $2) due',
      [name, upTo],
    )
  return Number(rows[0]?.count)
}
