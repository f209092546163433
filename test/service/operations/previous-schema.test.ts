import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { databaseIn } from '../../support/template-database.ts'
import { testDatabase } from '../../support/test-database.ts'
import { breaksFor, migrationSteps, readCatalogue, type SchemaCatalogue } from './schema-catalogue.ts'

/** The rule applies to all steps after this one. No deployment existed before. */
const first = '0012_registry-search'

/**
 * From this version on, no step may drop an index of the previous version, because its processes still use it. Earlier
 * steps did, and are not changed.
 */
const firstKeepingIndexes = '0019_registry-face'

/**
 * Steps that remove something that no code has used since an earlier step: `<tag>: <complaint>`. The second half of
 * expand and contract, at least one release after the first.
 */
const contracted: ReadonlySet<string> = new Set()

/** Dropped indexes that no version since an earlier step reads: the same second half, for indexes. */
const contractedIndexes: ReadonlySet<string> = new Set([
  // 0020_registry-sources replaced them, and 0040_rescoring dropped them.
  'registry_list_category_name',
  'registry_list_category_created',
  'registry_list_language_name',
  'registry_list_language_created',
  'registry_list_category_language_name',
  'registry_list_category_language_created',
])

const { sql: current } = await testDatabase()
const catalogues = new Map<string, SchemaCatalogue>()
const indexes = new Map<string, ReadonlySet<string>>()
/** Tables that were locked exclusively while a step built an index: `<tag>: <table>`. */
const lockedBuilds: string[] = []

/** Two empty databases: one for the steps, and one to break. */
const names = [
  `assay_steps_${randomBytes(6).toString('hex')}`,
  `assay_broken_${randomBytes(6).toString('hex')}`,
] as const
const admin = postgres(inject('clusterUrl'), { max: 1, onnotice: () => {} })
const [steps, scratch] = names.map((name) =>
  postgres(databaseIn(inject('clusterUrl'), name), { max: 1, onnotice: () => {} }),
) as [postgres.Sql, postgres.Sql]

beforeAll(async () => {
  for (const name of names) await admin`create database ${admin(name)}`
  for (const { tag, statements } of migrationSteps()) {
    await steps.begin(async (tx) => {
      for (const statement of statements) await tx.unsafe(statement)
      if (tag > firstKeepingIndexes)
        lockedBuilds.push(...(await tablesLockedWhileBuilding(tx)).map((table) => `${tag}: ${table}`))
    })
    if (tag >= first) catalogues.set(tag, await readCatalogue(steps))
    if (tag >= firstKeepingIndexes) indexes.set(tag, await readIndexes(steps))
  }
})

afterAll(async () => {
  await Promise.all([steps.end(), scratch.end()])
  for (const name of names) await admin`drop database ${admin(name)} with (force)`
  await admin.end()
})

async function readIndexes(sql: postgres.Sql): Promise<ReadonlySet<string>> {
  return new Set(
    (await sql<{ text: string }[]>`select indexdef as text from pg_indexes where schemaname = 'public'`).map(
      ({ text }) => text,
    ),
  )
}

/** Returns the name in the definition of an index. */
const nameOf = (definition: string): string => /INDEX (\S+) ON /.exec(definition)?.[1] ?? ''

/**
 * Returns the tables that this transaction locks exclusively and on which it has built an index, which takes longer for
 * larger tables. Excludes tables that the transaction itself created.
 */
async function tablesLockedWhileBuilding(tx: postgres.TransactionSql): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select c.relname as name from pg_locks l join pg_class c on c.oid = l.relation
    where l.pid = pg_backend_pid() and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    and c.xmin::text <> pg_current_xact_id()::text
    group by c.relname having bool_or(l.mode = 'AccessExclusiveLock') and bool_or(l.mode = 'ShareLock')`
  return rows.map(({ name }) => name)
}

describe('a database that is migrated while older processes still run', () => {
  it('answers every query of the versions before, and takes every row of theirs', async () => {
    expect(catalogues.size).toBeGreaterThan(0)
    const breaks: string[] = []
    for (const [tag, catalogue] of catalogues) {
      expect(catalogue.columns.size).toBeGreaterThan(50)
      for (const one of await breaksFor(catalogue, current)) breaks.push(`${tag}: ${one}`)
    }
    expect(breaks.filter((one) => !contracted.has(one))).toEqual([])
  }, 60_000)

  it('still has every index that the versions before read by', async () => {
    const now = await readIndexes(current)
    expect(indexes.size).toBeGreaterThan(1)
    const gone = [...indexes].flatMap(([tag, texts]) =>
      [...texts]
        .filter((text) => !now.has(text) && !contractedIndexes.has(nameOf(text)))
        .map((text) => `${tag}: ${text}`),
    )
    expect(gone.filter((one) => !contracted.has(one))).toEqual([])
    const seen = new Set([...indexes.values()].flatMap((texts) => [...texts].map(nameOf)))
    expect([...contractedIndexes].filter((name) => !seen.has(name))).toEqual([])
  })

  it('can be read while indexes are built', async () => {
    expect(lockedBuilds).toEqual([])
    await scratch.unsafe(
      'drop table if exists servers; create table servers (id int primary key, kind text); create index ' +
        'kinds on servers (kind)',
    )
    const lockedBy = async (...statements: readonly string[]) =>
      scratch.begin(async (tx) => {
        for (const statement of statements) await tx.unsafe(statement)
        return tablesLockedWhileBuilding(tx)
      })
    expect(
      await lockedBy(
        'create index more on servers (kind, id)',
        'create table own (id int)',
        'create index of_own on own (id)',
        'drop table own',
      ),
    ).toEqual([])
    expect(await lockedBy('drop index kinds', 'create index kinds on servers (kind, id)')).toEqual(['servers'])
    await scratch.unsafe('drop table servers')
  })

  it.each([
    ['a column that is gone', 'alter table servers drop column kind', /column "kind"/],
    ['a column with another name', 'alter table servers rename column kind to sort', /column "kind"/],
    ['a column with another type', 'alter table servers alter column stars type text', /stars/],
    ['a table that is gone', 'drop table servers', /"servers" does not exist/],
    [
      'a new column that has to be given',
      'alter table servers add column owner text not null',
      /new column owner has to be given/,
    ],
    [
      'a column that has to be given now',
      'alter table servers alter column stars set not null',
      /column stars has to be given now/,
    ],
    [
      'a constraint that old rows do not fulfil',
      "alter table servers add constraint kinds check (kind <> 'old')",
      /new constraint .*kind/,
    ],
    ['a key that old rows do not fulfil', 'create unique index names on servers (stars)', /new constraint .*stars/],
  ])('would be noticed if it had %s', async (_what, change, complaint) => {
    await scratch.unsafe(
      'drop table if exists servers; create table servers (id int primary key, kind text not null, stars int)',
    )
    const before = await readCatalogue(scratch)
    expect(await breaksFor(before, scratch)).toEqual([])
    await scratch.unsafe(change)
    expect((await breaksFor(before, scratch)).join('\n')).toMatch(complaint)
    await scratch.unsafe('drop table if exists servers')
  })

  it('may have more than before', async () => {
    await scratch.unsafe('create table servers (id int primary key, kind text not null)')
    const before = await readCatalogue(scratch)
    await scratch.unsafe(
      "alter table servers add column stars int, add column owner text not null default '', add constraint " +
        'some_stars check (stars > 0); create table others (id int primary key)',
    )
    expect(await breaksFor(before, scratch)).toEqual([])
    await scratch.unsafe('drop table servers, others')
  })
})
