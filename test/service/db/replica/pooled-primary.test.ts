import { eq, sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '../../../../src/service/db/accounts/schema.ts'
import { type Database, type DatabaseClient, openDatabase } from '../../../../src/service/db/client.ts'
import { migrateDatabase } from '../../../../src/service/db/migrate.ts'
import { createNotifications } from '../../../../src/service/db/notifications.ts'
import { openReplicaReads } from '../../../../src/service/db/replica/replica-reads.ts'
import type { Reads } from '../../../../src/service/db/replica/reads.ts'
import { type BrokenEndpoint, startBrokenEndpoint } from '../../../support/broken-endpoint.ts'
import { hasPooler, type Pooler, startPooler } from '../../../support/pooler.ts'
import { type ReplicaSet, severalHosts, startReplicaSet } from '../../../support/replica-set.ts'

const patient = { timeout: 20_000, interval: 50 }
const anyone = { isCurrent: false }
const writer = { isCurrent: true }
let set: ReplicaSet
/** Address that follows the primary, as that of a cluster's service does. */
let service: BrokenEndpoint
let pooler: Pooler
let primary: DatabaseClient
let beside: DatabaseClient
let onReplica: DatabaseClient
let reads: Reads & AsyncDisposable

const insertBy = (client: DatabaseClient, name: string) =>
  client.db.insert(accounts).values({ id: crypto.randomUUID(), name, plan: 'free', webhookSecretSealed: Buffer.of(1) })
const has = (name: string) => async (db: Database) =>
  (await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.name, name))).length > 0
async function serverOf(db: Database): Promise<'replica' | 'primary'> {
  const [row] = await db.execute<{ follows: boolean }>(sql`select pg_is_in_recovery() as follows`)
  return row?.follows ? 'replica' : 'primary'
}

// Skipped where PgBouncer is not installed.
describe.skipIf(!hasPooler)('reads with a replica, and a pooler in front of the primary', () => {
  beforeAll(async () => {
    set = await startReplicaSet()
    await migrateDatabase(set.primary.url)
    await set.caughtUp()
    service = await startBrokenEndpoint(set.primary.url, 'open')
    pooler = await startPooler(service.through(set.primary.url), { pool_mode: 'transaction', default_pool_size: 3 })
    const directUrl = severalHosts([set.primary.url, set.replica.url])
    primary = openDatabase(pooler.url, { maxConnections: 6, applicationName: 'test', directUrl })
    // Another process, which does not use this pooler.
    beside = openDatabase(directUrl, { maxConnections: 1, applicationName: 'beside' })
    onReplica = openDatabase(set.replica.url, { maxConnections: 1, applicationName: 'test' })
    reads = openReplicaReads(primary, {
      url: set.replica.url,
      primaryUrl: pooler.url,
      isPrimaryPooled: true,
      maxConnections: 4,
      maxLagMs: 10_000,
      log: pino({ level: 'silent' }),
    })
  }, 60_000)
  afterAll(async () => {
    await reads[Symbol.asyncDispose]()
    await Promise.all([primary, beside, onReplica].map((client) => client[Symbol.asyncDispose]()))
    await pooler[Symbol.asyncDispose]()
    await service[Symbol.asyncDispose]()
    await set[Symbol.asyncDispose]()
  })

  it('always contain what is committed, by this process or another one', async () => {
    await expect.poll(() => reads.read(writer, serverOf), patient).toBe('replica')
    for (let round = 0; round < 30; round += 1) {
      await insertBy(round % 2 === 0 ? primary : beside, `written ${round}`)
      expect(await reads.read(writer, has(`written ${round}`))).toBe(true)
    }
  })

  it('use the primary while the replica lacks a change', async () => {
    await set.caughtUp()
    await onReplica.sql`select pg_wal_replay_pause()`
    await insertBy(beside, 'paused')
    expect(await reads.read(writer, serverOf)).toBe('primary')
    expect(await reads.read(writer, has('paused'))).toBe(true)
  })

  it('of a writer fail without the pooler, because others may write, and the other reads continue', async () => {
    await pooler.stop()
    await insertBy(beside, 'written without the pooler')
    await expect(reads.read(writer, has('written without the pooler'))).rejects.toThrow()
    await expect(reads.read(writer, has('written without the pooler'))).rejects.toThrow()
    expect(await reads.read(anyone, serverOf)).toBe('replica')
    await pooler.start()
    await expect
      .poll(() => reads.read(writer, has('written without the pooler')).catch(() => false), patient)
      .toBe(true)
    await onReplica.sql`select pg_wal_replay_resume()`
    await expect.poll(() => reads.read(writer, serverOf), patient).toBe('replica')
  })

  it('move with the promotion of the replica, and so do the pool and the session that listens', async () => {
    await using notifications = createNotifications(primary.db)
    const heard: string[] = []
    notifications.add({ channel: 'caller_changed', told: (payload) => void heard.push(payload), interrupted() {} })
    await notifications.hearing()
    await insertBy(primary, 'before the failover')
    await set.caughtUp()
    await set.stop(set.primary)
    expect(await reads.read(anyone, serverOf)).toBe('replica')
    await set.promote()
    service.moveTo(set.replica.url)
    await expect
      .poll(
        () =>
          insertBy(primary, 'after the failover').then(
            () => true,
            () => false,
          ),
        patient,
      )
      .toBe(true)
    await expect.poll(() => reads.state()?.status, patient).toBe('not a replica')
    expect(await reads.read(writer, has('before the failover'))).toBe(true)
    expect(await reads.read(writer, has('after the failover'))).toBe(true)
    await expect.poll(() => notifications.isHearing, patient).toBe(true)
    await primary.sql`select pg_notify('caller_changed', 'promoted')`
    await expect.poll(() => heard).toContain('promoted')
  })
})
