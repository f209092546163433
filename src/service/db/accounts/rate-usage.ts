import { eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { rateUsage } from './schema.ts'

/** Request for permits. Windows are numbered from the epoch. */
export interface PermitWish {
  readonly subject: string
  readonly quarterHour: number
  readonly day: number
  readonly quarterHourLimit: number
  readonly dayLimit: number
  readonly wanted: number
}

/** Granted permits, and the total allocated in each window. */
export interface PermitGrant extends Record<string, unknown> {
  readonly subject: string
  readonly quarterHour: number
  readonly quarterHourUsed: number
  readonly day: number
  readonly dayUsed: number
  readonly granted: number
}

/**
 * Takes permits from both windows of each subject, as many as are requested and available. A single statement ensures
 * that all processes together never exceed a limit. `wishes` must not repeat a subject. If a process whose clock is
 * ahead has already started a newer window, that window is used.
 */
export async function takePermits(db: Database, wishes: readonly PermitWish[]): Promise<PermitGrant[]> {
  const granted = sql`greatest(0, least(excluded.granted, excluded.quarter_hour_limit - ${used('quarter_hour')},
    excluded.day_limit - ${used('day')}))`
  const rows = await db.execute<PermitGrant>(sql`
    insert into rate_usage as have (subject, quarter_hour, quarter_hour_used, day, day_used, quarter_hour_limit,
    day_limit, granted)
    select subject, "quarterHour", first, day, first, "quarterHourLimit", "dayLimit", first
    from (
      select *, least(wanted, "quarterHourLimit", "dayLimit") as first
      from jsonb_to_recordset(${JSON.stringify(wishes)}::jsonb) as wish (subject text, "quarterHour" int, day int,
      "quarterHourLimit" int, "dayLimit" int, wanted int)
    ) wishes
    -- Always in the same order: two processes that lock the same rows must not wait for each other.
    order by subject collate "C"
    on conflict (subject) do update set
      quarter_hour = greatest(have.quarter_hour, excluded.quarter_hour),
      quarter_hour_used = ${used('quarter_hour')} + ${granted},
      day = greatest(have.day, excluded.day),
      day_used = ${used('day')} + ${granted},
      quarter_hour_limit = excluded.quarter_hour_limit,
      day_limit = excluded.day_limit,
      granted = ${granted}
    returning subject, quarter_hour as "quarterHour", quarter_hour_used as "quarterHourUsed", day,
    day_used as "dayUsed", granted`)
  return [...rows]
}

/** SQL expression for the used permits of the requested window. Zero if the stored window is older. */
function used(window: 'quarter_hour' | 'day'): SQL {
  return sql.raw(`(case when have.${window} >= excluded.${window} then have.${window}_used else 0 end)`)
}

/** Permits that were taken but not used. */
export interface UnusedPermits {
  readonly subject: string
  readonly quarterHour: number
  readonly day: number
  readonly unused: number
}

/** Returns unused permits to their windows, unless newer windows have started. */
export async function returnPermits(db: Database, permits: readonly UnusedPermits[]): Promise<void> {
  await db.execute(sql`
    update rate_usage as have set
      quarter_hour_used = greatest(0, quarter_hour_used - case when have.quarter_hour = back."quarterHour" then unused
      else 0 end),
      day_used = greatest(0, day_used - case when have.day = back.day then unused else 0 end)
    from (
      select have.subject, "quarterHour", back.day, unused
      from jsonb_to_recordset(${JSON.stringify(permits)}::jsonb) as back (subject text, "quarterHour" int, day int,
      unused int)
      join rate_usage have using (subject)
      order by have.subject collate "C"
      for update of have
    ) back
    where have.subject = back.subject`)
}

/** Returns the usage of a subject's windows, or undefined if the subject made no recent requests. */
export async function findRateUsage(db: Database, subject: string): Promise<typeof rateUsage.$inferSelect | undefined> {
  const [row] = await db.select().from(rateUsage).where(eq(rateUsage.subject, subject))
  return row
}

/** Removes subjects that have made no requests since this day, numbered from the epoch. */
export async function removeOldRateUsage(db: Database, day: number): Promise<void> {
  await db.delete(rateUsage).where(lt(rateUsage.day, day))
}
