import { eq, sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { accounts } from '../../../../src/service/db/accounts/schema.ts'
import { type Database, openDatabase } from '../../../../src/service/db/client.ts'
import { migrateDatabase } from '../../../../src/service/db/migrate.ts'
import { openReplicaReads } from '../../../../src/service/db/replica/replica-reads.ts'
import { severalHosts, startReplicaSet } from '../../../support/replica-set.ts'

const set = await startReplicaSet()
await migrateDatabase(set.primary.url)
await set.caughtUp()
const primaryUrl = severalHosts([set.primary.url, set.replica.url])
const primary = openDatabase(primaryUrl, { maxConnections: 4, applicationName: 'test' })
const onReplica = openDatabase(set.replica.url, { maxConnections: 1, applicationName: 'test' })
const lines: { msg: string; status?: string }[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const reads = openReplicaReads(primary, { url: set.replica.url, primaryUrl, maxConnections: 4, maxLagMs: 1_500, log })
afterAll(async () => {
  await reads[Symbol.asyncDispose]()
  await Promise.all([primary, onReplica].map((client) => client[Symbol.asyncDispose]()))
  await set[Symbol.asyncDispose]()
})

const patient = { timeout: 20_000, interval: 50 }
const insert = (name: string) =>
  primary.db.insert(accounts).values({ id: crypto.randomUUID(), name, plan: 'free', webhookSecretSealed: Buffer.of(1) })
const has = (name: string) => async (db: Database) =>
  (await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.name, name))).length > 0

async function serverOf(db: Database): Promise<'replica' | 'primary'> {
  const [row] = await db.execute<{ follows: boolean }>(sql`select pg_is_in_recovery() as follows`)
  return row?.follows ? 'replica' : 'primary'
}

const anyone = { isCurrent: false }
const writer = { isCurrent: true }

describe('reads with a replica', () => {
  it('use the replica once it follows the primary', async () => {
    await expect.poll(() => reads.state()?.status, patient).toBe('following')
    expect(await reads.read(anyone, serverOf)).toBe('replica')
    await expect.poll(() => reads.read(writer, serverOf), patient).toBe('replica')
  })

  it('of a writer always contain what is committed, without any help of the writer', async () => {
    for (let round = 0; round < 40; round += 1) {
      await insert(`written ${round}`)
      expect(await reads.read(writer, has(`written ${round}`))).toBe(true)
    }
  })

  it('of a writer do not wait for a connection of the requests', async () => {
    const busy = Array.from({ length: 4 }, () => primary.sql`select pg_sleep(1)`.execute())
    await expect.poll(() => reads.read(writer, serverOf), { ...patient, timeout: 900 }).toBe('replica')
    await Promise.all(busy)
  })

  it('of a writer wait for a primary that is slow, because it still accepts changes', async () => {
    const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
      for (const pid of observers) process.kill(pid, name)
    }
    const observers = (
      await primary.sql<{ pid: number }[]>`select pid from pg_stat_activity where application_name = 'assay read'`
    ).map(({ pid }) => pid)
    expect(observers.length).toBeGreaterThan(0)
    await insert('written to a slow primary')
    signal('SIGSTOP')
    try {
      expect(await reads.read(writer, serverOf)).toBe('primary')
      expect(await reads.read(anyone, serverOf)).toBe('replica')
    } finally {
      signal('SIGCONT')
    }
    await expect.poll(() => reads.read(writer, serverOf), patient).toBe('replica')
  })

  it('of a writer use the primary while the replica lacks a change, and other reads do not', async () => {
    await set.caughtUp()
    await onReplica.sql`select pg_wal_replay_pause()`
    await insert('paused')
    expect(await reads.read(writer, serverOf)).toBe('primary')
    expect(await reads.read(writer, has('paused'))).toBe(true)
    expect(await has('paused')(onReplica.db)).toBe(false)
  })

  it('use the primary while the replica lags, and the replica again as soon as it has caught up', async () => {
    const before = lines.length
    await expect.poll(() => reads.state()?.status, patient).toBe('lagging')
    // The state rounds 1,500.4 ms down.
    expect(reads.state()?.lagMs).toBeGreaterThanOrEqual(1_500)
    expect(await reads.read(anyone, serverOf)).toBe('primary')
    expect(await reads.read(anyone, has('paused'))).toBe(true)
    await onReplica.sql`select pg_wal_replay_resume()`
    await expect.poll(() => reads.state()?.status, patient).toBe('following')
    expect(await reads.read(anyone, serverOf)).toBe('replica')
    expect(lines.slice(before).map(({ msg, status }) => [msg, status])).toEqual([
      ['reads use the primary: replica not usable', 'lagging'],
      ['reads use the replica', 'following'],
    ])
  })

  it('that lose the replica halfway get their result from the primary', async () => {
    const slow = async (db: Database) => {
      if ((await serverOf(db)) === 'replica') await db.execute(sql`select pg_sleep(60)`)
      return serverOf(db)
    }
    const started = Array.from({ length: 3 }, () => reads.read(anyone, slow))
    await expect
      .poll(async () => {
        const [row] =
          await onReplica.sql`select count(*)::int as n from pg_stat_activity where query ~ '^select pg_sleep'`
        return row?.['n']
      }, patient)
      .toBe(3)
    await set.stop(set.replica)
    expect(await Promise.all(started)).toEqual(['primary', 'primary', 'primary'])
    await expect.poll(() => reads.state()?.status, patient).toBe('unreachable')
    expect(await reads.read(writer, serverOf)).toBe('primary')
    await set.restartReplica()
    await expect.poll(() => reads.state()?.status, patient).toBe('following')
    expect(await reads.read(anyone, serverOf)).toBe('replica')
  })

  it('that write by mistake are refused by the replica and repeated on the primary', async () => {
    const write = async (db: Database) => {
      await db.execute(sql`update accounts set plan = plan where name = 'paused'`)
      return serverOf(db)
    }
    expect(await reads.read(anyone, write)).toBe('primary')
  })

  it.each([
    ['a column that only the primary has', `select missing from accounts`],
    ['a password that the replica rejects', `raise invalid_password`],
  ])('are repeated on the primary after an error of the replica: %s', async (_name, statement) => {
    const onlyThere = async (db: Database) => {
      const server = await serverOf(db)
      if (server === 'replica')
        await db.execute(sql.raw(`do $$ begin ${statement.replace('select', 'perform')}; end $$`))
      return server
    }
    await expect.poll(() => reads.read(anyone, serverOf), patient).toBe('replica')
    expect(await reads.read(anyone, onlyThere)).toBe('primary')
  })

  it('avoid a replica that accepts no connections for a while, although its observer is connected', async () => {
    await expect.poll(() => reads.read(anyone, serverOf), patient).toBe('replica')
    const before = lines.length
    const refused = async (db: Database) => {
      const server = await serverOf(db)
      if (server === 'replica') await db.execute(sql`do $$ begin raise too_many_connections; end $$`)
      return server
    }
    expect(await reads.read(anyone, refused)).toBe('primary')
    expect(reads.state()?.status).toBe('following')
    expect(await reads.read(anyone, serverOf)).toBe('primary')
    await expect.poll(() => reads.read(anyone, serverOf), patient).toBe('replica')
    expect(lines.slice(before)).toEqual([])
  })

  it('repeat no error that belongs to the read', async () => {
    let runs = 0
    const wrong = async (db: Database) => {
      runs += 1
      await db.execute(sql`select 1 / 0`)
    }
    await expect(reads.read(anyone, wrong)).rejects.toThrow(/Failed query/)
    expect(runs).toBe(1)
  })

  it('continue on the replica while the primary is down, and move with the promotion', async () => {
    await insert('before the failover')
    await set.caughtUp()
    await expect.poll(() => reads.state()?.status, patient).toBe('following')
    await set.stop(set.primary)
    const start = performance.now()
    await expect.poll(() => reads.read(writer, has('before the failover')).catch(() => false), patient).toBe(true)
    expect(await reads.read(anyone, serverOf)).toBe('replica')
    expect(performance.now() - start).toBeLessThan(5_000)
    await set.promote()
    await expect.poll(() => reads.state()?.status, patient).toBe('not a replica')
    expect(await reads.read(writer, serverOf)).toBe('primary')
    await insert('after the failover')
    expect(await reads.read(writer, has('after the failover'))).toBe(true)
  })
})
