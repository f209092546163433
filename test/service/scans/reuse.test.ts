import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import pino from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { advisoryGenerations } from '../../../src/service/scans/advisories/generations.ts'
import { findCapabilities } from '../../../src/service/db/scans/capabilities.ts'
import { createAdvisoryMatcher } from '../../../src/service/scans/advisories/match.ts'
import { syncEcosystem } from '../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { unreadableAdvisories } from '../../../src/service/scans/advisories/unreadable-advisories.ts'
import { createAddressGuard } from '../../../src/engine/net/address-guard.ts'
import { createGuardedConnect } from '../../../src/engine/net/connections.ts'
import { parseAllowedNetworks } from '../../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { createNpmRegistry } from '../../../src/engine/sources/package-registries/npm-registry.ts'
import { awaitAdvisories } from '../../../src/service/scans/advisories/await-advisories.ts'
import { createFileResults } from '../../../src/service/scans/file-results.ts'
import { createSourceScanner } from '../../../src/engine/scanner/source-scanner.ts'
import { runScan, type RunScanContext } from '../../../src/service/scans/run-scan.ts'
import type { GitCredential } from '../../../src/engine/sources/source.ts'
import { advisorySync } from './advisories/support/advisory-sync.ts'
import { withRealSockets } from '../../engine/net/loopback.ts'
import { examplePackages } from '../../support/example-packages.ts'
import { gitRepositories } from '../../support/git-repository.ts'
import { startGitServer } from '../../support/git-server.ts'
import { startNpmStandIn } from '../../support/npm-stand-in.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../../support/osv-feed.ts'
import { sourceContext } from '../../support/source-context.ts'
import { testApi } from '../../support/test-api.ts'
import { testIsolation } from '../../support/test-isolation.ts'
import { trustedCertificate } from '../../support/tls-certificate.ts'
import { testStalls } from '../../support/test-stalls.ts'

withRealSockets()
const certificate = await trustedCertificate()
const api = await testApi({ reachability: 'allowed' })
const anna = await api.account('anna')
const bert = await api.account('bert')
const registry = await startNpmStandIn(examplePackages)
const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
const repositories = gitRepositories()
/** Credentials of Anna and Bert, if they have any. */
const credentials = new Map<string, GitCredential>()
const closedToOthers = new Set<string>()
const server = await startGitServer({
  certificate,
  folder: repositories.folder,
  credentialOf: (path) =>
    [...closedToOthers].some((name) => path.startsWith(`/${name}`)) ? 'reader:secret' : undefined,
})
afterAll(async () => {
  await registry.close()
  await server[Symbol.asyncDispose]()
  repositories[Symbol.dispose]()
  feed.remove()
})

const sync = advisorySync(api, [feed.url])
const matcher = createAdvisoryMatcher(sync)
const allowedNetworks = parseAllowedNetworks(`upstream=127.0.0.1:${new URL(registry.url).port},source=127.0.0.1/32`)
const sources = sourceContext({
  npmRegistry: createNpmRegistry({
    network: createNetwork({ allowedNetworks, upstreams: [registry.url] }),
    registry: registry.url,
  }),
  git: {
    connect: createGuardedConnect(
      createAddressGuard({ allowedNetworks, resolve: async () => [{ address: '127.0.0.1', family: 4 }] }),
    ),
    temporaryFolder: tmpdir(),
  },
})
const context: RunScanContext = {
  db: api.db,
  reachability: 'allowed',
  stalls: testStalls(api.db),
  queue: api.queue,
  scansAtOnce: { ofAll: 64, ofAccount: 8 },
  announceScanEnd: async () => {},
  log: pino({ level: 'silent' }),
  scanner: createSourceScanner({
    sources,
    isolation: testIsolation(),
    fileResults: createFileResults({ db: api.db, key: randomBytes(32) }),
    advisories: {
      ready: (ecosystem, signal) =>
        awaitAdvisories(sync, ecosystem, {
          requestSync: async () => {
            await syncEcosystem(sync, ecosystem, { signal })
          },
          signal,
        }),
      match: (components) => matcher.match(components),
      unreadable: (components) => unreadableAdvisories(sync, components),
    },
  }),
  advisoryGenerations: () => advisoryGenerations(sync),
  repositoryCredential: async (accountId) => credentials.get(accountId),
}
await syncEcosystem(sync, 'npm', { signal: AbortSignal.timeout(20_000) })

interface Scan {
  readonly scanId: string
  readonly status: string
  readonly cached: boolean
  readonly verdict: string
  readonly source: { readonly isPrivate?: boolean; readonly revision: string; readonly ref?: string }
  readonly results: { readonly vulnerabilities: { readonly total: number } }
  readonly coverage: {
    readonly code?: { readonly files: number; readonly known: number }
    readonly baseline?: { readonly scanId?: string; readonly message: string }
  }
  readonly findings: {
    readonly id: string
    readonly state: string
    readonly firstSeenAt: string
    readonly component: { readonly name: string }
  }[]
}

/** Submits and runs a scan. Returns the API's response about it, with its findings. */
async function scanned(account: typeof anna, body: Record<string, unknown>): Promise<Scan> {
  const submitted = await account.call('POST', '/api/v1/scans/url', body)
  expect(submitted.status, submitted.text).toBe(202)
  const scanId = String(submitted.json.data.scanId)
  await runScan(context, { scanId }, { signal: AbortSignal.timeout(25_000) })
  const { json } = await account.call('GET', `/api/v1/scans/${scanId}`)
  const listed = await account.call('GET', `/api/v1/scans/${scanId}/vulnerabilities`)
  return { ...json.data, findings: listed.json.data?.vulnerabilities ?? [] } as unknown as Scan
}

/** A project whose lockfile contains these versions. */
function lockedProject(dependencies: Readonly<Record<string, string>>): Record<string, string> {
  const packages = {
    '': { name: 'project', version: '1.0.0', dependencies },
    ...Object.fromEntries(Object.entries(dependencies).map(([name, version]) => [`node_modules/${name}`, { version }])),
  }
  return {
    'package.json': JSON.stringify({ name: 'project', version: '1.0.0', dependencies }),
    'package-lock.json': JSON.stringify({ name: 'project', version: '1.0.0', lockfileVersion: 3, packages }),
  }
}

const page = 'https://www.npmjs.com/package/server'

describe('a second scan of the same revision', () => {
  it('takes the result over, without fetching anything, and has findings of its own', async () => {
    const first = await scanned(anna, { url: page })
    expect(first).toMatchObject({
      status: 'completed',
      cached: false,
      verdict: 'fail',
      results: { vulnerabilities: { total: 1 } },
    })
    const before = registry.requests.length
    const second = await scanned(anna, { url: page })
    expect(second).toMatchObject({
      status: 'completed',
      cached: true,
      verdict: 'fail',
      results: first.results,
      source: first.source,
      coverage: first.coverage,
    })
    expect(registry.requests.slice(before)).toEqual(['server'])
    expect(second.scanId).not.toBe(first.scanId)
    expect(second.findings).toEqual([
      expect.objectContaining({ state: 'existing', firstSeenAt: first.findings[0]?.firstSeenAt }),
    ])
    expect(second.findings[0]?.id).not.toBe(first.findings[0]?.id)
    for (const document of ['sarif', 'sbom'])
      expect((await anna.call('GET', `/api/v1/scans/${second.scanId}/${document}`)).text).toContain('flawed')
  })

  it('takes only a result with the same choice of the reachability analysis', { timeout: 60_000 }, async () => {
    const without = await scanned(anna, { url: page, reachability: false })
    expect(without).toMatchObject({ cached: true, reachability: false })
    expect(without.coverage).not.toHaveProperty('reachability')
    const judged = await scanned(anna, { url: page, reachability: true })
    expect(judged).toMatchObject({ status: 'completed', cached: false, reachability: true })
    expect(judged.coverage).toHaveProperty('reachability')
    expect(await scanned(anna, { url: page, reachability: true })).toMatchObject({ cached: true })
    const byDefault = await scanned(anna, { url: page })
    expect(byDefault).toMatchObject({ cached: true })
    expect(byDefault).not.toHaveProperty('reachability')
    expect(byDefault.coverage).not.toHaveProperty('reachability')
  })

  it('stores what the installed packages can do, once for each scan', { timeout: 60_000 }, async () => {
    repositories.create('judged.git').commit(lockedProject({ flawed: '0.0.8' }))
    const url = `${server.url}/judged`
    const installedOf = async (scanId: string) =>
      (await findCapabilities(api.db, [scanId])).get(scanId)?.packages.map(({ name, version }) => `${name}@${version}`)
    const judged = await scanned(anna, { url, reachability: true })
    expect(await installedOf(judged.scanId)).toEqual(['flawed@0.0.8'])
    const reused = await scanned(anna, { url, reachability: true })
    expect([reused.cached, await installedOf(reused.scanId)]).toEqual([true, ['flawed@0.0.8']])
    const without = await scanned(anna, { url })
    expect([without.cached, await installedOf(without.scanId)]).toEqual([false, undefined])
  })

  it('judges by its own failOn', async () => {
    const none = await scanned(anna, { url: 'https://www.npmjs.com/package/fine', failOn: 'info' })
    expect(none).toMatchObject({ cached: false, verdict: 'pass' })
    expect(await scanned(anna, { url: page, failOn: 'critical' })).toMatchObject({ cached: true, verdict: 'fail' })
  })

  it('is new to another account, which has not seen it before', async () => {
    const theirs = await scanned(bert, { url: page })
    expect(theirs).toMatchObject({ cached: true, results: { vulnerabilities: { total: 1 } } })
    expect(theirs.findings.map(({ state }) => state)).toEqual(['new'])
  })

  it('runs again with force, and after the result is a day old', async () => {
    expect((await scanned(anna, { url: page, force: true })).cached).toBe(false)
    expect((await scanned(anna, { url: page })).cached).toBe(true)
    await api.sql`update scans set examined_at = examined_at - interval '25 hours'`
    expect((await scanned(anna, { url: page })).cached).toBe(false)
  })

  it('runs again when the advisories of its ecosystems have changed', async () => {
    expect((await scanned(anna, { url: page })).cached).toBe(true)
    await api.sql`update advisory_feeds set generation = generation + 1 where ecosystem = 'npm'`
    expect((await scanned(anna, { url: page })).cached).toBe(false)
    expect((await scanned(anna, { url: page })).cached).toBe(true)
    await api.sql`insert into exploitation_feeds (id, digest) values ('kev', 'another')`
    expect((await scanned(anna, { url: page })).cached).toBe(false)
  })

  it('runs again if the first one was not complete', async () => {
    expect((await scanned(anna, { url: page })).cached).toBe(true)
    await api.sql`update scans set results = jsonb_set(results, '{partial}', 'true') where status = 'completed'`
    expect((await scanned(anna, { url: page })).cached).toBe(false)
  })
})

describe('a private repository', () => {
  it('is reused only within its account, also not by other accounts that may read it', async () => {
    const commit = repositories.create('closed.git').commit(lockedProject({ flawed: '0.0.8' }))
    closedToOthers.add('closed')
    const url = `${server.url}/closed`
    credentials.set(anna.accountId, { username: 'reader', password: 'secret' })
    expect(await scanned(anna, { url })).toMatchObject({ cached: false, source: { isPrivate: true, revision: commit } })
    expect(await scanned(anna, { url })).toMatchObject({ cached: true, source: { isPrivate: true } })
    expect(await scanned(bert, { url })).toMatchObject({ status: 'failed', cached: false })
    credentials.set(bert.accountId, { username: 'reader', password: 'secret' })
    expect(await scanned(bert, { url })).toMatchObject({
      status: 'completed',
      cached: false,
      source: { isPrivate: true },
    })
  })

  it('stays private to its account where it was read so, when it opens', async () => {
    repositories.create('opening.git').commit(lockedProject({ flawed: '0.0.8' }))
    closedToOthers.add('opening')
    const url = `${server.url}/opening`
    expect(await scanned(anna, { url })).toMatchObject({ cached: false, source: { isPrivate: true } })
    closedToOthers.delete('opening')
    expect(await scanned(anna, { url })).toMatchObject({ cached: true, source: { isPrivate: true } })
    const theirs = await scanned(bert, { url })
    expect(theirs).toMatchObject({ cached: false })
    expect(theirs.source.isPrivate).toBeUndefined()
    expect((await scanned(bert, { url })).cached).toBe(true)
  })
})

describe('a baseline', () => {
  it('decides what is new, and only that counts for the verdict', async () => {
    const repository = repositories.create('compared.git')
    const base = repository.commit(lockedProject({ flawed: '0.0.8' }), { refs: ['refs/heads/main'] })
    repository.commit(lockedProject({ flawed: '0.0.8', fine: '3.0.0' }), {
      refs: ['refs/heads/feature'],
      parents: [base],
    })
    const url = `${server.url}/compared`
    const unknown = await scanned(anna, { url, branch: 'feature', baseline: 'main' })
    expect(unknown).toMatchObject({
      verdict: 'fail',
      coverage: { baseline: { requested: 'main', message: expect.stringContaining('no completed scan of "main"') } },
    })
    expect(unknown.findings.map(({ state }) => state)).toEqual(['new'])

    const main = await scanned(anna, { url, branch: 'main' })
    expect(main).toMatchObject({ verdict: 'fail', cached: false })
    expect(main.coverage.baseline).toBeUndefined()
    for (const baseline of ['main', base, base.slice(0, 8)]) {
      const compared = await scanned(anna, { url, branch: 'feature', baseline })
      expect(compared).toMatchObject({
        verdict: 'pass',
        cached: true,
        results: { vulnerabilities: { total: 1 } },
        coverage: { baseline: { scanId: main.scanId, revision: base } },
      })
      expect(compared.findings.map(({ state, firstSeenAt }) => ({ state, firstSeenAt }))).toEqual([
        { state: 'existing', firstSeenAt: unknown.findings[0]?.firstSeenAt },
      ])
    }
    // The other account has no scans, whatever this one has.
    expect(await scanned(bert, { url, branch: 'feature', baseline: 'main' })).toMatchObject({
      verdict: 'fail',
      cached: true,
    })
  })

  it('that was clean makes a new finding fail, although the scan before had it', async () => {
    const repository = repositories.create('worse.git')
    const clean = repository.commit(lockedProject({ fine: '3.0.0' }), { refs: ['refs/heads/main'] })
    repository.commit(lockedProject({ flawed: '0.0.8' }), { refs: ['refs/heads/worse'], parents: [clean] })
    const url = `${server.url}/worse`
    await scanned(anna, { url })
    const before = await scanned(anna, { url, branch: 'worse' })
    const compared = await scanned(anna, { url, branch: 'worse', baseline: 'main' })
    expect(compared).toMatchObject({ verdict: 'fail' })
    expect(compared.findings.map(({ state, firstSeenAt }) => ({ state, firstSeenAt }))).toEqual([
      { state: 'new', firstSeenAt: before.findings[0]?.firstSeenAt },
    ])
  })
})

describe('the result of a single file', () => {
  const index = "import 'a'\n"
  const codeOfPrivate = async (account: typeof anna, name: string) => {
    repositories
      .create(`${name}.git`)
      .commit({ ...lockedProject({}), 'index.js': index, [`${name}.js`]: `import '${name}'\n` })
    closedToOthers.add(name)
    credentials.set(account.accountId, { username: 'reader', password: 'secret' })
    const { status, source, coverage } = await scanned(account, { url: `${server.url}/${name}` })
    expect({ status, isPrivate: source.isPrivate }).toEqual({ status: 'completed', isPrivate: true })
    return coverage.code
  }

  it('of a private source is reused only by its account, not by others with the same file', async () => {
    expect(await codeOfPrivate(anna, 'hers')).toMatchObject({ files: 2, known: 0 })
    expect(await codeOfPrivate(bert, 'his')).toMatchObject({ files: 2, known: 0 })
    expect(await codeOfPrivate(anna, 'hers-too')).toMatchObject({ files: 2, known: 1 })
    credentials.clear()
  })
})
