import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { databaseBefore, migrations, statementsOf } from '../../support/database-before.ts'

const folder = 'drizzle'
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
  const database = databaseBefore('score-changes')

  it('wait for a writer of the version before, which stores servers, findings, and history', async () => {
    const sql = database.sql()
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
      for (const statement of statementsOf(database.left)) await tx.unsafe(statement)
    })
    const ended = await Promise.allSettled([writing, migrating])
    expect(ended.map(({ status, ...rest }) => ('reason' in rest ? String(rest.reason) : status))).toEqual([
      'fulfilled',
      'fulfilled',
    ])
    expect(await sql`select count(*)::int as findings from registry_findings`).toMatchObject([{ findings: 1 }])
  })
})
