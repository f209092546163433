import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { openDatabase } from '../../../src/service/db/client.ts'
import { openQueue } from '../../../src/service/queue/queue.ts'
import { testDatabase } from '../../support/test-database.ts'

const { url, sql } = await testDatabase()
const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0

const Pooler = z.object({
  kind: z.literal('Pooler'),
  spec: z.object({ pgbouncer: z.object({ poolMode: z.string(), parameters: z.record(z.string(), z.string()) }) }),
})

/** Returns the settings of the pooler in the manifest. */
function manifestSettings(): Record<string, string> {
  const file = readFileSync('deploy/kubernetes/cloudnative-pg/postgres.yaml', 'utf8')
  const [pooler] = parseAllDocuments(file).flatMap((document) => Pooler.safeParse(document.toJS()).data ?? [])
  if (!pooler) throw new Error('the manifest has no pooler')
  return { ...pooler.spec.pgbouncer.parameters, pool_mode: pooler.spec.pgbouncer.poolMode }
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

/** Starts PgBouncer in front of the test database. Returns the URL of the database there. */
async function startPooler(settings: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-pooler-'))
  const [port, database] = [await unusedPort(), new URL(url)]
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
  const pooler = spawn('pgbouncer', [join(folder, 'pooler.ini')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  pooler.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  onTestFinished(async () => {
    pooler.kill('SIGKILL')
    if (pooler.exitCode === null && pooler.signalCode === null) await once(pooler, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })
  await vi.waitFor(() => expect(log).toContain('process up'), { timeout: 10_000, interval: 20 })
  database.host = `127.0.0.1:${port}`
  return database.href
}

it.skipIf(!isInstalled)('the database and the queue work through PgBouncer as the manifest sets it up', async () => {
  const pooled = await startPooler(manifestSettings())
  await using client = openDatabase(pooled, { maxConnections: 2, applicationName: 'pooled' })
  expect([...(await client.sql`select current_setting('application_name') as name`)]).toEqual([{ name: 'pooled' }])
  await using queue = await openQueue({ url: pooled, log: pino({ level: 'silent' }) })
  const done: unknown[] = []
  await queue.work('abandon-scan', async (payload) => void done.push(payload))
  await queue.enqueue(client.db, 'abandon-scan', { scanId: 'scan_pooled' })
  await vi.waitFor(() => expect(done).toEqual([{ scanId: 'scan_pooled' }]), { timeout: 8_000, interval: 20 })
})

it.skipIf(!isInstalled)('PgBouncer without the setting for startup parameters rejects connections', async () => {
  const { ignore_startup_parameters: ignored, ...settings } = manifestSettings()
  expect(ignored).toBe('plan_cache_mode')
  await using client = openDatabase(await startPooler(settings), { maxConnections: 1, applicationName: 'pooled' })
  await expect(client.sql`select 1`).rejects.toThrow(/unsupported startup parameter: plan_cache_mode/)
})

it('the manifest sets the ignored parameter for the role', async () => {
  const file = readFileSync('deploy/kubernetes/cloudnative-pg/postgres.yaml', 'utf8')
  const [, role = ''] = /- (alter role assay set plan_cache_mode = .+)/.exec(file) ?? []
  expect(role).not.toBe('')
  const name = `pooled_${process.pid}`
  await sql.unsafe(`create role ${name}`)
  onTestFinished(async () => void (await sql.unsafe(`drop role ${name}`)))
  await sql.unsafe(role.replace('assay', name))
  expect([...(await sql`select rolconfig from pg_roles where rolname = ${name}`)]).toEqual([
    { rolconfig: ['plan_cache_mode=force_custom_plan'] },
  ])
})
