import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DatabaseClient, openDatabase } from '../../src/service/db/client.ts'
import { openCluster } from '../../src/service/db/embedded/cluster.ts'
import { migrateDatabase } from '../../src/service/db/migrate.ts'
import { postmasters } from '../service/db/embedded/running.ts'
import { persistently } from './kill-processes.ts'

/** Path of the library in Debian's package `libfaketime`, in the variant for programs with threads. */
export const fakedClockLibrary = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path))

/** A wall clock that can be set, for processes that start with its settings. The monotonic clock is unaffected. */
export interface FakedClock extends Disposable {
  /** Environment variables. */
  readonly settings: Readonly<Record<string, string>>
  /** Sets the offset from the real time. Processes notice it within a second. */
  set(offsetSeconds: number): void
}

export function fakedClock(): FakedClock {
  const folder = mkdtempSync(join(tmpdir(), 'assay-clock-'))
  chmodSync(folder, 0o755)
  const file = join(folder, 'offset')
  const set = (offset: number) => writeFileSync(file, `${offset < 0 ? '' : '+'}${offset}\n`)
  set(0)
  return {
    settings: {
      LD_PRELOAD: fakedClockLibrary ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
    set,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Starts a PostgreSQL that uses such a clock, with a migrated database. It is started directly, because the launcher
 * does not pass environment variables to its server.
 */
export async function databaseByClock(clock: FakedClock): Promise<DatabaseClient & { readonly url: string }> {
  await using stack = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'assay-clock-database-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  chmodSync(folder, 0o755)
  const cluster = await openCluster({ dataDir: join(folder, 'assay'), settings: { max_connections: '200' } })
  const url = cluster.url
  const [pid] = postmasters(folder)
  const [program = '', ...words] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  const { uid, gid } = statSync(cluster.dataFolder)
  await cluster[Symbol.asyncDispose]()
  const server = spawn(program, words, {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...clock.settings },
    uid,
    gid,
    stdio: 'ignore',
  })
  process.once('exit', () => server.kill('SIGKILL'))
  stack.defer(() => ended(server))
  await persistently(() => migrateDatabase(url), Date.now() + 60_000)
  const client = stack.use(openDatabase(url, { maxConnections: 10, applicationName: 'storm' }))
  const running = stack.move()
  return { ...client, url, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = once(server, 'exit')
  server.kill('SIGINT')
  await exit
}
