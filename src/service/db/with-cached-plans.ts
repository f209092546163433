import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/**
 * Runs bulk writes whose foreign key checks use a cached plan, and returns the result. The custom plans of
 * `openDatabase` also apply to these checks, which are one query per row: a check of `registry_servers`, which has
 * dozens of indexes, takes 40 µs to plan and 6 µs to run. Requires a transaction. `write` must not contain reads that
 * depend on custom plans.
 */
export async function withCachedPlans<Result>(tx: Database, write: () => Promise<Result>): Promise<Result> {
  await tx.execute(sql`set local plan_cache_mode = auto`)
  const result = await write()
  // If `write` fails, the rollback resets the setting.
  await tx.execute(sql`set local plan_cache_mode to default`)
  return result
}
