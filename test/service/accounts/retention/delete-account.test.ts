import { randomBytes, randomUUID } from 'node:crypto'
import { sql as query } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../../../../src/service/accounts/create-account.ts'
import { masterKeyFrom } from '../../../../src/service/accounts/master-key.ts'
import { beginAccountDeletion, ownedRows, removeOwnedRows } from '../../../../src/service/db/accounts/removal.ts'
import { accountDeletions } from '../../../../src/service/db/retention/retention-schema.ts'
import { deleteAccount, digestOf } from '../../../../src/service/accounts/retention/delete-account.ts'
import { createFileResults } from '../../../../src/service/scans/file-results.ts'
import { testDatabase } from '../../../support/test-database.ts'

const { db, sql } = await testDatabase()
const masterKey = masterKeyFrom(randomBytes(32).toString('hex'))
const fileResults = createFileResults({ db, key: randomBytes(32), version: 'test' })

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
  readonly isNeeded: boolean
}

/** Returns the columns of every existing table, with whether an insert must provide them. */
async function columnsOfTables(): Promise<Map<string, Column[]>> {
  const rows = await sql<Column[]>`
    select table_name as table, column_name as column, udt_name as type, is_nullable = 'NO' and column_default is null
    and is_identity = 'NO' and is_generated = 'NEVER' as "isNeeded"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'`
  return Map.groupBy(rows, ({ table }) => table)
}

const isOwner = ({ column }: Column) => column.includes('account') && column !== 'managed_accounts'

/** Table with the proof of deletion, the only one that still contains the account's ID. */
const proof = 'account_deletions'

/** Inserts a row of the account into every table with an account column, with `word` in every text column. */
async function fillTables(accountId: string, word: string): Promise<string[]> {
  const filled: string[] = []
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    for (const [table, columns] of await columnsOfTables()) {
      if (table === proof || table === 'accounts' || !columns.some((column) => isOwner(column))) continue
      const row = Object.fromEntries(
        columns
          .filter((column) => column.isNeeded || isOwner(column))
          .map((column) => [column.column, isOwner(column) ? accountId : anyOf(column, word)]),
      )
      await tx`insert into ${tx(table)} ${tx(row)}`
      filled.push(table)
    }
    for (const part of ['findings', 'scan_progress'])
      await tx`insert into ${tx(part)} ${tx({ ...(await rowOf(part, word)), scan_id: word })}`
    const [delivery] = await tx<{ id: string }[]>`select id from webhook_deliveries where account_id = ${accountId}`
    await tx`insert into webhook_attempts ${tx({
      ...(await rowOf('webhook_attempts', word)),
      delivery_id: delivery?.id,
    })}`
    await tx`insert into github_checks ${tx(await rowOf('github_checks', word))}`
    await tx`insert into github_deliveries (id, event, payload, received_at)
      values (${word}, 'push', ${JSON.stringify({ installation: { id: numberOf(word) } })}, now())`
    await tx`insert into people (id, host, github_id, login)
      values (${randomUUID()}, ${word}, ${numberOf(word)}, ${word})`
    await tx`insert into inventories (digest, components) values (${word}, ${JSON.stringify([{ name: word }])})`
    await tx`update scans set inventory_digest = ${word} where account_id = ${accountId}`
    for (const subject of [
      `account:${accountId}`,
      `account:${accountId} unchanged`,
      `repository:${accountId} ${word}/7`,
    ]) {
      await tx`insert into rate_usage ${tx({ ...(await rowOf('rate_usage', word)), subject })}`
      await tx`insert into open_streams ${tx({ ...(await rowOf('open_streams', word)), subject })}`
    }
  })
  await fileResults.keep([{ key: keyOf(accountId), result: { word } }])
  await fileResults.keepUnits([{ key: keyOf(accountId), unit: Buffer.from(word) }])
  return filled
}

async function rowOf(table: string, word: string): Promise<Record<string, unknown>> {
  const columns = (await columnsOfTables()).get(table) ?? []
  return Object.fromEntries(
    columns.filter(({ isNeeded }) => isNeeded).map((column) => [column.column, anyOf(column, word)]),
  )
}

/** A small number that is different for each word. */
const numberOf = (word: string) => word.length
const keyOf = (accountId: string) =>
  fileResults.keyOf(`account:${accountId}`, { pathClass: 'x', contentDigest: '00'.repeat(32) })

function anyOf({ type, column }: Column, word: string): unknown {
  if (type === 'uuid') return randomUUID()
  if (type === 'timestamptz') return new Date().toISOString()
  if (type === 'bool') return false
  if (type === 'jsonb') return JSON.stringify({ word })
  if (type === 'bytea') return randomBytes(16)
  if (type.startsWith('_')) return []
  if (/^(?:int|float)\d$/.test(type)) return numberOf(word)
  if (type === 'text') return word
  throw new Error(`this test knows no value of type ${type} for ${column}`)
}

/** Returns the number of rows that contain one of these words, by table. */
async function tablesWith(...words: string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const table of (await columnsOfTables()).keys()) {
    const [row] = await sql<
      { count: number }[]
    >`select count(*)::int from ${sql(table)} any_row where any_row::text like any(${words.map((word) => `%${word}%`)})`
    if (row && row.count > 0) found[table] = row.count
  }
  return found
}

const makeAccount = async (name: string) => {
  const account = await createAccount({ db, masterKey }, { name, plan: 'team' })
  if (!account) throw new Error('the account was not made')
  return account
}

describe('deleting an account', () => {
  const mine = 'plans-of-the-acme-company'
  const theirs = 'other-peoples-papers'
  let filled: string[]
  let ids: { mine: string; theirs: string }
  let before: Record<string, number>
  let removed: Awaited<ReturnType<typeof deleteAccount>>
  const waited: string[] = []
  const recorded: string[] = []
  const record = async (_tx: unknown, digest: string) => void recorded.push(digest)

  beforeAll(async () => {
    ids = { mine: (await makeAccount(mine)).id, theirs: (await makeAccount(theirs)).id }
    filled = await fillTables(ids.mine, mine)
    await fillTables(ids.theirs, theirs)
    await sql`update sessions set managed_accounts = array[${ids.mine}::uuid, ${ids.theirs}::uuid]
      where account_id = ${ids.theirs}`
    before = await tablesWith(ids.theirs, theirs)
    const untilWritesEnd = async () => {
      waited.push('once')
      // A running scan writes for the last time, and GitHub sends an event.
      await fileResults.keep([{ key: keyOf(ids.mine), result: { mine } }])
      await sql`insert into removals ${sql({ ...(await rowOf('removals', mine)), account_id: ids.mine })}`
    }
    removed = await deleteAccount({ db, fileResults, now: () => new Date(), record, untilWritesEnd }, { id: ids.mine })
  })

  it('has had something of it in every table that tells whose a row is', async () => {
    const owned = [...(await columnsOfTables())]
      .filter(([, columns]) => columns.some((column) => isOwner(column)))
      .map(([table]) => table)
    expect(filled.toSorted()).toEqual(owned.filter((table) => table !== proof && table !== 'accounts').toSorted())
    expect(filled.length).toBeGreaterThan(14)
    expect(filled.filter((table) => !ownedRows.some((rows) => rows.table === table))).toEqual([])
  })

  it('leaves nothing of it in any table but the proof, nor in what is kept of single files', async () => {
    expect(await tablesWith(ids.mine, mine)).toEqual({ [proof]: 1 })
    expect(
      [await fileResults.find([keyOf(ids.mine)]), await fileResults.findUnits([keyOf(ids.mine)])].map(
        ({ size }) => size,
      ),
    ).toEqual([0, 0])
    expect(waited).toEqual(['once'])
  })

  it("leaves what is others'", async () => {
    expect(await tablesWith(ids.theirs, theirs)).toEqual(before)
    expect((await fileResults.find([keyOf(ids.theirs)])).size).toBe(1)
  })

  it('proves what went, by table and number, and has it written down', async () => {
    const counts = Object.fromEntries(removed.proof.removed)
    expect(counts).toMatchObject({
      accounts: 1,
      scans: 1,
      findings: 1,
      scan_progress: 1,
      webhook_attempts: 1,
      github_checks: 1,
      github_deliveries: 1,
      people: 1,
      removals: 2,
      rate_usage: 3,
      open_streams: 3,
      account_audit: 1,
    })
    expect(Object.keys(counts).toSorted()).toEqual(
      [
        ...new Set([
          ...filled,
          'accounts',
          'findings',
          'scan_progress',
          'webhook_attempts',
          'github_checks',
          'github_deliveries',
          'people',
          'rate_usage',
          'open_streams',
        ]),
      ].toSorted(),
    )
    const [stored] = await db.select().from(accountDeletions)
    expect(stored).toMatchObject({
      accountId: ids.mine,
      removed: counts,
      digest: removed.digest,
      finishedAt: new Date(removed.proof.finishedAt),
    })
    expect(digestOf(removed.proof)).toBe(removed.digest)
    expect(digestOf({ ...removed.proof, removed: [['scans', 2]] })).not.toBe(removed.digest)
    expect(recorded).toEqual([removed.digest])
  })

  it('goes on where it was interrupted, and counts what went before', async () => {
    const { id } = await makeAccount('interrupted')
    await sql`insert into server_watches (account_id, slug) values (${id}, 'one')`
    const interrupted = deleteAccount(
      { db, fileResults, now: () => new Date(), record, untilWritesEnd: () => Promise.reject(new Error('cut off')) },
      { id },
    )
    await expect(interrupted).rejects.toThrow('cut off')
    await sql`insert into server_watches (account_id, slug) values (${id}, 'two')`
    const {
      proof: { removed: counts },
    } = await deleteAccount({ db, fileResults, now: () => new Date(), record, untilWritesEnd: async () => {} }, { id })
    expect(counts).toEqual([
      ['accounts', 1],
      ['server_watches', 2],
    ])
    expect(await sql`select 1 from account_deletions where account_id = ${id}`).toHaveLength(1)
  })

  it('deletes no rows of others from a partitioned table', async () => {
    await sql`create table notes (account_id uuid, month int) partition by list (month)`
    await sql`create table notes_1 partition of notes for values in (1)`
    await sql`create table notes_2 partition of notes for values in (2)`
    const [mine, theirs] = [await makeAccount('has-notes'), await makeAccount('has-other-notes')]
    // The first row of each partition has the same ctid.
    await sql`insert into notes values (${mine.id}, 1), (${theirs.id}, 2)`
    const deletion = await beginAccountDeletion(db, mine.id, new Date())
    const notes = { table: 'notes', which: (id: string) => query`account_id = ${id}::uuid`, atOnce: 10 }
    expect(await removeOwnedRows(db, deletion, notes)).toBe(false)
    expect(await sql`select account_id from notes`).toEqual([{ account_id: theirs.id }])
    await sql`drop table notes`
  })

  it('needs its record: without one the audit log stands', async () => {
    await expect(sql`delete from account_audit where account_id = ${ids.theirs}`).rejects.toThrow('only added to')
  })
})
