import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { register } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { noteGithubAnswer } from '../../../../src/service/github/metrics.ts'
import { type OperationsServer, startOperationsServer } from '../../../../src/service/operations/operations-server.ts'
import { operationsContextOf } from '../../../../src/service/startup/start-operations.ts'
import { watchBackups } from '../../../../src/service/operations/backup/watch-backups.ts'
import { jobs } from '../../../../src/service/queue/jobs.ts'
import { createDiskSpace } from '../../../../src/engine/sources/disk-space.ts'
import { caller, testApi } from '../../../support/test-api.ts'

const api = await testApi()
const log = pino({ level: 'silent' })
let isStopping = false
let freeBytes = async () => 5_000_000_000
const backups = watchBackups({ db: api.db, check: 'archive', isEmbedded: false, backup: undefined })
let server: OperationsServer
beforeAll(async () => {
  server = await startOperationsServer(
    operationsContextOf({
      db: api.db,
      queue: api.queue,
      advisoryBases: ['https://osv.example'],
      diskRoom: createDiskSpace({ folder: '/', log, measure: () => freeBytes() }),
      log,
      backups,
      isStopping: () => isStopping,
    }),
    { host: '127.0.0.1', port: 0 },
  )
})
afterAll(() => server[Symbol.asyncDispose]())

/** Returns samples by name and labels, as written in the text. */
async function scraped(): Promise<Map<string, number>> {
  const response = await fetch(`${server.address}/metrics`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

/** Returns the response status for an unmodified request target, which `fetch` would normalize. */
async function statusOf(target: string): Promise<number> {
  const { hostname, port } = new URL(server.address)
  const socket = connect(Number(port), hostname).end(
    `GET ${target} HTTP/1.1\r\nhost: operations.example\r\nconnection: close\r\n\r\n`,
  )
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await text(socket))?.[1])
}

/** Database gauges are cached for five seconds. */
const later = { timeout: 12_000, interval: 500 }

describe('the metrics', () => {
  it('are not served where the API is', async () => {
    expect((await api.anonymous('GET', '/metrics')).status).toBe(404)
  })

  it('count requests by the pattern of their path, never by what callers wrote', async () => {
    const { call } = await api.account('alice')
    await call('GET', '/api/v1/scans/scan_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')
    await call('GET', '/api/v1/scans/scan_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb')
    await api.anonymous('GET', '/nobody/serves/this')
    await api.anonymous('GET', '/api/v1/nor/this')
    const samples = await vi.waitFor(async () => {
      const samples = await scraped()
      expect(samples.get('assay_http_requests_total{route="none",method="GET",status="404"}')).toBeGreaterThanOrEqual(2)
      return samples
    })
    expect(samples.get('assay_http_requests_total{route="/api/v1/scans/:scanId",method="GET",status="404"}')).toBe(2)
    expect(samples.get('assay_http_request_duration_seconds_count{route="/api/v1/scans/:scanId"}')).toBe(2)
    expect([...samples.keys()].filter((sample) => /scan_a|nobody|nor\/this/.test(sample))).toEqual([])
  })

  it('tell what waits and runs in the queue, a series for every job', async () => {
    await api.queue.enqueue(api.db, 'tidy-accounts', {}, { key: 'all' })
    await api.queue.enqueue(
      api.db,
      'check-claim',
      { claimId: randomUUID() },
      { startAfter: new Date(Date.now() + 60_000) },
    )
    await api.sql`update pgboss.job set created_on = now() - interval '2 minutes',
      start_after = now() - interval '2 minutes' where name = 'tidy-accounts'`
    await vi.waitFor(async () => {
      const samples = await scraped()
      expect(samples.get('assay_jobs_waiting{job="tidy-accounts"}')).toBe(1)
      expect(samples.get('assay_job_oldest_wait_seconds{job="tidy-accounts"}')).toBeGreaterThan(115)
      expect(samples.get('assay_jobs_waiting{job="check-claim"}')).toBe(0)
      expect([...samples.keys()].filter((sample) => sample.startsWith('assay_jobs_running{'))).toHaveLength(
        Object.keys(jobs).length,
      )
    }, later)
  }, 20_000)

  it('tell the age of advisories, what they are matched with, the pool, the process and the calls left', async () => {
    await api.sql`insert into touched_packages (ecosystem, package_name) values ('npm', 'one'), ('npm', 'two')`
    await api.sql`insert into advisory_feeds (base, ecosystem, synced_at, newest_modified, records, unreadable,
        last_attempt_at) values ('https://osv.example', 'npm', now() - interval '2 hours', now(), 5, 0, now())`
    noteGithubAnswer(200, { 'x-ratelimit-remaining': '4000', 'x-ratelimit-resource': 'core' })
    noteGithubAnswer(200, { 'x-ratelimit-remaining': '17', 'x-ratelimit-resource': 'core' })
    noteGithubAnswer(403, { 'x-ratelimit-remaining': '4900', 'x-ratelimit-resource': 'made up by somebody' })
    await vi.waitFor(async () => {
      const samples = await scraped()
      expect(samples.get('assay_advisory_age_seconds{ecosystem="npm"}')).toBeGreaterThan(7_100)
      expect(samples.get('assay_touched_packages')).toBe(2)
      expect(samples.get('assay_github_budget_remaining{resource="core"}')).toBe(17)
      expect(samples.get('assay_github_budget_remaining{resource="other"}')).toBe(4_900)
      expect(samples.get('assay_database_up')).toBe(1)
      expect(samples.get('assay_database_connections_most')).toBeGreaterThan(10)
      expect(samples.get('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0)
      expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    }, later)
  }, 20_000)

  it('tell what room the disk has, and nothing where it does not say', async () => {
    const sample = 'assay_disk_free_bytes{folder="data"}'
    expect((await scraped()).get(sample)).toBe(5_000_000_000)
    freeBytes = async () => Promise.reject(new Error('EIO'))
    await vi.waitFor(async () => expect((await scraped()).has(sample)).toBe(false), later)
    freeBytes = async () => 6_000_000_000
    await vi.waitFor(async () => expect((await scraped()).get(sample)).toBe(6_000_000_000), later)
  }, 30_000)

  it('count the problems of backups that /readyz lists there, and nowhere else', async () => {
    const archive = expect.stringMatching(/archive_mode is off/)
    expect((await scraped()).get('assay_backup_problems')).toBe(1)
    const { json } = await caller(server.address, {})('GET', '/readyz')
    expect(json).toMatchObject({ backup: { lastArchivedAt: null }, problems: expect.arrayContaining([archive]) })
    const { json: published } = await api.anonymous('GET', '/readyz')
    expect(published).not.toHaveProperty('backup')
    expect(published).toMatchObject({ problems: expect.not.arrayContaining([archive]) })
  })

  it('of the process and its disk are served while the database hangs, and so is that fact', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
    const locking = api.sql.begin(async (sql) => {
      await sql`lock table advisory_feeds in access exclusive mode`
      lock()
      await released
    })
    await locked
    try {
      await vi.waitFor(async () => {
        const samples = await scraped()
        expect(samples.get('assay_database_up')).toBe(0)
        expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
        expect(samples.get('assay_disk_free_bytes{folder="data"}')).toBe(6_000_000_000)
      }, later)
      expect(await caller(server.address, {})('GET', '/readyz')).toMatchObject({
        status: 503,
        json: { status: 'unavailable', problems: ['The database cannot be reached.'] },
      })
    } finally {
      release()
      await locking
    }
    await vi.waitFor(async () => expect((await scraped()).get('assay_database_up')).toBe(1), later)
  }, 40_000)

  it('have few series, whatever comes', async () => {
    const samples = await scraped()
    expect(samples.size).toBeLessThan(1_500)
    for (const { name } of await register.getMetricsAsJSON())
      expect(name).toMatch(/^(assay|process|nodejs)_[a-z0-9_]+$/)
  })
})

describe('the probes of a process', () => {
  it('answer, and say when it stops', async () => {
    const probe = caller(server.address, {})
    expect(await probe('GET', '/healthz')).toMatchObject({ status: 200, json: { status: 'ok' } })
    expect(await probe('GET', '/readyz')).toMatchObject({ status: 200, json: { status: 'ready' } })
    isStopping = true
    expect(await probe('GET', '/readyz')).toMatchObject({ status: 503, json: { status: 'stopping' } })
    expect(await probe('GET', '/anything')).toMatchObject({ status: 404 })
    expect(await probe('POST', '/metrics')).toMatchObject({ status: 404 })
    expect(await probe('GET', '/healthz?probe=1')).toMatchObject({ status: 200 })
  })

  it('stand what is no address', async () => {
    for (const target of ['//', '*', '/%ff', '__proto__', 'constructor'])
      expect([400, 404], target).toContain(await statusOf(target))
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200)
  })
})
