import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { claimScan } from '../../../src/service/db/scans/claims.ts'
import { type DatabaseClient, openDatabase } from '../../../src/service/db/client.ts'
import type { ScansAtOnce } from '../../../src/settings/scans-at-once.ts'
import { parentOf, treeCpuSeconds } from '../workers/tree-cpu.ts'

/** Rate and cost of claims. */
export interface Claims {
  readonly perSecond: number
  /** CPU time of PostgreSQL per claim, which includes the end of the scan, in milliseconds. */
  readonly databaseCpuMs: number
  /** Greatest share of one account minus the smallest, divided by the mean. All accounts have equal rights. */
  readonly unevenness: number
  /** Greatest number of scans of one account that ran at a time. */
  readonly mostOfAccount: number
}

/** Submits this number of scans for each account, without jobs. */
export async function addWaitingScans(sql: Sql, accounts: number, scansOfAccount: number): Promise<void> {
  await sql`insert into accounts (id, name, plan, webhook_secret_sealed)
    select md5('account ' || n)::uuid, 'account ' || n, 'team', '' from generate_series(1, ${accounts}) n`
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
 * time, and ends it after `scanMs` milliseconds.
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
  const running = new Map<string, number>()
  let mostOfAccount = 0
  const before = { cpu: databaseCpu(), at: performance.now() }
  const isOver = () => performance.now() - before.at > seconds * 1_000
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (!isOver()) {
        const scan = await claimScan(fleet.db, { ticket: randomUUID() }, { atOnce, now: new Date() })
        if (!scan) {
          await pause(10)
          continue
        }
        const { accountId, id } = scan
        claimed.set(accountId, (claimed.get(accountId) ?? 0) + 1)
        running.set(accountId, (running.get(accountId) ?? 0) + 1)
        mostOfAccount = Math.max(mostOfAccount, running.get(accountId) ?? 0)
        await pause(scanMs)
        running.set(accountId, (running.get(accountId) ?? 0) - 1)
        await fleet.sql`update scans set status = 'completed', completed_at = now() where id = ${id}`
      }
    }),
  )
  const elapsed = (performance.now() - before.at) / 1_000
  const shares = [...claimed.values()]
  const total = shares.reduce((sum, share) => sum + share, 0)
  return {
    perSecond: total / elapsed,
    databaseCpuMs: (1_000 * (databaseCpu() - before.cpu)) / total,
    unevenness: ((Math.max(...shares) - Math.min(...shares)) * shares.length) / total,
    mostOfAccount,
  }
}
