import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { type Cluster, openCluster } from '../../src/service/db/embedded/cluster.ts'
import type { ServerSettings } from '../../src/service/db/embedded/settings.ts'

/** A primary PostgreSQL server and a streaming replica of it. Both run until the disposal. */
export interface ReplicaSet extends AsyncDisposable {
  readonly primary: Cluster
  readonly replica: Cluster
  /** Stops a server that belongs to the set. */
  stop(server: Cluster): Promise<void>
  /** Starts the stopped replica again, on its port. */
  restartReplica(): Promise<void>
  /** Makes the replica a primary, and resolves when it accepts writes. */
  promote(): Promise<void>
  /** Starts another primary from the files of the stopped replica, as a restore to an earlier time does. */
  restore(): Promise<Cluster>
  /** Waits until the replica has replayed everything that the primary has written. */
  caughtUp(): Promise<void>
}

/** Not durable: the data is deleted at the end. */
const settings: ServerSettings = { fsync: 'off', full_page_writes: 'off', max_connections: '120' }

/**
 * Starts the embedded PostgreSQL twice: a primary, and a replica that is copied from it and streams its log.
 *
 * @param more settings of both servers.
 */
export async function startReplicaSet(more: ServerSettings = {}): Promise<ReplicaSet> {
  await using stack = new AsyncDisposableStack()
  const primaryFolder = newFolder(stack, 'primary')
  const replicaFolder = newFolder(stack, 'replica')
  const primary = stack.use(await openCluster({ dataDir: primaryFolder, settings: { ...settings, ...more } }))
  await copyCluster(primary, primaryFolder, replicaFolder)
  const { hostname, port, username, password } = new URL(primary.url)
  const openReplica = () =>
    openCluster({
      dataDir: replicaFolder,
      settings: {
        ...settings,
        ...more,
        primary_conninfo:
          `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)} ` +
          'application_name=replica',
        wal_retrieve_retry_interval: '200ms',
      },
    })
  const replica = stack.use(await openReplica())
  const running = stack.move()
  return {
    primary,
    replica,
    stop: (server) => server[Symbol.asyncDispose](),
    restartReplica: async () => void running.use(await openReplica()),
    promote: () => withServer(replica.url, async (sql) => void (await sql`select pg_promote(true, 30)`)),
    restore: async () => {
      const restored = newFolder(running, 'restored')
      for (const name of ['data', 'password'])
        cpSync(join(replicaFolder, 'postgres', name), join(restored, 'postgres', name), { recursive: true })
      // PostgreSQL rejects a folder that other users can read.
      chmodSync(join(restored, 'postgres/data'), 0o700)
      rmSync(join(restored, 'postgres/data/standby.signal'))
      return running.use(await openCluster({ dataDir: restored, settings: { ...settings, ...more } }))
    },
    caughtUp: () => untilReplayed(primary.url, replica.url),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

function newFolder(stack: AsyncDisposableStack, name: string): string {
  const created = mkdtempSync(join(tmpdir(), `assay-${name}-`))
  stack.defer(() => rmSync(created, { recursive: true, force: true }))
  return created
}

/** Copies a running cluster as in PostgreSQL 18, section 25.3.4, and marks the copy as a replica. */
async function copyCluster(primary: Cluster, from: string, to: string): Promise<void> {
  await withServer(primary.url, async (sql) => {
    await sql`select pg_backup_start('replica', true)`
    const source = primary.dataFolder
    const room = join(to, 'postgres')
    cpSync(source, join(room, 'data'), {
      recursive: true,
      filter: (path) => !/\/(?:postmaster\.(?:pid|opts)|pg_wal\/.+|pg_replslot\/.+)$/.test(path),
    })
    const [label] = await sql`select labelfile from pg_backup_stop(false)`
    writeFileSync(join(room, 'data/backup_label'), String(label?.['labelfile']), { mode: 0o600 })
    writeFileSync(join(room, 'data/standby.signal'), '', { mode: 0o600 })
    writeFileSync(join(room, 'password'), readFileSync(join(from, 'postgres/password')), { mode: 0o600 })
  })
}

async function untilReplayed(primaryUrl: string, replicaUrl: string): Promise<void> {
  const position = await withServer(primaryUrl, async (sql) => {
    const [row] = await sql`select pg_current_wal_insert_lsn()::text as position`
    return String(row?.['position'])
  })
  await withServer(replicaUrl, async (sql) => {
    for (;;) {
      const [row] = await sql`select pg_last_wal_replay_lsn() >= ${position}::text::pg_lsn as replayed`
      if (row?.['replayed'] === true) return
      await pause(5)
    }
  })
}

async function withServer<Result>(url: string, use: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await use(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Returns one URL with the hosts of several servers, which selects the one that accepts writes. */
export function severalHosts(urls: readonly string[], target = 'read-write'): string {
  const [first = ''] = urls
  const hosts = urls.map((url) => new URL(url).host).join(',')
  return `${first.replace(new URL(first).host, hosts)}?target_session_attrs=${target}`
}
