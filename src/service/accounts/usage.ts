import type { Database } from '../db/client.ts'
import { findRateUsage } from '../db/accounts/rate-usage.ts'
import type { Caller } from './authenticate.ts'
import { type Allowance, windowsAt, windowUse } from './rate-windows.ts'

/**
 * Returns the usage of both of an account's windows without counting a request. Permits held by processes count as
 * used, up to a hundredth of a window each.
 */
export async function usageOf(
  db: Database,
  { accountId, limits }: Pick<Caller, 'accountId' | 'limits'>,
  now: Date,
): Promise<Allowance> {
  const windows = windowsAt(now)
  const row = await findRateUsage(db, `account:${accountId}`)
  const used = {
    quarterHour: row?.quarterHour === windows.quarterHour ? row.quarterHourUsed : 0,
    day: row?.day === windows.day ? row.dayUsed : 0,
  }
  return { granted: true, ...windowUse(limits, windows, used) }
}
