import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { type Database, drizzleSql } from '../../../src/service/db/client.ts'
import { addRequest, lockRequests } from '../../../src/service/db/scans/claim-requests.ts'
import { testDatabase } from '../../support/test-database.ts'

const { db, sql } = await testDatabase()

/** Number of rows that a transaction has read so far, including those of earlier transactions of the connection. */
async function rowsRead(tx: Database): Promise<number> {
  const [row] = await tx.execute<{ rows: number }>(drizzleSql`select (seq_tup_read + idx_tup_fetch)::int as rows
    from pg_stat_xact_user_tables where relname = 'scan_claims'`)
  return row?.rows ?? NaN
}

it('a batch does not read the requests of dead workers', async () => {
  await sql`insert into scan_claims (ticket, requested_at)
    select gen_random_uuid(), now() - interval '2 minutes' from generate_series(1, 2000)`
  await sql`analyze scan_claims`
  const ticket = randomUUID()
  await addRequest(db, ticket)
  await db.transaction(async (tx) => {
    const before = await rowsRead(tx)
    expect(await lockRequests(tx, randomUUID())).toEqual([ticket])
    expect((await rowsRead(tx)) - before).toBeLessThan(10)
  })
})
