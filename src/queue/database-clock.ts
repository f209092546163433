import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

const lookMs = 5_000
/** Clocks that are kept in time move in steps below this. */
const stepMs = 3_000

/**
 * Logs when the clock of the database was set, and has the queue go on by what it was set to. Its timer keeps no process alive.
 */
export function watchDatabaseClock({ boss, log }: { readonly boss: PgBoss; readonly log: Logger }): Disposable {
  let aheadMs: number | undefined
  let isLooking = false
  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      const startedAt = performance.now()
      const databaseMs = await readClock(boss)
      // An answer that took long says only between which moments it was given.
      const slackMs = stepMs + performance.now() - startedAt
      const nowAheadMs = databaseMs - startedAt
      const movedMs = aheadMs === undefined ? 0 : nowAheadMs - aheadMs
      aheadMs = nowAheadMs
      if (Math.abs(movedMs) <= slackMs) return
      log.warn({ seconds: Math.round(movedMs / 1_000) }, movedMs < 0 ? 'the clock of the database was set back' : 'the clock of the database was set forward')
      if (movedMs < 0) await forgetFuture(boss)
    } catch (error) {
      log.debug({ err: error }, 'the clock of the database could not be read')
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(() => void look(), lookMs)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Milliseconds since 1970. */
async function readClock(boss: PgBoss): Promise<number> {
  const { rows } = await boss.getDb().executeSql(`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`)
  return Number(rows[0]?.ms)
}

/**
 * Brings what was noted while the clock of the database was ahead back to now. pg-boss does each of its rounds (lost jobs, schedules) when the last is
 * so long ago, jobs are due from when they were made, and a worker counts as dead by its last heartbeat: all of that would wait
 * until the clock has come to where it was, an hour for an hour. Retries are at most a minute away (`queue.ts`); jobs that were meant for later keep their distance.
 */
export async function forgetFuture(boss: PgBoss): Promise<void> {
  const future = `now() + interval '5 seconds'`
  const database = boss.getDb()
  await database.executeSql(`update pgboss.version set cron_on = least(cron_on, now()), bam_on = least(bam_on, now()), flow_on = least(flow_on, now()), reindex_on = least(reindex_on, now())
    where greatest(cron_on, bam_on, flow_on, reindex_on) > ${future}`)
  await database.executeSql(`update pgboss.queue set monitor_claim_on = least(monitor_claim_on, now()), monitor_on = least(monitor_on, now()), maintain_on = least(maintain_on, now())
    where greatest(monitor_claim_on, monitor_on, maintain_on) > ${future}`)
  await database.executeSql(`update pgboss.job set start_after = now() + (start_after - created_on), created_on = now() where state = 'created' and created_on > ${future}`)
  await database.executeSql(`update pgboss.job set start_after = now() where state = 'retry' and start_after > now() + interval '2 minutes'`)
  await database.executeSql(`update pgboss.job set heartbeat_on = least(heartbeat_on, now()), started_on = least(started_on, now()) where state = 'active' and greatest(heartbeat_on, started_on) > ${future}`)
}
