import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { databaseIn } from '../support/template-database.ts'
import { testDatabase } from '../support/test-database.ts'
import { breaksFor, migrationSteps, readCatalogue, type SchemaCatalogue } from './schema-catalogue.ts'

/** The rule holds for every step after this one, with which nobody's database had begun. */
const first = '0012_registry-search'

/**
 * Steps that take something away which no code has used since the step that is named: `<tag>: <complaint>`. The second half of
 * expand and contract, at the earliest one release after the first.
 */
const contracted: ReadonlySet<string> = new Set()

const { sql: current } = await testDatabase()
const catalogues = new Map<string, SchemaCatalogue>()

/** Two databases with nothing in them: one for the steps, one to break. */
const names = [`assay_steps_${randomBytes(6).toString('hex')}`, `assay_broken_${randomBytes(6).toString('hex')}`] as const
const admin = postgres(inject('clusterUrl'), { max: 1, onnotice: () => {} })
const [steps, scratch] = names.map((name) => postgres(databaseIn(inject('clusterUrl'), name), { max: 1, onnotice: () => {} })) as [postgres.Sql, postgres.Sql]

beforeAll(async () => {
  for (const name of names) await admin`create database ${admin(name)}`
  for (const { tag, statements } of migrationSteps()) {
    for (const statement of statements) await steps.unsafe(statement)
    if (tag >= first) catalogues.set(tag, await readCatalogue(steps))
  }
})

afterAll(async () => {
  await Promise.all([steps.end(), scratch.end()])
  for (const name of names) await admin`drop database ${admin(name)} with (force)`
  await admin.end()
})

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

  it.each([
    ['a column that is gone', 'alter table servers drop column kind', /column "kind"/],
    ['a column with another name', 'alter table servers rename column kind to sort', /column "kind"/],
    ['a column with another type', 'alter table servers alter column stars type text', /stars/],
    ['a table that is gone', 'drop table servers', /"servers" does not exist/],
    ['a new column that has to be given', 'alter table servers add column owner text not null', /new column owner has to be given/],
    ['a column that has to be given now', 'alter table servers alter column stars set not null', /column stars has to be given now/],
    ['a constraint that old rows do not fulfil', 'alter table servers add constraint kinds check (kind <> \'old\')', /new constraint .*kind/],
    ['a key that old rows do not fulfil', 'create unique index names on servers (stars)', /new constraint .*stars/],
  ])('would be noticed if it had %s', async (_what, change, complaint) => {
    await scratch.unsafe('drop table if exists servers; create table servers (id int primary key, kind text not null, stars int)')
    const before = await readCatalogue(scratch)
    expect(await breaksFor(before, scratch)).toEqual([])
    await scratch.unsafe(change)
    expect((await breaksFor(before, scratch)).join('\n')).toMatch(complaint)
    await scratch.unsafe('drop table if exists servers')
  })

  it('may have more than before', async () => {
    await scratch.unsafe('create table servers (id int primary key, kind text not null)')
    const before = await readCatalogue(scratch)
    await scratch.unsafe(`alter table servers add column stars int, add column owner text not null default '', add constraint some_stars check (stars > 0); create table others (id int primary key)`)
    expect(await breaksFor(before, scratch)).toEqual([])
    await scratch.unsafe('drop table servers, others')
  })
})
