import { type DrizzleSql, drizzleSql } from '../db/client.ts'
import type { JobName } from './jobs.ts'

/**
 * Returns a statement that inserts one job per row of `rows`, with the columns `data` and `priority`. It stores the
 * same values as pg-boss's own `insert`, but does not notify workers.
 */
export function jobInsertion(name: JobName, rows: DrizzleSql): DrizzleSql {
  return drizzleSql`
    insert into pgboss.job (id, name, data, priority, start_after, created_on, keep_until, expire_seconds,
      deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter,
      heartbeat_seconds)
    select gen_random_uuid(), queue.name, told.data, told.priority, pgboss.job_now(), pgboss.job_now(),
      pgboss.job_now() + queue.retention_seconds * interval '1 second', queue.expire_seconds, queue.deletion_seconds,
      queue.retry_limit, queue.retry_delay, coalesce(queue.retry_backoff, false), queue.retry_delay_max, queue.policy,
      queue.dead_letter, queue.heartbeat_seconds
    from (${rows}) told (data, priority) cross join pgboss.queue where queue.name = ${name}`
}
