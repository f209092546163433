import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import postgres from 'postgres'
import { afterAll, beforeAll, inject } from 'vitest'
import { databaseIn } from './template-database.ts'

const folder = 'drizzle'

/** File names of all migrations, in order. */
export const migrations: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .toSorted()

/** Returns the statements of migrations. */
export const statementsOf = (files: readonly string[]): string[] =>
  files.flatMap((file) => readFileSync(`${folder}/${file}`, 'utf8').split('--> statement-breakpoint'))

/** Database that has all migrations before one of them. */
export interface DatabaseBefore {
  /** Connections to the database. Available when the tests run. */
  sql(): postgres.Sql
  /** Migrations from that one on. */
  readonly left: readonly string[]
}

/** Creates a database with all migrations before the one whose name contains `migration`. It ends with the tests. */
export function databaseBefore(migration: string): DatabaseBefore {
  const at = migrations.findIndex((file) => file.includes(migration))
  if (at < 0) throw new Error(`no migration is named ${migration}`)
  const name = `assay_migrated_${randomUUID().slice(0, 8)}`
  let admin: postgres.Sql
  let sql: postgres.Sql
  beforeAll(async () => {
    admin = postgres(inject('clusterUrl'), { max: 1, onnotice: () => {} })
    await admin`create database ${admin(name)}`
    sql = postgres(databaseIn(inject('clusterUrl'), name), { max: 4, onnotice: () => {} })
    for (const statement of statementsOf(migrations.slice(0, at))) await sql.unsafe(statement)
  }, 120_000)
  afterAll(async () => {
    await sql.end()
    await admin`drop database ${admin(name)} with (force)`
    await admin.end()
  })
  return { sql: () => sql, left: migrations.slice(at) }
}
