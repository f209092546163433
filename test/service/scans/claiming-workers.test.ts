import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { type DatabaseClient, openDatabase } from '../../../src/service/db/client.ts'
import { claimScan } from '../../../src/service/db/scans/claims.ts'
import type { ScansAtOnce } from '../../../src/settings/scans-at-once.ts'
import { testDatabase } from '../../support/test-database.ts'
import { scanAccounts } from './support/waiting-scans.ts'

const { db, sql, url } = await testDatabase()
const { names, idOf, addScans } = await scanAccounts({ db, sql })

const claim = ({ db }: DatabaseClient, atOnce: ScansAtOnce) =>
  claimScan(db, { ticket: randomUUID() }, { atOnce, now: new Date() })
const end = (scanId: string) =>
  sql`update scans set status = 'completed', completed_at = now() where id = ${scanId} and status = 'scanning'`

beforeEach(async () => {
  await sql`delete from scans`
  await sql`delete from scan_claims`
})

describe('many workers', () => {
  const atOnce = { ofAll: 9, ofAccount: 4 }
  /** Runs until the signal, and returns numbers of running scans above the limits in consistent snapshots. */
  async function watchLimits(over: AbortSignal): Promise<string[]> {
    const exceeded: string[] = []
    while (!over.aborted) {
      const running = await sql`select account_id, count(*)::int as scans from scans where status = 'scanning'
        group by account_id`
      const total = running.reduce((sum, { scans }) => sum + Number(scans), 0)
      if (total > atOnce.ofAll) exceeded.push(`${total} scans`)
      for (const { scans } of running) if (scans > atOnce.ofAccount) exceeded.push(`${scans} scans of an account`)
      await pause(2)
    }
    return exceeded
  }

  it('keep the limits and complete every scan, although their connections are ended all the time', async () => {
    for (const name of names) await addScans(name, 30)
    await addScans('registry', 5)
    await using fleet = openDatabase(url, { maxConnections: 24, applicationName: 'claiming' })
    let [kills, retries] = [0, 0]
    const over = new AbortController()
    const watching = watchLimits(over.signal)
    const killing = (async () => {
      while (!over.signal.aborted) {
        const killed = await sql`select pg_terminate_backend(pid) from (select pid from pg_stat_activity
          where application_name = 'claiming' and datname = current_database() order by random() limit 2) claiming`
        kills += killed.length
        await pause(10)
      }
    })()
    /** Repeats attempts like the queue, until one does not fail. */
    const claimPatiently = async () => {
      const ticket = randomUUID()
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await claimScan(fleet.db, { ticket }, { atOnce, now: new Date(), onlyItsOwn: attempt > 1 })
        } catch {
          retries += 1
        }
      }
    }
    await Promise.all(
      Array.from({ length: 24 }, async () => {
        while ((await sql`select 1 from scans where status in ('pending', 'scanning') limit 1`).length > 0) {
          const scan = await claimPatiently()
          await pause(3)
          if (scan) await end(scan.id)
        }
      }),
    )
    over.abort()
    expect(await watching).toEqual([])
    await killing
    expect(kills).toBeGreaterThan(20)
    expect(retries).toBeGreaterThan(5)
    expect(await sql`select 1 from scans where status <> 'completed'`).toHaveLength(0)
    expect(await sql`select 1 from scan_claims`).toHaveLength(0)
  }, 120_000)

  it('start scans of accounts with equal rights equally often, and those of the registry last', async () => {
    for (const name of names) await addScans(name, 60)
    await addScans('registry', 5)
    await using fleet = openDatabase(url, { maxConnections: 24, applicationName: 'claiming' })
    const over = new AbortController()
    const watching = watchLimits(over.signal)
    const started: string[] = []
    await Promise.all(
      Array.from({ length: 24 }, async () => {
        while (started.length < names.length * 60 + 5) {
          const scan = await claim(fleet, atOnce)
          if (scan) started.push(scan.accountId)
          await pause(3)
          if (scan) await end(scan.id)
        }
      }),
    )
    over.abort()
    expect(await watching).toEqual([])
    expect(started.slice(-5)).toEqual(Array.from({ length: 5 }, () => idOf('registry')))
    // All accounts had waiting scans until then.
    const most = started.slice(0, 200)
    for (const name of names) {
      const share = most.filter((other) => other === idOf(name)).length / (most.length / names.length)
      expect(Math.abs(share - 1)).toBeLessThanOrEqual(0.1)
    }
  }, 120_000)
})
