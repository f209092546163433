import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { renameSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openCluster } from '../../../src/service/db/embedded/cluster.ts'
import { type AssayProcess, dataFolder, runAssay, startAssay } from '../../support/assay-process.ts'
import { bombTarball, examplePackages } from '../../support/example-packages.ts'
import { type NpmStandIn, startNpmStandIn } from '../../support/npm-stand-in.ts'
import { flawedPackageAdvisory, pythonPackageAdvisory, writeOsvFeed } from '../../support/osv-feed.ts'
import { processesNaming } from '../../support/processes.ts'
import { caller } from '../../support/test-api.ts'

// Some tests create a database and scan, which takes half a minute on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const pageOf = (name: string) => `https://www.npmjs.com/package/${name}`
const folder = dataFolder()
const feed = writeOsvFeed({ npm: [flawedPackageAdvisory], PyPI: [pythonPackageAdvisory] })
/** Delay of the registry by path, in milliseconds. */
const delays = new Map<string, number>()
let registry: NpmStandIn
let settings: Record<string, string>

beforeAll(async () => {
  registry = await startNpmStandIn(
    { ...examplePackages, 'bomb@1.0.0': { tarball: await bombTarball(1) } },
    { delayMs: (path) => delays.get(path) ?? 0 },
  )
  settings = {
    ASSAY_DATA_DIR: folder.path,
    npm_config_registry: registry.url,
    ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32',
    OSV_URL: feed.url,
  }
})
afterAll(async () => {
  await registry.close()
  folder.remove()
  feed.remove()
})

interface ScanData {
  readonly scanId: string
  readonly coverage: { readonly detectors: unknown[]; readonly gaps: string[]; readonly advisories: object }
}

/** Submits a URL and polls until the scan has ended. */
async function scanned(call: ReturnType<typeof caller>, url: string, within = 30_000) {
  const submitted = await call('POST', '/api/v1/scans/url', { url })
  expect(submitted.status, submitted.text).toBe(202)
  return ended(call, String(submitted.json.data.scanId), within)
}

async function ended(call: ReturnType<typeof caller>, scanId: string, within: number) {
  return vi.waitFor(
    async () => {
      const { json } = await call('GET', `/api/v1/scans/${scanId}`)
      expect(json.data.status).toMatch(/completed|failed/)
      return json.data as object as ScanData
    },
    { timeout: within, interval: 50 },
  )
}

describe('a service that is started for the first time', () => {
  let service: AssayProcess
  let call: ReturnType<typeof caller>
  beforeAll(async () => {
    service = await startAssay(settings)
    call = caller(service.address, { 'x-api-key': service.key ?? '' })
  })

  it('prints where it serves, the secrets of the account local, and requests that work as they stand', () => {
    const out = service.out()
    expect(out).toMatch(/^Assay is running at http:\/\/127\.0\.0\.1:\d+\n/)
    expect(out).toMatch(/API key +mcp_[A-Za-z0-9]{8}_[A-Za-z0-9]{32}\n/)
    expect(out).toMatch(/Webhook secret +whsec_\S+\n/)
    const [link = '', token = 'none'] = /http:\/\/127\.0\.0\.1:\d+\/login#([\w-]{43})\n/.exec(out) ?? []
    expect(link).toContain(service.address)
    expect(service.log()).not.toContain(token)
    expect(service.log()).not.toContain(service.key?.slice(13))
    const curl = /curl -s \S+\/scans\/url (?:.*\\\n)+.*/.exec(out)?.[0] ?? ''
    const answer = JSON.parse(execFileSync('sh', ['-c', curl], { encoding: 'utf8' }))
    expect(answer).toMatchObject({ success: true, data: { status: 'pending' } })
  })

  it('scans a package to a score, a grade and findings with their evidence', async () => {
    const scan = await scanned(call, pageOf('server/v/1.0.0'))
    expect(scan).toMatchObject({
      status: 'completed',
      verdict: 'fail',
      progress: { stage: 'finished', percent: 100 },
      source: {
        type: 'npm',
        canonicalUrl: pageOf('server'),
        revision: '1.0.0',
        digest: expect.stringMatching(/^sha512-/),
      },
      results: {
        securityScore: 54,
        grade: 'D',
        partial: false,
        vulnerabilities: { critical: 1, high: 0, medium: 0, low: 0, info: 0, total: 1 },
      },
      coverage: {
        gaps: [],
        isolation: { kind: expect.stringMatching(/child-process/), bounds: expect.arrayContaining(['10 s per file']) },
        components: { total: 4 },
        advisories: { npm: { syncedAt: expect.any(String), newestModified: '2025-01-14T10:12:15.000Z' } },
      },
    })
    expect(scan.coverage.detectors).toEqual(
      [
        'configuration',
        'dangerous-flows',
        'exposed-servers',
        'leaked-secrets',
        'supply-chain',
        'tool-definitions',
        'vulnerable-dependencies',
        'weak-calls',
      ].map((id) => expect.objectContaining({ id, status: 'succeeded' })),
    )
    const { json } = await call('GET', `/api/v1/scans/${scan.scanId}/vulnerabilities`)
    expect(json.data.vulnerabilities).toEqual([
      expect.objectContaining({
        severity: 'critical',
        category: 'dependency',
        state: 'new',
        component: expect.objectContaining({
          name: 'flawed',
          version: '0.0.8',
          direct: false,
          dev: false,
          introducedBy: [{ manifest: 'package.json', path: ['server@1.0.0', 'middle@2.1.0', 'flawed@0.0.8'] }],
        }),
        advisory: expect.objectContaining({
          id: 'GHSA-aaaa-bbbb-cccc',
          aliases: ['CVE-2021-00001'],
          fixedVersion: '1.2.6',
        }),
      }),
    ])
  })

  it('knows a finding again, with the time at which it was first seen', async () => {
    const states = async () => {
      const scan = await scanned(call, pageOf('server'))
      const { json } = await call('GET', `/api/v1/scans/${scan.scanId}/vulnerabilities`)
      return (json.data.vulnerabilities as { state: string; firstSeenAt: string }[]).map(({ state, firstSeenAt }) => ({
        state,
        firstSeenAt,
      }))
    }
    const [first] = await states()
    expect(await states()).toEqual([{ state: 'existing', firstSeenAt: first?.firstSeenAt }])
  })

  it.each([
    [
      'a package without known flaws',
      'fine',
      { status: 'completed', verdict: 'pass', results: { grade: 'A+', securityScore: 100 } },
    ],
    [
      'an unknown package',
      'nobody-has-this',
      { status: 'failed', verdict: 'error', error: { code: 'SOURCE_NOT_FOUND' } },
    ],
    ['a version that does not exist', 'server/v/9.9.9', { status: 'failed', error: { code: 'SOURCE_NOT_FOUND' } }],
    ['an archive that is a bomb', 'bomb', { status: 'failed', error: { code: 'SOURCE_TOO_LARGE' } }],
  ])('ends %s with a clear result', async (_what, name, outcome) => {
    expect(await scanned(call, pageOf(name))).toMatchObject(outcome)
  })

  it('outlives a database connection that dies inside a transaction', async () => {
    await using cluster = await openCluster({ dataDir: folder.path })
    const sql = postgres(cluster.url, { max: 2, onnotice: () => {} })
    let submitted: ReturnType<typeof call> | undefined
    await sql.begin(async (tx) => {
      await tx`lock table scans in share row exclusive mode`
      submitted = call('POST', '/api/v1/scans/url', { url: pageOf('fine') })
      const waiting = () =>
        sql`select pid from pg_stat_activity where application_name = 'assay' and wait_event_type = 'Lock'`
      await vi.waitFor(async () => expect(await waiting()).not.toHaveLength(0), { timeout: 5_000 })
      for (const { pid } of await waiting()) await sql`select pg_terminate_backend(${pid})`
    })
    await sql.end()
    expect(await submitted).toMatchObject({ status: 503, json: { error: { code: 'OVERLOADED' } } })
    expect(await scanned(call, pageOf('fine'))).toMatchObject({ verdict: 'pass' })
  })

  it('is whole after all of this, and stops in order', async () => {
    expect(await scanned(call, pageOf('fine'))).toMatchObject({ verdict: 'pass' })
    expect(await service.end('SIGTERM')).toBe(0)
    await vi.waitFor(() => expect(processesNaming(folder.path)).toEqual([]), { timeout: 10_000 })
  })
})

describe('a service that is started again', () => {
  it('shows no secrets, finishes a scan during which it was killed, and leaves no Postgres behind', async () => {
    const [first] = [await startAssay(settings)]
    expect(first.out()).not.toContain('mcp_')
    const made = await runAssay(['keys', 'create', '--name', 'second', '--account', 'local', '--json'], settings)
    const { key } = JSON.parse(made.out)

    delays.set('middle', 120_000)
    const call = caller(first.address, { 'x-api-key': key })
    // An earlier result would be reused without reading the registry's other packages.
    const { json } = await call('POST', '/api/v1/scans/url', { url: pageOf('server'), force: true })
    const scanId = String(json.data.scanId)
    await vi.waitFor(
      async () =>
        expect((await call('GET', `/api/v1/scans/${scanId}`)).json.data).toMatchObject({
          status: 'scanning',
          progress: { stage: 'components' },
        }),
      { timeout: 20_000, interval: 50 },
    )
    expect(await first.end('SIGKILL')).toBeNull()
    await vi.waitFor(() => expect(processesNaming(folder.path)).toEqual([]), { timeout: 10_000 })

    delays.clear()
    const second = await startAssay(settings)
    const scan = await ended(caller(second.address, { 'x-api-key': key }), scanId, 30_000)
    expect(scan).toMatchObject({ status: 'completed', verdict: 'fail' })
    await second.end('SIGKILL')
    await vi.waitFor(() => expect(processesNaming(folder.path)).toEqual([]), { timeout: 10_000 })
  }, 120_000)
})

describe('a first start that fails', () => {
  it('keeps the secrets for the start that works', { timeout: 120_000 }, async () => {
    const fresh = dataFolder()
    const blocker = createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    const port = String((blocker.address() as AddressInfo).port)
    const failed = await runAssay(['serve'], { ...settings, ASSAY_DATA_DIR: fresh.path, PORT: port })
    expect(failed.code).toBe(4)
    expect(failed.err).toContain(`Port ${port} of 127.0.0.1 is in use by another program. Set PORT`)
    blocker.close()
    const service = await startAssay({ ...settings, ASSAY_DATA_DIR: fresh.path })
    expect(service.key).toMatch(/^mcp_/)
    await service.end('SIGTERM')
    fresh.remove()
  })
})

describe('a database whose master key is gone', () => {
  it('is not opened with another one, and opens again with its own', { timeout: 120_000 }, async () => {
    const fresh = dataFolder()
    const own = { ...settings, ASSAY_DATA_DIR: fresh.path }
    expect((await runAssay(['migrate'], own)).code).toBe(0)
    renameSync(`${fresh.path}/secret`, `${fresh.path}/elsewhere`)
    expect(await runAssay(['migrate'], own)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`ASSAY_SECRET: The file ${fresh.path}/secret is missing`),
    })
    expect(await runAssay(['migrate'], { ...own, ASSAY_SECRET: 'x'.repeat(40) })).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not the secret that this database was created with'),
    })
    renameSync(`${fresh.path}/elsewhere`, `${fresh.path}/secret`)
    expect((await runAssay(['migrate'], own)).code).toBe(0)
    fresh.remove()
  })
})

describe('a service whose advisory feed cannot be reached', () => {
  it('says partial, never A, and names the setting', async () => {
    const fresh = dataFolder()
    const service = await startAssay({ ...settings, ASSAY_DATA_DIR: fresh.path, OSV_URL: 'https://osv.invalid' })
    const scan = await scanned(caller(service.address, { 'x-api-key': service.key ?? '' }), pageOf('fine'))
    expect(scan).toMatchObject({
      status: 'completed',
      verdict: 'partial',
      results: { partial: true, securityScore: 84, grade: 'B' },
    })
    expect(scan.coverage.gaps.join()).toContain('OSV_URL')
    expect(scan.coverage.advisories).toEqual({})
    await service.end('SIGTERM')
    fresh.remove()
  })
})

describe('wrong settings', () => {
  it.each(['/proc/assay', '/dev/null/assay', '/dev/null'])(
    'such as the data folder %s end the start with 2',
    async (path) => {
      const { code, err } = await runAssay(['migrate'], { ASSAY_DATA_DIR: path })
      expect(code).toBe(2)
      expect(err).toContain('ASSAY_DATA_DIR: Assay cannot create or write to the folder')
    },
  )

  it('are named, and end the start with 2', async () => {
    const { code, err } = await runAssay(['serve'], { PORT: 'x', ASSAY_ALLOW_NETWORKS: 'nonsense' })
    expect(code).toBe(2)
    expect(err).toMatch(/PORT: The value is not a port/)
    expect(err).toMatch(/ASSAY_ALLOW_NETWORKS: .*nonsense/)
  })
})
