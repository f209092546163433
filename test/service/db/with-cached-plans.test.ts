import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { withCachedPlans } from '../../../src/service/db/with-cached-plans.ts'
import { type Database, openDatabase } from '../../../src/service/db/client.ts'
import { testDatabase } from '../../support/test-database.ts'

const { url } = await testDatabase()
const { db, ...client } = openDatabase(url, { maxConnections: 1, applicationName: 'test' })
afterAll(() => client[Symbol.asyncDispose]())

const modeOf = async (on: Database) =>
  (await on.execute<{ plan_cache_mode: string }>(sql`show plan_cache_mode`))[0]?.plan_cache_mode

describe('writes with cached plans', () => {
  it('use them, and other statements of the transaction do not', async () => {
    const modes = await db.transaction(async (tx) => [
      await modeOf(tx),
      await withCachedPlans(tx, () => modeOf(tx)),
      await modeOf(tx),
    ])
    expect([...modes, await modeOf(db)]).toEqual([
      'force_custom_plan',
      'auto',
      'force_custom_plan',
      'force_custom_plan',
    ])
  })

  it('leave the setting of a transaction that goes on after a failure', async () => {
    const mode = await db.transaction(async (tx) => {
      await expect(
        tx.transaction((inner) => withCachedPlans(inner, () => inner.execute(sql`select 1 / 0`))),
      ).rejects.toThrow()
      return modeOf(tx)
    })
    expect(mode).toBe('force_custom_plan')
  })
})
