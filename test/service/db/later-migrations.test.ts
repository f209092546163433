import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { databaseIn } from '../../support/template-database.ts'

const folder = 'drizzle'
const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .toSorted()
/** For migrations up to this one, the old version was stopped first. */
const lastStopped = '0022'
const later = migrations.filter((name) => name.slice(0, 4) > lastStopped)

/** Statements that break the previous version while it runs, or block it for a long time. */
const forbidden: Readonly<Record<string, RegExp>> = {
  'removes a table': /\bdrop\s+table\b/i,
  'removes a column': /\bdrop\s+column\b/i,
  'renames something': /\brename\s+(?:to|column)\b/i,
  'changes the type of a column': /\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/i,
  'makes a column of before required': /\bset\s+not\s+null\b/i,
  'adds a column that an INSERT of before leaves out':
    /\badd\s+column\s+(?:(?!,|;|\bdefault\b).)*\bnot\s+null\b(?!\s+default)(?!(?:(?!,|;).)*\bdefault\b)/i,
  'locks a table against writes for itself': /\block\s+table\b/i,
}

const problemsOf = (text: string) => {
  const statements = text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .filter((statement) => !/^\s*create\s+table\b/i.test(statement))
  return Object.entries(forbidden)
    .filter(([, pattern]) => statements.some((statement) => pattern.test(statement)))
    .map(([problem]) => problem)
}

describe('every later migration', () => {
  it.each(later)('%s keeps the version before running', (name) => {
    expect(problemsOf(readFileSync(`${folder}/${name}`, 'utf8'))).toEqual([])
  })

  it.each([
    ['ALTER TABLE "a" DROP COLUMN "b"', 'removes a column'],
    ['ALTER TABLE "a" RENAME COLUMN "b" TO "c"', 'renames something'],
    ['ALTER TABLE "a" ADD COLUMN "b" text NOT NULL', 'adds a column that an INSERT of before leaves out'],
    ['ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL', 'makes a column of before required'],
    ['ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE bigint', 'changes the type of a column'],
  ])('would be refused for %s', (statement, problem) => {
    expect(problemsOf(statement)).toEqual([problem])
  })

  it('may add columns with a default, and tables', () => {
    expect(
      problemsOf('ALTER TABLE "a" ADD COLUMN "b" integer DEFAULT 0 NOT NULL; CREATE TABLE c (d text NOT NULL)'),
    ).toEqual([])
  })
})

describe('the migration to comparisons', () => {
  const name = `assay_migrated_${randomUUID().slice(0, 8)}`
  const at = migrations.findIndex((file) => file.includes('github-comparisons'))
  let admin: postgres.Sql
  let sql: postgres.Sql
  const apply = async (files: readonly string[], on: postgres.Sql) => {
    for (const file of files)
      for (const statement of readFileSync(`${folder}/${file}`, 'utf8').split('--> statement-breakpoint'))
        await on.unsafe(statement)
  }
  /** Inserts a check as the previous version does. */
  const insertCheck = (on: postgres.Sql, state: string, more: Record<string, unknown> = {}) =>
    on`insert into github_checks ${on({
      id: randomUUID(),
      host: 'github.com',
      repository_id: 1,
      head_sha: randomUUID(),
      base_sha: 'b',
      base_ref: 'main',
      cause: 'pull_request',
      pull_number: 7,
      state,
      created_at: new Date(),
      changed_at: new Date(),
      ...more,
    })}`

  beforeAll(async () => {
    admin = postgres(inject('clusterUrl'), { max: 1, onnotice: () => {} })
    await admin`create database ${admin(name)}`
    sql = postgres(databaseIn(inject('clusterUrl'), name), { max: 4, onnotice: () => {} })
    await apply(migrations.slice(0, at), sql)
  }, 120_000)
  afterAll(async () => {
    await sql.end()
    await admin`drop database ${admin(name)} with (force)`
    await admin.end()
  })

  it('converts open checks while the version before reads and writes, and leaves what it needs', async () => {
    for (const state of ['queued', 'scanning-base', 'scanning-head', 'completed', 'superseded', 'abandoned'])
      await insertCheck(sql, state)
    await insertCheck(sql, 'queued', { cause: 'push', pull_number: null, base_sha: null })
    await insertCheck(sql, 'completed', { concluded_at: new Date() })
    await sql.begin(async (tx) => {
      await apply(migrations.slice(at, at + 1), tx as unknown as postgres.Sql)
      // Other connections see the old tables until the migration is committed.
    })
    const converted = await sql<
      { key: string; state: string; lifecycle: string; was: string }[]
    >`select key, compared.state, lifecycle, checked.state as was
      from github_comparisons compared join github_checks checked on checked.id = check_id order by checked.state, key`
    expect(converted.map(({ key, was, state, lifecycle }) => `${was} ${key}: ${state}, ${lifecycle}`)).toEqual([
      'abandoned pull:7: abandoned, closed',
      'completed pull:7: completed, open',
      'queued pull:7: queued, open',
      'queued push: queued, open',
      'scanning-base pull:7: scanning-base, open',
      'scanning-head pull:7: scanning-head, open',
      'superseded pull:7: abandoned, superseded',
    ])
    await insertCheck(sql, 'queued')
    await sql`update github_checks set state = 'completed', concluded_at = now() where state = 'queued'`
    await sql`select id, host, repository_id, head_sha, base_sha, base_ref, cause, pull_number, is_fork,
      author_may_write, is_quiet, state, ended_because, base_scan_id, head_scan_id, changed_lines, check_run_id,
      told_digest, annotations_sent, concluded_at, created_at, changed_at from github_checks`
  })
})

describe('the migrations of the registry figures', () => {
  const name = `assay_migrated_${randomUUID().slice(0, 8)}`
  const at = migrations.findIndex((file) => file.includes('score-changes'))
  let admin: postgres.Sql
  let sql: postgres.Sql
  const statementsOf = (files: readonly string[]) =>
    files.flatMap((file) => readFileSync(`${folder}/${file}`, 'utf8').split('--> statement-breakpoint'))

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

  it('wait for a writer of the version before, which stores servers, findings, and history', async () => {
    const id = randomUUID()
    const isWriting = Promise.withResolvers<void>()
    const writing = sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtext('registry entries'))`
      await tx`insert into registry_servers (id, slug, name, category, source_type, status)
        values (${id}, 'one', 'one', 'other', 'npm', 'active')`
      isWriting.resolve()
      // Uses another connection, because a transaction sees the same activity until it ends.
      for (let waiting = 0; waiting === 0;) {
        const rows = await sql<{ pid: number }[]>`select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
        waiting = rows.length
        await setTimeout(20)
      }
      await tx`insert into registry_findings
        (server_id, ordinal, severity, category, fingerprint, first_seen_at, document)
        values (${id}, 0, 'high', 'code', 'a', now(), '{"ruleId": "command-injection"}')`
      await tx`insert into registry_history
        (server_id, number, scan_id, scanned_at, security_score, grade, vulnerabilities, version, cause, method)
        values (${id}, 1, 'scan', now(), 50, 'C', '{}', '1.0.0', 'code', 'm')`
    })
    await isWriting.promise
    const migrating = sql.begin(async (tx) => {
      for (const statement of statementsOf(migrations.slice(at))) await tx.unsafe(statement)
    })
    const ended = await Promise.allSettled([writing, migrating])
    expect(ended.map(({ status, ...rest }) => ('reason' in rest ? String(rest.reason) : status))).toEqual([
      'fulfilled',
      'fulfilled',
    ])
    expect(await sql`select count(*)::int as findings from registry_findings`).toMatchObject([{ findings: 1 }])
  })
})
