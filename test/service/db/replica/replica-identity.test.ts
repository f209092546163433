import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { type DatabaseClient, openDatabase } from '../../../../src/service/db/client.ts'
import { openReplicaReads } from '../../../../src/service/db/replica/replica-reads.ts'
import { startReplicaSet } from '../../../support/replica-set.ts'

const log = pino({ level: 'silent' })
const patient = { timeout: 20_000, interval: 50 }
const set = await startReplicaSet()
afterAll(() => set[Symbol.asyncDispose]())

const open = (url: string) => openDatabase(url, { maxConnections: 2, applicationName: 'test' })
const readsOf = (primary: DatabaseClient, primaryUrl: string, url: string) =>
  openReplicaReads(primary, { url, primaryUrl, maxConnections: 2, maxLagMs: 1_500, log })

/** Writes 8 kB to a server's log. */
const write = ({ sql }: DatabaseClient) =>
  sql`select pg_logical_emit_message(true, 'test', ${randomBytes(4_096).toString('hex')})`

describe('a replica', () => {
  it('of another cluster is not used', async () => {
    await using other = await startReplicaSet()
    await using primary = open(set.primary.url)
    // Ahead of the other cluster, so that only the identifiers differ.
    for (let round = 0; round < 50; round += 1) await write(primary)
    await using reads = readsOf(primary, set.primary.url, other.replica.url)
    await expect.poll(() => reads.state()?.status, patient).toBe('not a replica')
  })

  it('that follows its primary is not confused by a change of the log segment', async () => {
    await using primary = open(set.primary.url)
    await using reads = readsOf(primary, set.primary.url, set.replica.url)
    await expect.poll(() => reads.state()?.status, patient).toBe('following')
    for (let round = 0; round < 4; round += 1) {
      await primary.sql`select pg_switch_wal()`
      await pause(600)
      expect(reads.state()?.status).toBe('following')
    }
  })

  it('of a former primary is not used after a restore', async () => {
    await set.stop(set.replica)
    const restored = await set.restore()
    await using former = open(set.primary.url)
    await write(former)
    await set.restartReplica()
    await set.caughtUp()
    await using primary = open(restored.url)
    await using reads = readsOf(primary, restored.url, set.replica.url)
    await expect.poll(() => reads.state()?.status, patient).toBe('not a replica')
    // The log of the restored primary becomes longer. The replica never replays it.
    for (let round = 0; round < 10; round += 1) await write(primary)
    await expect.poll(() => reads.state()?.status, patient).toBe('lagging')
    expect(await reads.read({ isCurrent: true }, async (db) => db === primary.db)).toBe(true)
  })
})
