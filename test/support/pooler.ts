import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const startMs = 10_000

/** True if this machine has PgBouncer. */
export const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0

/** A running PgBouncer in front of a database server. */
export interface Pooler extends AsyncDisposable {
  /** URL of the database behind the pooler. */
  readonly url: string
  /** URL of the admin console of PgBouncer. */
  readonly consoleUrl: string
  /** Process ID of the running pooler. */
  readonly pid: number
  stop(): Promise<void>
  /** Starts the stopped pooler again, on its port. */
  start(): Promise<void>
}

/** Starts PgBouncer in front of the database of a URL. It accepts any password. */
export async function startPooler(serverUrl: string, settings: Record<string, string | number>): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-pooler-'))
  const [port, database] = [await unusedPort(), new URL(serverUrl)]
  const all = {
    ...settings,
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    ...(process.getuid?.() === 0 && { user: 'nobody' }),
  }
  const { hostname, username, password } = database
  const server = `host=${hostname} port=${database.port} user=${username} password=${password}`
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(join(folder, 'pooler.ini'), ['[databases]', `* = ${server}`, '[pgbouncer]', ...lines, ''].join('\n'))
  let child: ChildProcess | undefined
  const pooler: Pooler = {
    url: at(serverUrl, port).href,
    consoleUrl: Object.assign(at(serverUrl, port), { pathname: '/pgbouncer' }).href,
    get pid() {
      return child?.pid ?? 0
    },
    async start() {
      const started = spawn('pgbouncer', [join(folder, 'pooler.ini')], { stdio: ['ignore', 'ignore', 'pipe'] })
      child = started
      let log = ''
      started.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
      for (const until = performance.now() + startMs; !log.includes('process up'); await pause(20)) {
        if (started.exitCode !== null || performance.now() > until) throw new Error(`PgBouncer did not start:\n${log}`)
      }
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    async [Symbol.asyncDispose]() {
      await pooler.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await pooler.start()
  } catch (error) {
    await pooler[Symbol.asyncDispose]()
    throw error
  }
  return pooler
}

/** Returns the URL of the same database at another port of this machine. */
function at(serverUrl: string, port: number): URL {
  return Object.assign(new URL(serverUrl), { host: `127.0.0.1:${port}` })
}

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}
