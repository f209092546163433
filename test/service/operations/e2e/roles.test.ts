import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startReceiver } from '../../webhooks/receiver.ts'
import { type AssayProcess, startAssay } from '../../../support/assay-process.ts'
import { examplePackages } from '../../../support/example-packages.ts'
import { type NpmStandIn, startNpmStandIn } from '../../../support/npm-stand-in.ts'
import { flawedPackageAdvisory, pythonPackageAdvisory, writeOsvFeed } from '../../../support/osv-feed.ts'
import { caller } from '../../../support/test-api.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { trustedCertificate } from '../../../support/tls-certificate.ts'

/** Processes of both roles use one PostgreSQL that neither of them starts. */
const { sql, url } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'assay-roles-'))
const feed = writeOsvFeed({ npm: [flawedPackageAdvisory], PyPI: [pythonPackageAdvisory] })
/** Delay of the registry by path, in milliseconds. */
const delays = new Map<string, number>()
const certificate = await trustedCertificate()
const running: AssayProcess[] = []
let registry: NpmStandIn
let settings: Record<string, string>
let web: AssayProcess
let call: ReturnType<typeof caller>

beforeAll(async () => {
  registry = await startNpmStandIn(examplePackages, { delayMs: (path) => delays.get(path) ?? 0 })
  writeFileSync(join(folder, 'authority.pem'), certificate.cert)
  settings = {
    DATABASE_URL: url,
    ASSAY_SECRET: randomBytes(32).toString('hex'),
    npm_config_registry: registry.url,
    ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32,webhook=127.0.0.1/32',
    OSV_URL: feed.url,
    METRICS_PORT: '0',
    PUBLIC_URL: 'https://assay.example',
    NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
  }
  web = await start('web')
  call = caller(web.address, { 'x-api-key': web.key ?? '' })
})
afterEach(() => delays.clear())
afterAll(async () => {
  await Promise.all(running.map((process) => process.end('SIGKILL')))
  await registry.close()
  feed.remove()
  rmSync(folder, { recursive: true, force: true })
})

async function start(role: 'web' | 'worker'): Promise<AssayProcess> {
  const started = await startAssay({ ...settings, ASSAY_DATA_DIR: join(folder, `${role}-${running.length}`) }, [
    process.execPath,
    'assay.js',
    role,
  ])
  running.push(started)
  return started
}

const operationsOf = (one: AssayProcess) =>
  /"address":"(\S+?)","msg":"metrics and probes started"/.exec(one.log())?.[1] ?? ''

async function submit(name: string, more: object = {}): Promise<string> {
  const { status, json, text } = await call('POST', '/api/v1/scans/url', {
    url: `https://www.npmjs.com/package/${name}`,
    force: true,
    ...more,
  })
  expect(status, text).toBe(202)
  return String(json.data.scanId)
}

const scanOf = async (scanId: string) =>
  (await call('GET', `/api/v1/scans/${scanId}`)).json.data as {
    status: string
    verdict?: string
    progress: { stage: string }
  }
const untilEnded = (scanId: string) =>
  vi.waitFor(async () => expect((await scanOf(scanId)).status).toBe('completed'), { timeout: 60_000, interval: 100 })
const untilAt = (scanId: string, stage: string) =>
  vi.waitFor(async () => expect((await scanOf(scanId)).progress.stage).toBe(stage), { timeout: 40_000, interval: 50 })

describe('processes of both roles on one database', () => {
  it('share the work: one serves, the others work off what it takes in', async () => {
    const workers = [await start('worker'), await start('worker')]
    const ids: string[] = []
    for (let count = 0; count < 12; count += 1) ids.push(await submit('server'))
    for (const id of ids) await untilEnded(id)
    const started = workers.map((worker) => worker.log().split('"msg":"scan started"').length - 1)
    expect(started.reduce((sum, count) => sum + count, 0)).toBe(ids.length)
    for (const count of started) expect(count).toBeGreaterThan(0)
    expect(web.log()).not.toContain('scan started')
    for (const one of [web, ...workers]) {
      expect(await (await fetch(`${operationsOf(one)}/readyz`)).json()).toMatchObject({ status: 'ready' })
    }
    const metrics = await (await fetch(`${operationsOf(workers[0] as AssayProcess)}/metrics`)).text()
    expect(metrics).toMatch(new RegExp(`^assay_scans_ended_total\\{outcome="fail"\\} ${started[0]}$`, 'm'))
    expect(metrics).toMatch(/^assay_scan_stage_seconds_count\{stage="components"\} \d+$/m)
    expect(metrics).toMatch(
      /^assay_detector_seconds_count\{detector="vulnerable-dependencies",status="succeeded"\} \d+$/m,
    )
    expect(metrics).toMatch(/^assay_job_attempts_total\{job="run-scan",outcome="done"\} \d+$/m)
    for (const worker of workers) expect(await worker.end('SIGTERM')).toBe(0)
  }, 180_000)

  it('stop a worker in order: nothing new, seven seconds for scans, then back to the queue uncounted', async () => {
    const worker = await start('worker')
    delays.set('middle', 300_000)
    const scanId = await submit('server')
    await untilAt(scanId, 'components')
    const stopped = performance.now()
    const end = worker.end('SIGTERM')
    await pause(1_000)
    const later = await submit('fine')
    expect(await (await fetch(`${operationsOf(worker)}/readyz`)).json()).toEqual({ status: 'stopping' })
    expect(await end).toBe(0)
    const seconds = (performance.now() - stopped) / 1_000
    expect(seconds).toBeGreaterThan(6)
    expect(seconds).toBeLessThan(25)
    expect(worker.log().split('"msg":"scan started"').length - 1).toBe(1)
    expect((await scanOf(later)).status).toBe('pending')
    expect((await scanOf(scanId)).status).toBe('scanning')
    const [job] = await sql`select state::text, retry_count as tried, retry_limit as tries, start_after <= now() as due
        from pgboss.job j join scans s on s.ticket::text = j.data->>'ticket' where s.id = ${scanId}`
    expect(job).toEqual({ state: 'retry', tried: 0, tries: 6, due: true })

    delays.clear()
    const next = await start('worker')
    await untilEnded(scanId)
    await untilEnded(later)
    expect(await next.end('SIGTERM')).toBe(0)
  }, 180_000)

  it('stop a web process in order: streams end with where to go on, and another process goes on there', async () => {
    const other = await start('web')
    const worker = await start('worker')
    delays.set('middle', 8_000)
    const scanId = await submit('server')
    const events = (address: string, last?: string) =>
      fetch(`${address}/api/v1/scans/${scanId}/events`, {
        headers: { 'x-api-key': web.key ?? '', ...(last !== undefined && { 'last-event-id': last }) },
      })
    const stream = await events(other.address)
    await untilAt(scanId, 'components')
    await pause(300)
    const stopped = performance.now()
    const end = other.end('SIGTERM')
    const text = await stream.text()
    expect(await end).toBe(0)
    expect(performance.now() - stopped).toBeLessThan(10_000)
    const [, last = ''] = /id: (\d+)\nretry: \d+\n\n$/.exec(text) ?? []
    expect(Number(last)).toBeGreaterThan(0)
    const rest = await (await events(web.address, last)).text()
    const idsOf = (part: string) => [...part.matchAll(/^id: (\d+)\nevent: /gm)].map(([, id]) => Number(id))
    const all = [...idsOf(text), ...idsOf(rest)]
    expect(all).toEqual(all.map((_id, index) => index + 1))
    expect(rest).toContain('event: end')
    await worker.end('SIGTERM')
  }, 120_000)

  it('let a delivery that is under way come to its end, once', async () => {
    const worker = await start('worker')
    let isAnswered = false
    await using receiver = await startReceiver(
      certificate,
      (_received, response) =>
        void setTimeout(() => {
          isAnswered = true
          response.end()
        }, 4_000),
    )
    const scanId = await submit('fine', { webhook: receiver.url })
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(0), { timeout: 40_000, interval: 50 })
    expect(await worker.end('SIGTERM')).toBe(0)
    expect(isAnswered).toBe(true)
    await untilEnded(scanId)
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(ids.length)
    const rows = await sql`select status, attempts from webhook_deliveries where url = ${receiver.url} and attempts > 0`
    expect(rows.length).toBe(ids.length)
    for (const row of rows) expect(row).toEqual({ status: 'delivered', attempts: 1 })
  }, 120_000)
})
