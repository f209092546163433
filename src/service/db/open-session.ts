import postgres, { type Sql } from 'postgres'
import { openPool } from './hosts/open-pool.ts'

type PoolOptions = NonNullable<Parameters<typeof postgres<Record<string, never>>>[1]>

/**
 * Time to connect, in seconds. The default of postgres.js is 30 s. Callers wait for a session, and an attempt that a
 * server never answers delays the next one.
 */
const maxConnectSeconds = 5

/** Direct URLs by the options of their pools. */
const directUrls = new WeakMap<object, string>()

/** Records the URL of a pool's database without the connection pooler that the pool uses. */
export function registerDirectUrl(pool: Sql, url: string): void {
  directUrls.set(pool.options, url)
}

/**
 * Opens one connection that keeps its session, for LISTEN and for locks that outlast a transaction. It leads to the
 * database of a pool, and past a connection pooler in transaction mode. Such a pooler would give the session to others.
 */
export function openSession(pool: Pick<Sql, 'options'>, options: PoolOptions = {}): Sql {
  const url = directUrls.get(pool.options)
  const lasting = { max: 1, idle_timeout: 0, max_lifetime: 0, connect_timeout: maxConnectSeconds }
  if (url === undefined) return postgres({ ...pool.options, ...lasting, ...options } as object)
  const connection = { application_name: String(pool.options.connection?.application_name), TimeZone: 'UTC' }
  return openPool(url, { connection, onnotice: () => {}, ...lasting, ...options }, 'DATABASE_DIRECT_URL')
}
