import type { JobWithMetadata, PgBoss } from 'pg-boss'

/**
 * Puts jobs back that this process has taken up and will not bring to an end, as pg-boss's own retry does it, but at
 * once and without counting: one more attempt is allowed. Whoever takes one up sees a later attempt, which does not
 * begin what it may have begun. Jobs that are another worker's by now stay there. `id:retry_count` is pg-boss's own
 * fence (its `plans.js`).
 */
export async function giveBack(boss: PgBoss, name: string, jobs: readonly JobWithMetadata<unknown>[]): Promise<void> {
  if (jobs.length === 0) return
  await boss.getDb().executeSql(
    "update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), " +
      `heartbeat_on = null, output = $3::jsonb
     where name = $1 and state = 'active' and (id::text || ':' || retry_count::text) = any($2::text[])`,
    [
      name,
      jobs.map(({ id, retryCount }) => `${id}:${retryCount}`),
      JSON.stringify({ message: 'The process stopped before the job was done.' }),
    ],
  )
}
