import type { PgBoss } from 'pg-boss'
import { type DrizzleSql, drizzleSql } from '../db/client.ts'
import type { JobName } from './jobs.ts'
import type { TellError } from './repeated-errors.ts'

/** Channel on which pg-boss and its workers listen (`notifyChannelSql` of its `plans.js`). */
const channel = `'pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24)`

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

/**
 * Returns a function that notifies all workers of new jobs. Notifications that are requested while another one is sent
 * become a single one. A transaction that stores rows and notifies holds a lock of the whole database until its commit
 * is on disk, so that such transactions wait for each other. A separate notification writes nothing.
 */
export function workerAlarm(boss: PgBoss, tellError: TellError): (name: JobName) => void {
  const waiting = new Set<JobName>()
  let isSending = false

  async function send(): Promise<void> {
    isSending = true
    while (waiting.size > 0) {
      const names = [...waiting]
      waiting.clear()
      try {
        await boss.getDb().executeSql(`select pg_notify(${channel}, name) from unnest($1::text[]) told (name)`, [names])
      } catch (error) {
        tellError(error, 'workers not notified of new jobs')
      }
    }
    isSending = false
  }

  return (name) => {
    waiting.add(name)
    if (!isSending) void send()
  }
}
