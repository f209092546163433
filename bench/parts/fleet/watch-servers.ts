import { setTimeout as pause } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import { parentOf, treeCpuSeconds } from '../workers/tree-cpu.ts'
import type { FleetServers } from './fleet-servers.ts'

const sampleMs = 200
const waits = ['lock', 'notify', 'advisory', 'row', 'lightweight'] as const

/** Figures of the servers over a period. */
export interface ServerFigures {
  readonly seconds: number
  /** CPU time of each server, in seconds. */
  readonly cpu: { readonly primary: number; readonly replica: number; readonly pooler: number }
  /** Mean numbers of sessions that waited, by what they waited for. `lock` contains the next three. */
  readonly waiting: Readonly<Record<(typeof waits)[number], number>>
  /** Mean number of sessions that ran a statement or waited in one. */
  readonly active: number
  /** Largest numbers of connections. */
  readonly connections: { readonly server: number; readonly clients: number; readonly waitingClients: number }
  /** Age of the replayed log of the replica in each sample, in milliseconds, and the distance in bytes. */
  readonly lagMs: readonly number[]
  readonly lagBytes: readonly number[]
  readonly transactions: number
  readonly logBytes: number
}

/** Watches the servers of a fleet until `end`. */
export interface ServerWatch {
  end(): Promise<ServerFigures>
}

interface Sample extends Readonly<Record<(typeof waits)[number], number>> {
  readonly active: number
  readonly server: number
  readonly lagMs: number
  readonly lagBytes: number
}

/** Samples the servers five times per second. */
export async function watchServers({ set, pooler }: FleetServers): Promise<ServerWatch> {
  const [primary, replica] = [session(set.primary.url), session(set.replica.url)]
  // The console of PgBouncer knows neither types nor prepared statements.
  const console = postgres(pooler.consoleUrl, { max: 1, fetch_types: false, prepare: false, onnotice: () => {} })
  const postmasters = await Promise.all([primary, replica].map(postmasterOf))
  const state = async () => ({
    at: performance.now(),
    cpu: [...postmasters, pooler.pid].map((pid) => treeCpuSeconds(pid)),
    ...(await counters(primary)),
  })
  const before = await state()
  const samples: Sample[] = []
  const clients: { readonly all: number; readonly waiting: number }[] = []
  const over = new AbortController()
  const sampling = (async () => {
    while (!over.signal.aborted) {
      samples.push(await sampleOf(primary))
      clients.push(await clientsOf(console))
      await pause(sampleMs)
    }
  })()
  return {
    async end() {
      const after = await state()
      over.abort()
      await sampling
      await Promise.all([primary, replica, console].map((sql) => sql.end({ timeout: 5 })))
      const mean = (key: keyof Sample) => samples.reduce((sum, sample) => sum + sample[key], 0) / samples.length
      const spent = after.cpu.map((seconds, index) => seconds - (before.cpu[index] ?? Number.NaN))
      return {
        seconds: (after.at - before.at) / 1_000,
        cpu: { primary: spent[0] ?? NaN, replica: spent[1] ?? NaN, pooler: spent[2] ?? NaN },
        waiting: {
          lock: mean('lock'),
          notify: mean('notify'),
          advisory: mean('advisory'),
          row: mean('row'),
          lightweight: mean('lightweight'),
        },
        active: mean('active'),
        connections: {
          server: Math.max(...samples.map(({ server }) => server)),
          clients: Math.max(...clients.map(({ all }) => all)),
          waitingClients: Math.max(...clients.map(({ waiting }) => waiting)),
        },
        lagMs: samples.map(({ lagMs }) => lagMs),
        lagBytes: samples.map(({ lagBytes }) => lagBytes),
        transactions: after.transactions - before.transactions,
        logBytes: after.logBytes - before.logBytes,
      }
    },
  }
}

const session = (url: string): Sql =>
  postgres(url, { max: 1, onnotice: () => {}, connection: { application_name: 'watch' } })

/** Returns the process ID of the server of a connection. */
export async function postmasterOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  return parentOf(row?.pid ?? 0)
}

async function counters(sql: Sql): Promise<{ readonly transactions: number; readonly logBytes: number }> {
  const [row] = await sql<{ transactions: number; bytes: number }[]>`
    select (xact_commit + xact_rollback)::float8 as transactions,
      (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as bytes
    from pg_stat_database where datname = current_database()`
  return { transactions: row?.transactions ?? NaN, logBytes: row?.bytes ?? NaN }
}

/** A transaction that notifies locks the whole database as an object (`PreCommit_Notify` in PostgreSQL's async.c). */
async function sampleOf(sql: Sql): Promise<Sample> {
  const [row] = await sql<Sample[]>`
    select count(*) filter (where state = 'active')::int as active,
      count(*) filter (where wait_event_type = 'Lock')::int as lock,
      count(*) filter (where wait_event_type = 'Lock' and wait_event = 'object')::int as notify,
      count(*) filter (where wait_event_type = 'Lock' and wait_event = 'advisory')::int as advisory,
      count(*) filter (where wait_event_type = 'Lock' and wait_event in ('transactionid', 'tuple'))::int as row,
      count(*) filter (where wait_event_type = 'LWLock')::int as lightweight,
      count(*)::int as server,
      coalesce((select max(extract(epoch from replay_lag)) from pg_stat_replication), 0)::float8 * 1000 as "lagMs",
      coalesce((select max(pg_current_wal_lsn() - replay_lsn) from pg_stat_replication), 0)::float8 as "lagBytes"
    from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
  if (!row) throw new Error('the primary returned no sample')
  return row
}

async function clientsOf(console: Sql): Promise<{ readonly all: number; readonly waiting: number }> {
  const rows = await console.unsafe('show pools').simple()
  const sum = (key: string) => rows.reduce((total, row) => total + Number(row[key] ?? 0), 0)
  return { all: sum('cl_active') + sum('cl_waiting'), waiting: sum('cl_waiting') }
}
