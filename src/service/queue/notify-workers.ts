import type { PgBoss } from 'pg-boss'
import type { JobName } from './jobs.ts'
import type { TellError } from './repeated-errors.ts'

/** Channel on which pg-boss and its workers listen (`notifyChannelSql` of its `plans.js`), as an SQL expression. */
export const notifyChannel = `'pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24)`

/**
 * Returns a function that notifies all workers of new jobs. Notifications that are requested while another one is sent
 * become a single one. A transaction that stores rows and notifies holds a lock of the whole database until its commit
 * is on disk, so that such transactions wait for each other. A separate notification writes nothing.
 */
export function workerNotifier(boss: PgBoss, tellError: TellError): (name: JobName) => void {
  const waiting = new Set<JobName>()
  let isSending = false

  async function send(): Promise<void> {
    isSending = true
    while (waiting.size > 0) {
      const names = [...waiting]
      waiting.clear()
      try {
        await boss
          .getDb()
          .executeSql(`select pg_notify(${notifyChannel}, name) from unnest($1::text[]) told (name)`, [names])
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
