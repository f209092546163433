import { hasPooler, type Pooler, startPooler } from '../../../test/support/pooler.ts'
import { type ReplicaSet, startReplicaSet } from '../../../test/support/replica-set.ts'
import { migrateDatabase } from '../../../src/service/db/migrate.ts'
import { BenchNotReady } from '../../measurement.ts'

/** URLs that each process of the fleet has. */
export interface AddressedUrls {
  /** Leads through the pooler. */
  readonly pooledUrl: string
  /** Leads to the primary. */
  readonly directUrl: string
}

/** A primary with a streaming replica, and PgBouncer in transaction mode in front of the primary. */
export interface FleetServers extends AddressedUrls, AsyncDisposable {
  readonly set: ReplicaSet
  readonly pooler: Pooler
}

/** Settings as in docs/how-to/operations.md. */
const poolerSettings = {
  pool_mode: 'transaction',
  default_pool_size: 100,
  max_client_conn: 6_000,
  query_wait_timeout: 15,
  server_login_retry: 1,
}

/** Starts the servers. Both PostgreSQL servers are durable: they wait for the disk at each commit. */
export async function startFleetServers(maxConnections: number): Promise<FleetServers> {
  if (!hasPooler) throw new BenchNotReady('PgBouncer is not installed. Install it, for example with apt-get.')
  await using stack = new AsyncDisposableStack()
  const set = stack.use(
    await startReplicaSet({ fsync: 'on', full_page_writes: 'on', max_connections: String(maxConnections) }),
  )
  await migrateDatabase(set.primary.url)
  const pooler = stack.use(await startPooler(set.primary.url, poolerSettings))
  const started = stack.move()
  return {
    set,
    pooler,
    pooledUrl: pooler.url,
    directUrl: set.primary.url,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}
