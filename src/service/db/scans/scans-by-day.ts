import { sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { scans } from './schema.ts'

/** Number of scans submitted on one day. */
export interface ScanDay {
  /** UTC day, such as `2026-01-31`. */
  readonly day: string
  readonly scans: number
}

const dayMs = 86_400_000

/**
 * Counts the scans that an account submitted on each of the last UTC days, oldest first. Includes the day of `now`, and
 * days without scans. Reads only the index `scans_account`.
 */
export async function countScansByDay(
  db: Database,
  accountId: string,
  { days, now }: { readonly days: number; readonly now: Date },
): Promise<readonly ScanDay[]> {
  const midnight = new Date(now).setUTCHours(0, 0, 0, 0)
  const first = new Date(midnight - (days - 1) * dayMs)
  const rows = await db.execute<{ day: string; scans: number }>(sql`
    select to_char(${scans.createdAt} at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as scans
    from ${scans} where ${scans.accountId} = ${accountId} and ${scans.createdAt} >= ${first.toISOString()}::timestamptz
    group by 1`)
  const counted = new Map(rows.map(({ day, scans: number }) => [day, number]))
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(first.getTime() + index * dayMs).toISOString().slice(0, 10)
    return { day, scans: counted.get(day) ?? 0 }
  })
}
