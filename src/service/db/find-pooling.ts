import { randomInt } from 'node:crypto'
import type { Sql } from 'postgres'
import { answerInTime, DatabaseSilentError } from './answer-in-time.ts'
import { openPool } from './hosts/open-pool.ts'
import type { DatabaseSetting } from './hosts/primary-locator.ts'
import { isDatabaseAway } from './query-error.ts'

/** How a URL leads to its database server: directly, or through a connection pooler in one of its modes. */
export type Pooling = 'none' | 'session' | 'transaction' | 'statement'

/**
 * Number of attempts to see two clients in one session. Other clients may use it in between, and a load balancer may
 * connect the two to different instances of the pooler.
 */
const maxRounds = 10

/** Opens a single connection. Without prepared statements, it works through any pooler. */
function openCheck(url: string, setting: DatabaseSetting): Sql {
  const connection = { application_name: 'assay check' }
  return openPool(url, { max: 1, prepare: false, fetch_types: false, connection, onnotice: () => {} }, setting)
}

/**
 * Detects a connection pooler. A pooler invents the process ID that the server sends when a client connects. In
 * transaction mode, it also lends the session of an idle client to others. In session mode, it never does. In statement
 * mode, it rejects transactions. Changes nothing in the sessions.
 */
export async function findPooling(url: string, setting: DatabaseSetting): Promise<Pooling> {
  const first = openCheck(url, setting)
  try {
    const [sent, actual] = await processIds(first)
    if (sent === actual) return 'none'
    if (!(await allowsTransactions(first))) return 'statement'
    for (let round = 0; round < maxRounds; round += 1) {
      const [, before] = await processIds(first)
      const other = await processOfAnother(url, setting)
      const [, after] = await processIds(first)
      if (other === before || after !== before) return 'transaction'
      // In session mode, the first client may have the last session.
      if (other === undefined) return 'session'
    }
    return 'session'
  } finally {
    await first.end({ timeout: 0 })
  }
}

/**
 * Returns the process that executes the query of a new client. Undefined if the client gets no session in time, or if
 * the pooler rejects it earlier than that, because all sessions are in use.
 */
async function processOfAnother(url: string, setting: DatabaseSetting): Promise<number | undefined> {
  const sql = openCheck(url, setting)
  try {
    const [, actual] = await answerInTime(processIds(sql))
    return actual
  } catch (error) {
    if (error instanceof DatabaseSilentError || isDatabaseAway(error)) return undefined
    throw error
  } finally {
    await sql.end({ timeout: 0 })
  }
}

/**
 * Reports false for PgBouncer in statement mode. It closes the connection of a client that begins a transaction, with
 * or without an error (measured with 1.18), and still executes single statements.
 */
async function allowsTransactions(sql: Sql): Promise<boolean> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      await sql.begin((tx) => tx.unsafe('select 1'))
      return true
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
    }
  }
  // Throws if the pooler is unavailable.
  await sql.unsafe('select 1')
  return false
}

/** Returns the process ID that a connection was told, and the one of the process that executes its query. */
async function processIds(sql: Sql): Promise<readonly [number, number]> {
  const rows = await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid')
  return [rows.state.pid, Number(rows[0]?.pid)]
}

/** Reports whether two URLs lead to the same database of the same server: one of them sees a lock of the other. */
export async function areSameDatabase(url: string, directUrl: string): Promise<boolean> {
  const [pooled, direct] = [openCheck(url, 'DATABASE_URL'), openCheck(directUrl, 'DATABASE_DIRECT_URL')]
  const [space, key] = [randomInt(2 ** 31), randomInt(2 ** 31)]
  try {
    await direct.unsafe(`select pg_advisory_lock(${space}, ${key})`)
    const rows = await pooled.unsafe(`
      select from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where datname = current_database() and locktype = 'advisory' and classid = ${space} and objid = ${key}`)
    return rows.length > 0
  } finally {
    await Promise.all([pooled, direct].map((sql) => sql.end({ timeout: 0 })))
  }
}
