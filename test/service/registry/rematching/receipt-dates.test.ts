import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { masterKeyFrom } from '../../../../src/service/accounts/master-key.ts'
import { receiptOf } from '../../../../src/service/registry/receipts/issue-receipts.ts'
import { affects, feedFolder, type RecordParts } from '../../scans/advisories/support/feed-folder.ts'
import { component } from '../../scans/advisories/support/npm-component.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { rematchWorld } from './rematch-world.ts'

const database = await testDatabase()
const { db } = database
const masterKey = masterKeyFrom(randomBytes(32).toString('hex'))

beforeEach(async () => {
  await db.execute(
    sql`truncate advisory_feeds, advisories, advisory_affected, touched_packages, rematch_inventories,
      package_versions, advisory_matching, inventories, scans, registry_servers, registry_receipts cascade`,
  )
})

const flaw = (id: string, name: string): RecordParts => ({
  id,
  affected: [affects(name, { introduced: '0' })],
  database_specific: { severity: 'HIGH' },
})
const other = flaw('GHSA-other', 'unrelated')

/** A server that no advisory affects, and its current receipt. */
async function receiptedWorld(components = [component('lib', '1.0.0')]) {
  const feed = feedFolder()
  const world = await rematchWorld(database, feed)
  await world.sync([other])
  await world.scanServer('server', components)
  const { id } = await world.serverOf('server')
  await db.execute(sql`update registry_revisions set digest = ${`sha512-${Buffer.alloc(64, 7).toString('base64')}`}`)
  const receipt = async (now = new Date(), advisoryBases = [feed.base]) => {
    const found = await receiptOf({ db, masterKey, publicUrl: 'https://assay.example', advisoryBases }, id, now)
    if (!found) throw new Error('there is no receipt')
    return found
  }
  const syncedAt = async () =>
    (
      await db.execute<{ at: number }>(
        sql`select (extract(epoch from synced_at) * 1000)::float8 as at from advisory_feeds`,
      )
    )[0]?.at
  return {
    world,
    receipt,
    syncedAt,
    dateOf: async (...asked: Parameters<typeof receipt>) =>
      Date.parse((await receipt(...asked)).statement.predicate.advisories.npm?.syncedAt ?? ''),
  }
}

const scanned = Date.parse('2026-01-01T00:00:00.000Z')

describe('the date of the advisories in a receipt', () => {
  it(
    'moves with what the server was compared with, where nothing of it is another: from the end of the ' +
      'matching on, a day at a time',
    async () => {
      const { world, receipt, syncedAt, dateOf } = await receiptedWorld()
      expect(await dateOf()).toBe(scanned)
      await world.rematch()
      const matched = await dateOf()
      expect(matched).toBe(Math.trunc((await syncedAt()) ?? 0))
      const kept = await receipt()
      // Another sync on the same day does not require a new signature. A sync on the next day does, after its packages
      // were matched.
      await db.execute(
        sql`update advisory_feeds set synced_at = date_trunc('day', synced_at, 'UTC') + interval '86399 seconds'`,
      )
      expect(await receipt()).toEqual(kept)
      await db.execute(sql`update advisory_feeds set synced_at = synced_at + interval '1 day'`)
      await db.execute(sql`insert into touched_packages (ecosystem, package_name) values ('npm', 'lib')`)
      expect(await receipt()).toEqual(kept)
      await world.rematch()
      expect(new Date(await dateOf()).toISOString()).toBe(
        `${new Date(matched + 24 * 60 * 60_000).toISOString().slice(0, 10)}T23:59:59.000Z`,
      )
      expect((await receipt()).statement.predicate).toMatchObject({
        score: kept.statement.predicate.score,
        scanId: kept.statement.predicate.scanId,
      })
    },
  )

  it(
    'is that of the scan where the service asks other feeds or matches otherwise, and where its inventory is ' +
      'noted',
    async () => {
      const { world, dateOf } = await receiptedWorld()
      await world.rematch()
      expect(await dateOf(new Date(), ['https://another.example'])).toBe(scanned)
      await db.execute(sql`insert into rematch_inventories (digest, cause) select digest, 'advisory' from inventories`)
      expect(await dateOf()).toBe(scanned)
      await world.rematch()
      expect(await dateOf()).toBeGreaterThan(scanned)
    },
  )

  it('is that of the scan where a component cannot be looked up', async () => {
    const { world, dateOf } = await receiptedWorld([component('x'.repeat(3_000), '1.0.0')])
    await world.rematch()
    expect(await dateOf()).toBe(scanned)
  })

  it('is not ahead of the rest of the receipt', async () => {
    const { world, receipt, dateOf } = await receiptedWorld()
    await world.rematch()
    await db.execute(sql`truncate registry_receipts`)
    await world.sync([other, flaw('GHSA-late', 'lib')])
    expect(await dateOf()).toBe(scanned)
    expect((await receipt()).statement.predicate.vulnerabilities.high).toBe(0)
    await world.rematch()
    expect((await receipt()).statement.predicate.vulnerabilities.high).toBe(1)
    expect(await dateOf()).toBeGreaterThan(scanned)
  })

  it('is of the moment that the score is of, where both change while a receipt is made', async () => {
    const { world, receipt } = await receiptedWorld()
    await world.rematch()
    await db.execute(sql`truncate registry_receipts`)
    await db.execute(sql`insert into rematch_inventories (digest, cause) select digest, 'advisory' from inventories`)
    let made: ReturnType<typeof receipt> | undefined
    await db.transaction(async (tx) => {
      await tx.execute(sql`lock table advisory_feeds in access exclusive mode`)
      made = receipt()
      // The server was read, and the query for advisories waits.
      await vi.waitFor(
        async () =>
          expect(
            await db.execute(sql`select 1 from pg_locks where relation = 'advisory_feeds'::regclass and not granted`),
          ).toHaveLength(1),
        { timeout: 10_000, interval: 20 },
      )
      await tx.execute(sql`update registry_revisions set results = jsonb_set(results, '{vulnerabilities,high}', '1')`)
      await tx.execute(sql`delete from rematch_inventories`)
    })
    const { vulnerabilities, advisories } = (await made)?.statement.predicate ?? {}
    expect([vulnerabilities?.high, Date.parse(advisories?.npm?.syncedAt ?? '')]).toEqual([0, scanned])
    const after = (await receipt()).statement.predicate
    expect(after.vulnerabilities.high).toBe(1)
    expect(Date.parse(after.advisories.npm?.syncedAt ?? '')).toBeGreaterThan(scanned)
  })
})
