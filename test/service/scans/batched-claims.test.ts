import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Database, drizzleSql } from '../../../src/service/db/client.ts'
import { addRequest, answerRequests, lockStarts } from '../../../src/service/db/scans/claim-requests.ts'
import { claimScan } from '../../../src/service/db/scans/claims.ts'
import { startWaitingScans } from '../../../src/service/db/scans/start-waiting-scans.ts'
import { tidyScans } from '../../../src/service/scans/tidy-scans.ts'
import type { ScansAtOnce } from '../../../src/settings/scans-at-once.ts'
import { testDatabase } from '../../support/test-database.ts'
import { scanAccounts } from './support/waiting-scans.ts'

const { db, sql } = await testDatabase()
const { names, idOf, addScans } = await scanAccounts({ db, sql })

const wide: ScansAtOnce = { ofAll: 100, ofAccount: 100 }
const claim = (ticket: string, { atOnce = wide, onlyItsOwn = false } = {}) =>
  claimScan(db, { ticket }, { atOnce, now: new Date(), onlyItsOwn })

const scanOf = async (ticket: string) => (await sql`select id from scans where ticket = ${ticket}`)[0]?.['id']
const requests = () => sql`select is_answered, scan_id from scan_claims`

/** A transaction that stays open until `end` is called. */
async function heldTransaction(work: (tx: Database) => Promise<void>) {
  const [ready, ends] = [Promise.withResolvers<Database>(), Promise.withResolvers<void>()]
  const ended = db.transaction(async (tx) => {
    await work(tx)
    ready.resolve(tx)
    await ends.promise
  })
  const end = async () => {
    ends.resolve()
    await ended
  }
  onTestFinished(end)
  void ended.catch(ready.reject)
  return { tx: await ready.promise, end }
}
const isPending = (promise: Promise<unknown>) => Promise.race([promise.then(() => false), pause(150).then(() => true)])
/** Waits until this number of requests is stored. */
const requested = (count: number) =>
  expect.poll(async () => (await requests()).length, { timeout: 10_000, interval: 10 }).toBe(count)

beforeEach(async () => {
  await sql`delete from scans`
  await sql`delete from scan_claims`
})

describe('a batch', () => {
  it('starts what its tickets would have claimed one after the other', async () => {
    const accountState = fc.record({
      waiting: fc.nat(6),
      urgent: fc.nat(6),
      running: fc.nat(4),
      lastStart: fc.option(fc.nat(5)),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(accountState, { minLength: 1, maxLength: names.length }),
        fc.record({ waiting: fc.nat(4), running: fc.nat(2) }),
        fc.integer({ min: 1, max: 14 }),
        fc.record({
          ofAll: fc.integer({ min: 1, max: 16 }),
          ofAccount: fc.integer({ min: 1, max: 6 }),
          besideRegistry: fc.integer({ min: 1, max: 12 }),
        }),
        async (states, ofRegistry, tickets, atOnce) => {
          await sql`delete from scans`
          await addScans('registry', ofRegistry.waiting + ofRegistry.running)
          await sql`update scans set status = 'scanning', started_at = now()
            where created_at <= '2026-01-01'::timestamptz + ${ofRegistry.running} * interval '1 second'`
          for (const [index, { waiting, urgent, running, lastStart }] of states.entries()) {
            const name = names[index] ?? ''
            await addScans(name, waiting + running + 1)
            await sql`update scans set priority = 1 where id = ${`${name}${urgent}`}`
            await sql`update scans set status = 'scanning', started_at = '2026-01-02' where account_id = ${idOf(name)}
              and created_at <= '2026-01-01'::timestamptz + ${running} * interval '1 second'`
            // An ended scan determines the last start.
            await sql`update scans set status = 'completed',
              started_at = '2026-01-02'::timestamptz + ${lastStart} * interval '1 minute'
              where id = ${`${name}${running + 1}`}`
          }
          const claimed = async (sizes: readonly number[]) => {
            const started: string[] = []
            await db
              .transaction(async (tx) => {
                for (const [number, size] of sizes.entries()) {
                  const batch = Array.from({ length: size }, () => randomUUID())
                  const now = new Date(Date.UTC(2026, 5, 1, 0, 0, number))
                  const { scanIds, isComplete } = await startWaitingScans(tx, batch, { atOnce, now })
                  expect(isComplete).toBe(true)
                  started.push(...batch.flatMap((ticket) => scanIds.get(ticket) ?? []))
                }
                tx.rollback()
              })
              .catch(() => {})
            return started
          }
          expect(await claimed([tickets])).toEqual(await claimed(Array.from({ length: tickets }, () => 1)))
        },
      ),
      { numRuns: 60 },
    )
  }, 120_000)

  it.each(['current', 'old'])(
    'reads as many rows of an account with 1,000 waiting scans as with 20, with %s statistics',
    async (statistics) => {
      await sql`alter table scans set (autovacuum_enabled = off)`
      const rowsRead = async (scansOfAccount: number) => {
        await sql`delete from scans`
        await addScans('e', 4_000)
        await sql`update scans set status = 'completed', started_at = now()`
        await sql`vacuum analyze scans`
        for (const name of ['a', 'b']) await addScans(name, scansOfAccount)
        if (statistics === 'current') await sql`analyze scans`
        return db.transaction(async (tx) => {
          const counted = async () => {
            const [row] = await tx.execute<{ rows: number }>(drizzleSql`
              select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'scans'`)
            return row?.rows ?? NaN
          }
          await tx.execute(drizzleSql`set local enable_seqscan = off`)
          await lockStarts(tx, { waits: true })
          // The counts include earlier transactions of the connection.
          const before = await counted()
          await startWaitingScans(tx, [randomUUID(), randomUUID(), randomUUID()], { atOnce: wide, now: new Date() })
          return (await counted()) - before
        })
      }
      expect(await rowsRead(1_000)).toBeLessThanOrEqual((await rowsRead(20)) + 5)
    },
  )

  it('skips a scan that is being canceled', async () => {
    for (const name of ['a', 'b']) await addScans(name, 1)
    const canceling = await heldTransaction(async (tx) => {
      await tx.execute(drizzleSql`update scans set status = 'failed' where id = 'a1'`)
    })
    const start = () => startWaitingScans(db, [randomUUID(), randomUUID()], { atOnce: wide, now: new Date() })
    const whileLocked = await start()
    expect([[...whileLocked.scanIds.values()], whileLocked.isComplete]).toEqual([['b1'], false])
    await addScans('c', 1)
    await canceling.end()
    const afterwards = await start()
    expect([[...afterwards.scanIds.values()], afterwards.isComplete]).toEqual([['c1'], true])
  })
})

it('a worker makes few attempts while the next scan is locked for long', async () => {
  await addScans('a', 1)
  await sql`create sequence attempts`
  await sql.unsafe(`create function count_attempt() returns trigger language plpgsql as
    $$ begin perform nextval('attempts'); return null; end $$`)
  await sql`create trigger count_attempt after insert on scan_claims execute function count_attempt()`
  onTestFinished(async () => {
    await sql`drop sequence attempts`
    await sql`drop function count_attempt cascade`
  })
  const removing = await heldTransaction(async (tx) => {
    await tx.execute(drizzleSql`delete from scans`)
  })
  const claiming = claim(randomUUID())
  await pause(1_500)
  const [counted] = await sql`select last_value::int as attempts from attempts`
  expect(counted?.['attempts']).toBeLessThan(15)
  await removing.end()
  expect(await claiming).toBeUndefined()
})

it('a worker waits while the next scan is being canceled', async () => {
  await addScans('a', 2)
  const canceling = await heldTransaction(async (tx) => {
    await tx.execute(drizzleSql`update scans set status = 'failed' where id = 'a1'`)
  })
  const claiming = claim(randomUUID())
  expect(await isPending(claiming)).toBe(true)
  await canceling.end()
  expect((await claiming)?.id).toBe('a2')
  expect(await requests()).toEqual([])
})

describe('a worker that does not get the lock', () => {
  it('gets the answer of the worker that has it', async () => {
    await addScans('a', 1)
    const [first, second] = [randomUUID(), randomUUID()]
    const starting = await heldTransaction(async (tx) => {
      await lockStarts(tx, { waits: false })
      await pause(100)
    })
    const claims = [claim(first), claim(second)]
    await requested(2)
    await starting.end()
    expect((await Promise.all(claims)).map((scan) => scan?.id).toSorted()).toEqual(['a1', undefined])
    expect(await requests()).toEqual([])
  })

  it('takes another scan if its own was canceled before it read the answer', async () => {
    await addScans('a', 2)
    const ticket = randomUUID()
    let claiming: ReturnType<typeof claim> | undefined
    const starting = await heldTransaction(async (tx) => {
      await lockStarts(tx, { waits: false })
      claiming = claim(ticket)
      await requested(1)
      const { scanIds } = await startWaitingScans(tx, [ticket], { atOnce: wide, now: new Date() })
      await answerRequests(tx, [{ ticket, scanId: scanIds.get(ticket) }])
      await tx.execute(drizzleSql`update scans set status = 'failed', completed_at = now() where id = 'a1'`)
    })
    await starting.end()
    expect((await claiming)?.id).toBe('a2')
  })

  it('gets nothing if a later attempt of its job has withdrawn the request', async () => {
    await addScans('a', 1)
    const ticket = randomUUID()
    const starting = await heldTransaction(async (tx) => {
      await lockStarts(tx, { waits: false })
    })
    const claiming = claim(ticket)
    await requested(1)
    expect(await claim(ticket, { onlyItsOwn: true })).toBeUndefined()
    const outcome = expect(claiming).rejects.toThrow('withdrawn')
    await starting.end()
    await outcome
    expect(await scanOf(ticket)).toBeUndefined()
  })

  it('fails if a crash of the database emptied the table, so that its job is retried and finds the scan', async () => {
    await addScans('a', 1)
    const ticket = randomUUID()
    const starting = await heldTransaction(async (tx) => {
      await lockStarts(tx, { waits: false })
    })
    const outcome = expect(claim(ticket)).rejects.toThrow('lost in a crash')
    await requested(1)
    const { scanIds } = await startWaitingScans(starting.tx, [ticket], { atOnce: wide, now: new Date() })
    await answerRequests(starting.tx, [{ ticket, scanId: scanIds.get(ticket) }])
    await starting.tx.execute(drizzleSql`delete from scan_claims`)
    await starting.end()
    await outcome
    expect(await claim(ticket, { onlyItsOwn: true })).toMatchObject({ id: 'a1', ticket })
  })
})

describe('a worker that dies before it reads its answer', () => {
  it('leaves the scan to the next attempt of its job', async () => {
    await addScans('a', 1)
    await addScans('b', 1)
    const ticket = randomUUID()
    await addRequest(db, ticket)
    const own = await claim(randomUUID())
    expect(await scanOf(ticket)).toBeDefined()
    const again = await claim(ticket, { atOnce: { ofAll: 1, ofAccount: 1 }, onlyItsOwn: true })
    expect([own?.id, again?.id].toSorted()).toEqual(['a1', 'b1'])
    expect(again).toMatchObject({ ticket, attempts: 2, status: 'scanning' })
    expect(await requests()).toEqual([])
  })

  it('gets no scan after its job was retried, or could have been', async () => {
    await addScans('a', 3)
    const [retried, old] = [randomUUID(), randomUUID()]
    await addRequest(db, retried)
    expect(await claim(retried, { onlyItsOwn: true })).toBeUndefined()
    await addRequest(db, old)
    await sql`update scan_claims set requested_at = now() - interval '2 seconds'`
    await claim(randomUUID())
    expect([await scanOf(retried), await scanOf(old)]).toEqual([undefined, undefined])
    expect(await requests()).toHaveLength(1)
    await tidyScans(db)
    expect(await requests()).toHaveLength(1)
    await sql`update scan_claims set requested_at = now() - interval '2 hours'`
    await tidyScans(db)
    expect(await requests()).toHaveLength(0)
  })
})

it('waits for a worker of an earlier version, which holds the lock for each claim', async () => {
  await addScans('a', 5)
  const atOnce = { ofAll: 2, ofAccount: 2 }
  const earlier = await heldTransaction(async (tx) => {
    await tx.execute(drizzleSql`select pg_advisory_xact_lock(${0x5343_414e})`)
  })
  const claims = Array.from({ length: 2 }, () => claim(randomUUID(), { atOnce }))
  expect(await isPending(Promise.race(claims))).toBe(true)
  await earlier.tx.execute(drizzleSql`update scans set status = 'scanning' where id = 'a5'`)
  await earlier.end()
  expect((await Promise.all(claims)).map((scan) => scan?.id).toSorted()).toEqual(['a1', undefined])
})
