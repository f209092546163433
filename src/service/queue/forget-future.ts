import type { PgBoss } from 'pg-boss'

/**
 * pg-boss writes one of these times about every second, so the latest one shows how far ahead the clock was. The tables
 * have few rows, regardless of the number of waiting jobs.
 */
const newestStamp = `
  select max(stamp) from (
    select greatest(cron_on, bam_on, flow_on, reindex_on) from pgboss.version
    union all select greatest(monitor_claim_on, monitor_on, maintain_on) from pgboss.queue) noted (stamp)`

const future = `now() + interval '5 seconds'`

/**
 * Corrects times that were recorded while the database's clock was ahead. Returns true if none is left. pg-boss
 * schedules its maintenance relative to the last run, jobs relative to their creation, and detects dead workers by
 * their last heartbeat. Without the correction, all of these would wait until the clock reaches the recorded times.
 * Only one process makes the correction, in one transaction. Jobs keep their order and intervals.
 */
export async function forgetFuture(boss: PgBoss): Promise<boolean> {
  if (!(await isAnythingAhead(boss))) return true
  await boss.getDb().executeSql(bringBack)
  return !(await isAnythingAhead(boss))
}

async function isAnythingAhead(boss: PgBoss): Promise<boolean> {
  const { rows } = await boss.getDb().executeSql(`select coalesce((${newestStamp}) > ${future}, false) as ahead`)
  return rows[0]?.ahead === true
}

/**
 * Retries are at most a minute away (`queue.ts`). Start times come from the database's clock, or from a process's
 * clock, which was not set with it. A start time well before the job's creation comes from a process's clock, and is
 * not changed.
 */
const bringBack =
  `do $$
declare
  ahead interval;
begin
  if not pg_try_advisory_xact_lock(hashtext('queue brought back')) then return; end if;
  ahead := (${newestStamp}) - now();
  if ahead is null or ahead <= interval '5 seconds' then return; end if;
  update pgboss.version set cron_on = least(cron_on, now()), bam_on = least(bam_on, now()), flow_on = ` +
  `least(flow_on, now()), reindex_on = least(reindex_on, now())
    where greatest(cron_on, bam_on, flow_on, reindex_on) > now();
  update pgboss.queue set monitor_claim_on = least(monitor_claim_on, now()), monitor_on = ` +
  `least(monitor_on, now()), maintain_on = least(maintain_on, now())
    where greatest(monitor_claim_on, monitor_on, maintain_on) > now();
  update pgboss.job set
      created_on = case when created_on > ${future} then created_on - ahead else created_on end,
      start_after = case when start_after < created_on - interval '1 minute' then start_after else ` +
  `greatest(start_after - ahead, now()) end
    where state < 'active' and (created_on > ${future} or (state = 'retry' and start_after > now() + ` +
  `interval '2 minutes'));
  update pgboss.job set heartbeat_on = least(heartbeat_on, now()), started_on = least(started_on, now())
    where state = 'active' and greatest(heartbeat_on, started_on) > ${future};
end $$`
