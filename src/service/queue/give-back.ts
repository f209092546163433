import type { JobWithMetadata, PgBoss } from 'pg-boss'

/**
 * Returns jobs to the queue that this process has taken but will not finish. Works like a pg-boss retry, but
 * immediately and without using up an attempt. The next worker sees a later attempt, and therefore does not start work
 * that an earlier attempt may have started. Skips jobs that another worker has taken since. Like pg-boss (`plans.js`),
 * detects them by `id:retry_count`.
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
