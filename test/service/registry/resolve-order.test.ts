import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Database } from '../../../src/service/db/client.ts'
import { listSourcesToResolve, noteResolved } from '../../../src/service/db/registry/rescans.ts'
import { intakeLimits } from '../../../src/service/registry/intake/intake-limits.ts'
import { testDatabase } from '../../support/test-database.ts'

const { db } = await testDatabase()
const sources = 20_000
const begin = new Date('2026-05-01T00:00:00Z')

await db.execute(
  sql`insert into registry_servers (id, slug, name, category, source_type, status)
    values ('00000000-0000-4000-8000-000000000000', 'many', 'many', 'other', 'git', 'active')`,
)
await db.execute(sql`
  insert into registry_sources (id, server_id, type, canonical_url, name, declares, next_check_at)
  select gen_random_uuid(), '00000000-0000-4000-8000-000000000000', (array['git', 'git', 'npm', 'pypi'])[1 + n % 4],
  'https://source.example/' || n, 'o/' || n, '{}', ${begin.toISOString()}::timestamptz + n * interval '1 millisecond'
  from generate_series(1, ${sources}) n`)
await db.execute(sql`vacuum analyze registry_sources`)

/** Returns the number of source rows that the database counts as read, by any method. */
async function touched(tx: Database): Promise<number> {
  const [row] = await tx.execute<{ read: number }>(
    sql`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as read from pg_stat_xact_user_tables
      where relname = 'registry_sources'`,
  )
  return row?.read ?? Infinity
}

it(
  'sources beyond what is asked in their time are asked in turn: none again before all others, and a run ' +
    'reads no more than it asks',
  async () => {
    const limit = intakeLimits.maxResolvesPerRun
    const asked = new Set<string>()
    // Every run finds all sources due, as if there were more of them than the runs can check in time.
    for (let run = 0; run < 4; run++) {
      const now = new Date(begin.getTime() + (run + 1) * 60 * 60_000)
      const { due, read } = await db.transaction(async (tx) => {
        const before = await touched(tx)
        return { due: await listSourcesToResolve(tx, { now, limit }), read: (await touched(tx)) - before }
      })
      expect(read).toBeLessThanOrEqual(limit * 2)
      for (const { id, type } of due) {
        expect(asked.has(id)).toBe(false)
        asked.add(id)
        await noteResolved(db, id, {
          resolvedAt: now,
          nextCheckAt: new Date(now.getTime() + (type === 'git' ? 1 : 30) * 60_000),
        })
      }
    }
    expect(asked.size).toBe(4 * limit)
  },
)
