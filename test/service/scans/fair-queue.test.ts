import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import pino from 'pino'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '../../../src/service/accounts/create-account.ts'
import { masterKeyFrom } from '../../../src/service/accounts/master-key.ts'
import { claimScan, isScanWaiting } from '../../../src/service/db/scans/claims.ts'
import type { ScansAtOnce } from '../../../src/settings/scans-at-once.ts'
import { drizzleSql, openDatabase } from '../../../src/service/db/client.ts'
import { findScan } from '../../../src/service/db/scans/scans.ts'
import { lastStartOf } from '../../../src/service/db/scans/start-waiting-scans.ts'
import { openQueue } from '../../../src/service/queue/queue.ts'
import { abandonScan } from '../../../src/service/scans/abandon-scan.ts'
import { cancelScan } from '../../../src/service/scans/cancel-scan.ts'
import { endWithFailure } from '../../../src/service/scans/end-scan.ts'
import { estimateCompletion, queuePositionOf } from '../../../src/service/scans/estimate-completion.ts'
import { requestScan } from '../../../src/service/scans/request-scan.ts'
import { claimingJob, passTurnOn, refillTickets } from '../../../src/service/scans/tickets.ts'
import { testDatabase } from '../../support/test-database.ts'

const log = pino({ level: 'silent' })
const { db, sql, url } = await testDatabase()
const queue = await openQueue({ url, log })
afterAll(() => queue[Symbol.asyncDispose]())
const context = { db, queue, log, announceScanEnd: async () => {} }

const masterKey = masterKeyFrom(randomBytes(32).toString('hex'))
const accountOf = new Map<string, string>()
for (const name of ['a', 'b', 'c'])
  accountOf.set(name, (await createAccount({ db, masterKey }, { name, plan: 'enterprise' }))?.id ?? '')
const nameOf = (accountId: string) => [...accountOf].find(([, id]) => id === accountId)?.[0] ?? ''

const wide: ScansAtOnce = { ofAll: 100, ofAccount: 100 }

async function submit(name: string, more: { priority?: number } = {}) {
  const scan = await requestScan(context, {
    accountId: accountOf.get(name) ?? '',
    url: 'https://www.npmjs.com/package/x',
    target: { type: 'npm', name: 'x', selector: '' },
    failOn: 'high',
    ...more,
  })
  if (typeof scan === 'string') throw new Error(scan)
  return scan
}

let moment = Date.parse('2026-01-01T00:00:00Z')
/** Claims a scan with a new ticket, each a second after the previous one. */
const claim = (atOnce = wide, ticket: string = crypto.randomUUID()) =>
  claimScan(db, { ticket }, { atOnce, now: new Date((moment += 1_000)) })
const claimOf = async (atOnce = wide) => nameOf((await claim(atOnce))?.accountId ?? '')
const end = (scanId: string) =>
  endWithFailure(context, scanId, { code: 'NOTHING_TO_SCAN', message: 'It is the end of a test.' })

/** Takes a ticket from the queue like a worker. Undefined if the queue is empty. */
async function takeTicket(): Promise<string | undefined> {
  const [job] = await sql`delete from pgboss.job where id = (select id from pgboss.job
      where name = 'run-scan' and state = 'created' order by created_on, id limit 1)
      returning data->>'ticket' as ticket`
  return job?.['ticket'] as string | undefined
}

beforeEach(async () => {
  await sql`delete from scans`
  await sql`delete from pgboss.job`
})

describe('whose turn it is', () => {
  it('is of the account with the fewest running, then the one that started longest ago, then the oldest', async () => {
    const first = await submit('a')
    for (let scan = 0; scan < 5; scan += 1) await submit('a')
    await submit('b')
    await submit('b')
    await submit('c')
    expect((await claim())?.id).toBe(first.id)
    const starts = []
    for (let start = 0; start < 8; start += 1) starts.push(await claimOf())
    expect(starts).toEqual(['b', 'c', 'a', 'b', 'a', 'a', 'a', 'a'])
    expect(await claim()).toBeUndefined()
  })

  it('goes round even where one scan runs at a time', async () => {
    for (const name of ['a', 'a', 'a', 'b', 'b', 'c']) await submit(name)
    const starts = []
    for (let scan = await claim({ ofAll: 1, ofAccount: 1 }); scan; scan = await claim({ ofAll: 1, ofAccount: 1 })) {
      starts.push(nameOf(scan.accountId))
      await end(scan.id)
    }
    expect(starts).toEqual(['a', 'b', 'c', 'a', 'b', 'a'])
  })

  it('heeds the priority of a scan among those of its own account only', async () => {
    const late = await submit('a', { priority: -1 })
    const usual = await submit('a')
    const urgent = await submit('a', { priority: 1 })
    await submit('b')
    expect(await Promise.all([late, usual, urgent].map((scan) => queuePositionOf(db, scan)))).toEqual([4, 3, 1])
    expect([(await claim())?.id, await claimOf(), (await claim())?.id, (await claim())?.id]).toEqual([
      urgent.id,
      'b',
      usual.id,
      late.id,
    ])
  })

  it('never comes for an account at its limit, nor for any account when all slots are taken', async () => {
    for (const name of ['a', 'a', 'a', 'b', 'b', 'b']) await submit(name)
    const atOnce = { ofAll: 3, ofAccount: 2 }
    expect([await claimOf(atOnce), await claimOf(atOnce), await claimOf(atOnce), await claim(atOnce)]).toEqual([
      'a',
      'b',
      'a',
      undefined,
    ])
    await end(
      (await sql`select id from scans where status = 'scanning' and account_id = ${accountOf.get('b') ?? ''}`)[0]?.[
        'id'
      ],
    )
    expect([await claimOf(atOnce), await claim(atOnce)]).toEqual(['b', undefined])
    expect(await claimOf({ ofAll: 9, ofAccount: 2 })).toBe('b')
    expect(await claim({ ofAll: 9, ofAccount: 2 })).toBeUndefined()
  })

  it('keeps the limits where many claim at the same moment', async () => {
    for (let scan = 0; scan < 20; scan += 1) for (const name of ['a', 'b']) await submit(name)
    await using another = openDatabase(url, { maxConnections: 8, applicationName: 'another' })
    const claims = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        claimScan(
          index % 2 === 0 ? db : another.db,
          { ticket: crypto.randomUUID() },
          { atOnce: { ofAll: 7, ofAccount: 4 }, now: new Date() },
        ),
      ),
    )
    const started = claims.filter((scan) => scan !== undefined)
    expect(new Set(started.map(({ id }) => id)).size).toBe(7)
    expect(
      Object.values(Object.groupBy(started, ({ accountId }) => accountId))
        .map((ofAccount) => ofAccount?.length)
        .toSorted(),
    ).toEqual([3, 4])
  })

  it('keeps the limits, and gives equal shares, where 50 claim and end scans at the same time', async () => {
    const [names, ofEach, atOnce] = [['a', 'b', 'c'], 40, { ofAll: 9, ofAccount: 4 }]
    for (let scan = 0; scan < ofEach; scan += 1) for (const name of names) await submit(name)
    await using another = openDatabase(url, { maxConnections: 20, applicationName: 'another' })
    const running: string[] = []
    const started: string[] = []
    const exceeded: string[] = []
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        while (started.length < names.length * ofEach) {
          const scan = await claimScan(another.db, { ticket: crypto.randomUUID() }, { atOnce, now: new Date() })
          if (!scan) {
            await pause(5)
            continue
          }
          const name = nameOf(scan.accountId)
          started.push(name)
          running.push(name)
          const ofAccount = running.filter((other) => other === name).length
          if (running.length > atOnce.ofAll || ofAccount > atOnce.ofAccount)
            exceeded.push(`${running.length} scans, ${ofAccount} of ${name}`)
          await pause(3)
          running.splice(running.indexOf(name), 1)
          await sql`update scans set status = 'completed', completed_at = now() where id = ${scan.id}`
        }
      }),
    )
    expect(exceeded).toEqual([])
    expect(await sql`select 1 from scans where attempts <> 1`).toHaveLength(0)
    // All three had scans waiting in the first half.
    const half = started.slice(0, started.length / 2)
    for (const name of names)
      expect(Math.abs(half.filter((other) => other === name).length - half.length / 3)).toBeLessThanOrEqual(4)
  }, 60_000)

  it('stays with the ticket that had it: a job that is tried again gets its scan again', async () => {
    for (const name of ['a', 'b', 'b']) await submit(name)
    const ticket = crypto.randomUUID()
    const first = await claim(wide, ticket)
    const again = await claim({ ofAll: 1, ofAccount: 1 }, ticket)
    expect([again?.id, again?.attempts]).toEqual([first?.id, 2])
    await end(first?.id ?? '')
    expect(await claimOf()).toBe('b')
  })

  it('comes for what a version before tickets has left, by the name of a scan', async () => {
    const [running, waiting] = [await submit('a'), await submit('b')]
    await sql`update scans set status = 'scanning', started_at = now(), attempts = 1 where id = ${running.id}`
    const job = claimingJob({ scanId: running.id })
    const again = () => claimScan(db, job, { atOnce: { ofAll: 1, ofAccount: 1 }, now: new Date() })
    expect([(await again())?.id, (await again())?.attempts]).toEqual([running.id, 3])
    await abandonScan(context, { scanId: running.id }, { failure: { value: { message: 'job heartbeat timeout' } } })
    expect(await findScan(db, running.accountId, running.id)).toMatchObject({
      status: 'failed',
      errorCode: 'SCANNER_CRASHED',
    })
    expect((await claimScan(db, claimingJob({ scanId: 'scan_gone' }), { atOnce: wide, now: new Date() }))?.id).toBe(
      waiting.id,
    )
  })
})

it('the last start of an account is one entry of an index', async () => {
  const accountId = accountOf.get('a') ?? ''
  const [row] = await db.transaction(async (tx) => {
    // The table of the test is too small to decide.
    await tx.execute(drizzleSql`set local enable_seqscan = off`)
    return tx.execute(drizzleSql`explain (format json) select ${lastStartOf(drizzleSql`${accountId}::uuid`)}`)
  })
  expect(JSON.stringify(row)).toMatch(/"Scan Direction":"Backward","Index Name":"scans_started"/)
})

describe('estimates for the queue', () => {
  it('is the place at which scans really start', async () => {
    const names = ['a', 'a', 'a', 'b', 'a', 'c', 'b', 'a', 'c', 'c', 'a']
    const submitted = []
    for (const name of names) submitted.push(await submit(name))
    await claim()
    await claim()
    const waiting = (await Promise.all(submitted.map((scan) => findScan(db, scan.accountId, scan.id)))).filter(
      (scan) => scan?.status === 'pending',
    )
    const told = new Map<string, number>()
    for (const scan of waiting) if (scan) told.set(scan.id, await queuePositionOf(db, scan))
    const starts: string[] = []
    for (let scan = await claim(); scan; scan = await claim()) starts.push(scan.id)
    expect(starts.map((id) => told.get(id))).toEqual(starts.map((_, index) => index + 1))
  })

  it('does not put an account’s one scan behind another’s hundred', async () => {
    for (let scan = 0; scan < 100; scan += 1) await submit('a')
    await claim()
    await claim()
    const from = new Date()
    const estimated = async (name: string) =>
      (await estimateCompletion(db, { accountId: accountOf.get(name) ?? '', sourceType: 'npm', from })).getTime() -
      from.getTime()
    // Scans take 10 s each, and two run at the same time.
    expect([await estimated('b'), await estimated('a')]).toEqual([20_000, 510_000])
    expect(await queuePositionOf(db, await submit('b'))).toBe(1)
  })
})

describe('tickets', () => {
  it('of an account at its limit end within seconds, and one that waits is enough afterwards', async () => {
    const accountId = accountOf.get('a') ?? ''
    await sql`insert into scans (id, account_id, status, url, target, source_type, fail_on, stage, percent,
      estimated_completion_at)
      select 'scan_' || number, ${accountId}, 'pending', 'x', '{}', 'npm', 'high', 'queued', 0, now()
      from generate_series(1, 1000) number`
    const atOnce = { ofAll: 64, ofAccount: 2 }
    const running = [await claim(atOnce), await claim(atOnce)]
    const startedAt = performance.now()
    for (let ticket = 0; ticket < 1_000; ticket += 1) expect(await claim(atOnce)).toBeUndefined()
    expect(performance.now() - startedAt).toBeLessThan(60_000)
    await end(running[0]?.id ?? '')
    await passTurnOn(context)
    expect(await claim(atOnce, await takeTicket())).toBeDefined()
  }, 90_000)

  it('are created again when a worker starts, one for each waiting scan, unless they exist', async () => {
    for (const name of ['a', 'b', 'c']) await submit(name)
    await sql`delete from pgboss.job`
    for (let start = 0; start < 3; start += 1) await refillTickets(context, 2)
    expect([await takeTicket(), await takeTicket(), await takeTicket()]).toEqual([
      expect.any(String),
      expect.any(String),
      undefined,
    ])
  })

  it('are never missing: whatever is submitted, ends, crashes or is cancelled, all is worked in the end', async () => {
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ do: fc.constant('submit' as const), which: fc.constantFrom('a', 'b', 'c') }),
      },
      { weight: 5, arbitrary: fc.record({ do: fc.constant('take' as const), which: fc.constant('') }) },
      {
        weight: 4,
        arbitrary: fc.record({
          do: fc.constantFrom(
            'end' as const,
            'end and crash' as const,
            'crash' as const,
            'abandon' as const,
            'cancel' as const,
            'remove' as const,
          ),
          which: fc.nat(50).map(String),
        }),
      },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 40 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 2 }),
        async (steps, ofAll, ofAccount) => {
          await sql`delete from scans`
          await sql`delete from pgboss.job`
          const atOnce = { ofAll, ofAccount }
          /** Tickets of workers with a running scan, and of jobs that will be retried. */
          const working = new Map<string, string>()
          const retried: string[] = []
          const work = async (ticket: string) => {
            const scan = await claim(atOnce, ticket)
            if (scan) working.set(ticket, scan.id)
          }
          const finish = async (ticket: string) => {
            working.delete(ticket)
            await passTurnOn(context)
          }
          for (const { do: what, which } of steps) {
            if (what === 'submit') await submit(which)
            else if (what === 'take') {
              const ticket = retried.shift() ?? (await takeTicket())
              if (ticket !== undefined) await work(ticket)
            } else if (what === 'cancel' || what === 'remove') {
              const rows = await sql`select id, account_id from scans order by created_at, id`
              const row = rows[Number(which) % Math.max(1, rows.length)]
              const scan = row && (await findScan(db, row['account_id'], row['id']))
              if (scan) await cancelScan(context, scan)
            } else {
              const [ticket, scanId] = [...working][Number(which) % Math.max(1, working.size)] ?? []
              if (ticket === undefined || scanId === undefined) continue
              if (what === 'end' || what === 'end and crash') await end(scanId)
              if (what === 'end') await finish(ticket)
              if (what === 'abandon') await abandonScan(context, { ticket }, { failure: undefined })
              if (what !== 'end') working.delete(ticket)
              if (what === 'crash' || what === 'end and crash') retried.push(ticket)
            }
            const running = await sql`select account_id, count(*)::int as scans from scans where status = 'scanning'
                  group by account_id`
            expect(running.reduce((sum, { scans }) => sum + Number(scans), 0)).toBeLessThanOrEqual(ofAll)
            for (const { scans } of running) expect(scans).toBeLessThanOrEqual(ofAccount)
          }
          // From here on, every worker finishes its work.
          for (;;) {
            for (const [ticket, scanId] of working) {
              await end(scanId)
              await finish(ticket)
            }
            const ticket = retried.shift() ?? (await takeTicket())
            if (ticket === undefined && working.size === 0) break
            if (ticket !== undefined) await work(ticket)
          }
          expect(await isScanWaiting(db)).toBe(false)
          expect(await sql`select 1 from scans where status = 'scanning'`).toHaveLength(0)
        },
      ),
      { numRuns: 12, endOnFailure: true },
    )
  }, 120_000)
})
