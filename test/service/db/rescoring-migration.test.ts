import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { databaseBefore, statementsOf } from '../../support/database-before.ts'

const database = databaseBefore('rescoring')

it('drops list indexes after a long read, and other reads do not wait for that read', async () => {
  const sql = database.sql()
  const isReading = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const reading = sql.begin(async (tx) => {
    await tx`select from registry_servers`
    isReading.resolve()
    await mayEnd.promise
  })
  await isReading.promise
  const migrating = sql.begin(async (tx) => {
    for (const statement of statementsOf(database.left.slice(0, 1))) await tx.unsafe(statement)
  })
  for (let isWaiting = false; !isWaiting;) {
    const rows = await sql`select from pg_locks
      where relation = 'registry_servers'::regclass and mode = 'AccessExclusiveLock' and not granted`
    isWaiting = rows.length > 0
    await setTimeout(20)
  }
  // Queues behind the migration, which gives up.
  expect(await sql`select from registry_servers`).toEqual([])
  mayEnd.resolve()
  await reading
  await migrating
  const left = await sql<{ name: string }[]>`select indexname as name from pg_indexes
    where tablename = 'registry_servers' and indexname ~ '^registry_list_(category|language)'
    and indexname !~ 'source' order by 1`
  expect(left).toEqual([])
})

it('counts the points of the version before', async () => {
  const sql = database.sql()
  const id = randomUUID()
  await sql`insert into registry_servers (id, slug, name, category, source_type, status)
    values (${id}, 'one', 'one', 'other', 'npm', 'active')`
  await sql`insert into registry_history
    (server_id, number, scan_id, scanned_at, security_score, grade, vulnerabilities, version, cause, method)
    values (${id}, 1, 'scan', now(), 50, 'C', '{}', '1.0.0', 'code', 'm')`
  expect(await sql`select scans from registry_servers`).toMatchObject([{ scans: 1 }])
})
