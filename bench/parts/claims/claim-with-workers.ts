import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { claimScan } from '../../../src/service/db/scans/claims.ts'
import { type DatabaseClient, openDatabase } from '../../../src/service/db/client.ts'
import type { ScansAtOnce } from '../../../src/settings/scans-at-once.ts'
import { parentOf, treeCpuSeconds } from '../workers/tree-cpu.ts'
import { ticketLine } from './ticket-line.ts'

/** Rate and cost of claims. */
export interface Claims {
  readonly perSecond: number
  /** CPU time of PostgreSQL per claim, which includes the end of the scan, in milliseconds. */
  readonly databaseCpuMs: number
  /** Greatest share of one account minus the smallest, divided by the mean. All accounts have equal rights. */
  readonly unevenness: number
  /** Mean number of running scans. */
  readonly meanRunning: number
}

/** Interval at which the database is asked for the number of running scans. */
const sampleMs = 100

/** Creates accounts with equal rights, and returns their IDs. */
export async function addAccounts(sql: Sql, accounts: number): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`insert into accounts (id, name, plan, webhook_secret_sealed)
    select md5('account ' || n)::uuid, 'account ' || n, 'team', '' from generate_series(1, ${accounts}) n
    returning id`
  return rows.map(({ id }) => id)
}

/** Submits this number of scans for each account, without jobs. */
export async function addWaitingScans(sql: Sql, accounts: number, scansOfAccount: number): Promise<void> {
  await addAccounts(sql, accounts)
  await sql`
    insert into scans (id, account_id, status, url, target, fail_on, stage, percent, source_type, created_at,
    estimated_completion_at)
    select 'scan_' || n || '_' || scan, md5('account ' || n)::uuid, 'pending', 'https://example.com/' || n,
    '{"type":"git"}', 'high', 'queued', 0, 'git', now() - interval '1 hour' + scan * interval '1 second', now()
    from generate_series(1, ${accounts}) n, generate_series(1, ${scansOfAccount}) scan`
  await sql`analyze scans`
}

/**
 * Lets simulated workers claim scans for a number of seconds. Each worker has its own connection, runs one scan at a
 * time, and ends it after `scanMs` milliseconds. As in the service, a ticket that starts a scan is followed by another
 * one after the end of the scan, and a ticket that starts none is used up. Throws if a limit was exceeded.
 */
export async function claimWithWorkers(
  database: DatabaseClient & { readonly url: string },
  {
    workers,
    scanMs,
    seconds,
    atOnce,
  }: { readonly workers: number; readonly scanMs: number; readonly seconds: number; readonly atOnce: ScansAtOnce },
): Promise<Claims> {
  await using fleet = openDatabase(database.url, { maxConnections: workers, applicationName: 'bench' })
  // Connections are opened before the measurement.
  await Promise.all(Array.from({ length: workers }, () => fleet.sql`select pg_sleep(0.5)`))
  const [backend] = await database.sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  const databaseCpu = () => treeCpuSeconds(parentOf(backend?.pid ?? 0))
  const claimed = new Map<string, number>()
  const tickets = ticketLine(workers)
  const over = new AbortController()
  const before = { cpu: databaseCpu(), at: performance.now() }
  setTimeout(() => {
    over.abort()
    tickets.close()
  }, seconds * 1_000)
  const samples = sampleRunning(database.sql, atOnce, over.signal)
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (await tickets.take()) {
        const scan = await claimScan(fleet.db, { ticket: randomUUID() }, { atOnce, now: new Date() })
        if (!scan) continue
        claimed.set(scan.accountId, (claimed.get(scan.accountId) ?? 0) + 1)
        await pause(scanMs)
        await fleet.sql`update scans set status = 'completed', completed_at = now() where id = ${scan.id}`
        tickets.add()
      }
    }),
  )
  const elapsed = (performance.now() - before.at) / 1_000
  const shares = [...claimed.values()]
  const total = shares.reduce((sum, share) => sum + share, 0)
  const running = await samples
  return {
    perSecond: total / elapsed,
    databaseCpuMs: (1_000 * (databaseCpu() - before.cpu)) / total,
    unevenness: ((Math.max(...shares) - Math.min(...shares)) * shares.length) / total,
    meanRunning: running.reduce((sum, count) => sum + count, 0) / running.length,
  }
}

/** Returns how many scans ran at the times of the samples. Throws if more ran than a limit allows. */
async function sampleRunning(sql: Sql, { ofAll, ofAccount }: ScansAtOnce, over: AbortSignal): Promise<number[]> {
  const samples: number[] = []
  while (!over.aborted) {
    const [row] = await sql<{ scans: number; most: number }[]>`
      select coalesce(sum(scans), 0)::int as scans, coalesce(max(scans), 0)::int as most from (
        select count(*) as scans from scans where status = 'scanning' group by account_id
      ) accounts`
    const { scans, most } = row ?? { scans: 0, most: 0 }
    if (scans > ofAll || most > ofAccount) throw new Error(`${scans} scans ran at a time, ${most} of one account`)
    samples.push(scans)
    await pause(sampleMs)
  }
  return samples
}
