import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Database } from '../../../src/service/db/client.ts'
import { registryServers } from '../../../src/service/db/registry/servers-schema.ts'
import { lookalikeLimits } from '../../../src/service/registry/tools/lookalike-limits.ts'
import { findLookalikes } from '../../../src/service/registry/tools/find-lookalikes.ts'
import { variantsOfKey } from '../../../src/service/registry/tools/name-variants.ts'
import { testApi } from '../../support/test-api.ts'

const { db } = await testApi()

const servers = 20_000
const longName = 'quillfeather'.repeat(5)

// A fifth of the servers has a name that every vendor uses, and a fifth has no name. Inserted without the data that
// triggers maintain.
const insertServers = (from: number, to: number) =>
  db.execute(sql`
  insert into registry_servers (id, slug, name, category, source_type, status, fold_key, popularity)
  select gen_random_uuid(), 'npm-' || n, 'server ' || n, 'web', 'npm', 'active', case n when 1 then ${longName} when 2
  then ${`${longName.slice(0, -1)}s`} else (array[md5(n::text), md5(n::text), md5(n::text), 'mcpserver',
  ''])[1 + n % 5] end, case when n < 1000 then 80 end
  from generate_series(${from}::int, ${to}::int) n`)
await db.execute(sql`alter table registry_servers disable trigger user, set (autovacuum_enabled = false)`)
await insertServers(1, servers / 50)
await db.execute(sql`vacuum analyze registry_servers`)
await insertServers(servers / 50 + 1, servers)

async function touched(tx: Database): Promise<{ scans: number; rows: number }> {
  const [row] = await tx.execute<{ scans: number; rows: number }>(
    sql`select seq_scan::int as scans, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
      from pg_stat_xact_user_tables where relname = 'registry_servers'`,
  )
  return row ?? { scans: 0, rows: 0 }
}

it.each(['when it was small', 'now'])(
  'names one edit away are probed in an index, each of thousands, with statistics of the table %s',
  async (when) => {
    if (when === 'now') await db.execute(sql`vacuum analyze registry_servers`)
    const all = await db.select().from(registryServers)
    const found = async (slug: string) => {
      const server = all.find((one) => one.slug === slug)
      if (!server) throw new Error(`no ${slug}`)
      return db.transaction(async (tx) => {
        const before = await touched(tx)
        const names = (await findLookalikes(tx, server)).servers.map((one) => one.name)
        const after = await touched(tx)
        return { names, scans: after.scans - before.scans, rows: after.rows - before.rows }
      })
    }
    expect(variantsOfKey(longName).length).toBeGreaterThan(3_500)
    const long = await found('npm-1')
    expect(long).toMatchObject({ names: ['server 2'], scans: 0 })
    expect(long.rows).toBeLessThan(20)
    const common = await found('npm-3')
    expect(common).toMatchObject({ names: [], scans: 0 })
    expect(common.rows).toBeLessThanOrEqual(2 * lookalikeLimits.maxServersPerName)
  },
)
