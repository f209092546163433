import { randomBytes, randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import pino from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { resolvesPrivateSources } from '../../../src/service/accounts/private-sources.ts'
import { findAccount } from '../../../src/service/db/accounts/accounts.ts'
import { githubChecks } from '../../../src/service/db/github/checks-schema.ts'
import { insertComparison, listComparisons } from '../../../src/service/db/github/comparisons.ts'
import { listServerHistory } from '../../../src/service/db/registry/history-list.ts'
import { findScanById } from '../../../src/service/db/scans/scans.ts'
import { stepComparison } from '../../../src/service/github/checks/step-comparison.ts'
import { advisoryGenerations } from '../../../src/service/scans/advisories/generations.ts'
import { awaitAdvisories } from '../../../src/service/scans/advisories/await-advisories.ts'
import { createAdvisoryMatcher } from '../../../src/service/scans/advisories/match.ts'
import { syncEcosystem } from '../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { unreadableAdvisories } from '../../../src/service/scans/advisories/unreadable-advisories.ts'
import { createFileResults } from '../../../src/service/scans/file-results.ts'
import type { ScanContext } from '../../../src/engine/scanner/scan-context.ts'
import { createSourceScanner } from '../../../src/engine/scanner/source-scanner.ts'
import { runScan, type RunScanContext } from '../../../src/service/scans/run-scan.ts'
import { createAddressGuard } from '../../../src/engine/net/address-guard.ts'
import { createGuardedConnect } from '../../../src/engine/net/connections.ts'
import { parseAllowedNetworks } from '../../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { createNpmRegistry } from '../../../src/engine/sources/package-registries/npm-registry.ts'
import { createPypiIndex } from '../../../src/engine/sources/package-registries/pypi-index.ts'
import type { GitCredential } from '../../../src/engine/sources/source.ts'
import { withRealSockets } from '../../engine/net/loopback.ts'
import { gitRepositories } from '../../support/git-repository.ts'
import { startGitServer } from '../../support/git-server.ts'
import { startNpmStandIn } from '../../support/npm-stand-in.ts'
import { flawedPackageAdvisory, pythonPackageAdvisory, writeOsvFeed } from '../../support/osv-feed.ts'
import { startPypiStandIn } from '../../support/pypi-stand-in.ts'
import { sourceContext } from '../../support/source-context.ts'
import { testApi } from '../../support/test-api.ts'
import { testIsolation } from '../../support/test-isolation.ts'
import { testStalls } from '../../support/test-stalls.ts'
import { trustedCertificate } from '../../support/tls-certificate.ts'
import { enterStored } from '../registry/entered-scan.ts'
import { advisorySync } from './advisories/support/advisory-sync.ts'

withRealSockets()
const hourMs = 60 * 60_000

/** The part of the scan response that lists what was not resolved. */
const CompletedScan = z.object({
  data: z.looseObject({
    coverage: z.object({ components: z.object({ unresolved: z.array(z.object({ reason: z.string() })) }) }),
  }),
})

const certificate = await trustedCertificate()
const api = await testApi()
const anna = await api.account('anna', ['scans:write', 'scans:read', 'account:write'])
/** The newest version is published at the start of the current hour, so an earlier snapshot does not contain it. */
const thisHour = new Date(Math.floor(Date.now() / hourMs) * hourMs)
const published = new Date(thisHour.getTime() - 1_000)
const registry = await startNpmStandIn({
  'flawed@0.0.8': { publishedAt: '2026-01-01T00:00:00.000Z' },
  'flawed@9.0.0': { publishedAt: published.toISOString() },
})
const index = await startPypiStandIn({ 'wheel-of-a@1.0': {} })
const feed = writeOsvFeed({ npm: [flawedPackageAdvisory], PyPI: [pythonPackageAdvisory] })
const repositories = gitRepositories()
const credentials = new Map<string, GitCredential>()
const server = await startGitServer({
  certificate,
  folder: repositories.folder,
  credentialOf: (path) => (path.startsWith('/closed') ? 'reader:secret' : undefined),
})
afterAll(async () => {
  await registry.close()
  await index[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  repositories[Symbol.dispose]()
  feed.remove()
})

const sync = advisorySync(api, [feed.url])
const matcher = createAdvisoryMatcher(sync)
const allowedNetworks = parseAllowedNetworks('upstream=127.0.0.1/32,source=127.0.0.1/32')
const network = createNetwork({ allowedNetworks, upstreams: [registry.url, index.url] })
const sources = () =>
  sourceContext({
    // A separate process has requested nothing yet.
    npmRegistry: createNpmRegistry({ network, registry: registry.url }),
    pypiIndex: createPypiIndex({ network, index: index.url }),
    git: {
      connect: createGuardedConnect(
        createAddressGuard({ allowedNetworks, resolve: async () => [{ address: '127.0.0.1', family: 4 }] }),
      ),
      temporaryFolder: tmpdir(),
    },
  })
const shared = {
  isolation: testIsolation(),
  fileResults: createFileResults({ db: api.db, key: randomBytes(32) }),
  advisories: {
    ready: (ecosystem, signal) => awaitAdvisories(sync, ecosystem, { requestSync: async () => {}, signal }),
    match: (components) => matcher.match(components),
    unreadable: (components) => unreadableAdvisories(sync, components),
  },
} satisfies Omit<ScanContext, 'sources'>
const context: Omit<RunScanContext, 'scanner'> = {
  db: api.db,
  stalls: testStalls(api.db),
  queue: api.queue,
  scansAtOnce: { ofAll: 64, ofAccount: 8 },
  announceScanEnd: async () => {},
  log: pino({ level: 'silent' }),
  advisoryGenerations: () => advisoryGenerations(sync),
  resolvesPrivate: async (accountId) => {
    const account = await findAccount(api.db, accountId)
    return account !== undefined && resolvesPrivateSources(account, new Set())
  },
  repositoryCredential: async (accountId) => credentials.get(accountId),
}
for (const ecosystem of ['npm', 'PyPI'] as const)
  await syncEcosystem(sync, ecosystem, { signal: AbortSignal.timeout(20_000) })

const run = (scanId: string) =>
  runScan(
    { ...context, scanner: createSourceScanner({ ...shared, sources: sources() }) },
    { scanId },
    { signal: AbortSignal.timeout(25_000) },
  )

async function submitted(body: Record<string, unknown>): Promise<string> {
  const answer = await anna.call('POST', '/api/v1/scans/url', body)
  expect(answer.status, answer.text).toBe(202)
  return String(answer.json.data.scanId)
}

/** Moves a scan back to an earlier hour, with everything that was stored at its submission. */
const moveBack = (scanId: string, hours: number) =>
  api.sql`update scans set created_at = created_at - ${hours} * interval '1 hour',
      registry_snapshot_at = registry_snapshot_at - ${hours} * interval '1 hour' where id = ${scanId}`

async function resultOf(scanId: string) {
  const scan = await findScanById(api.db, scanId)
  const versions = await api.sql`select component->>'name' || '@' || (component->>'version') as listed
      from scans join inventories on digest = inventory_digest, jsonb_array_elements(components) component
      where scans.id = ${scanId} order by 1`
  return {
    status: scan?.status,
    cached: scan?.cached,
    resolvedAt: scan?.coverage?.components.resolvedAt,
    listed: versions.map(({ listed }) => String(listed)),
  }
}

const project = (dependencies: Readonly<Record<string, string>>) => ({
  'package.json': JSON.stringify({ name: 'project', version: '1.0.0', dependencies }),
})

const hour = (hoursAgo: number) => new Date(thisHour.getTime() - hoursAgo * hourMs).toISOString()

/** The address of the git server counts as private, like that of a company's own server. */
const allowNames = (resolvesPrivateSources: boolean) =>
  anna.call('PATCH', '/api/v1/account', { resolvesPrivateSources })

describe('names in a private repository', () => {
  it('reach a registry only while the account enables it', async () => {
    repositories.create('closed.git').commit({
      ...project({ flawed: '*', '@secret-team/ledger': '^1', 'secret-member': '*' }),
      member: { 'package.json': JSON.stringify({ name: 'secret-member', version: '1.0.0' }) },
      'requirements.txt': 'wheel-of-a\nsecret-wheel>=1\n',
    })
    credentials.set(anna.accountId, { username: 'reader', password: 'secret' })
    const url = `${server.url}/closed`
    const requestsOf = async (resolvesPrivateSources: boolean | undefined) => {
      if (resolvesPrivateSources !== undefined) expect((await allowNames(resolvesPrivateSources)).status).toBe(200)
      const [npm, pypi] = [registry.requests.length, index.requests.length]
      const scanId = await submitted({ url, force: true })
      await run(scanId)
      const { data } = CompletedScan.parse((await anna.call('GET', `/api/v1/scans/${scanId}`)).json)
      expect(data).toMatchObject({ status: 'completed', source: { isPrivate: true } })
      return {
        requests: [...registry.requests.slice(npm), ...index.requests.slice(pypi)].toSorted(),
        reasons: data.coverage.components.unresolved.map(({ reason }) => reason).join('\n'),
      }
    }
    const byDefault = await requestsOf(undefined)
    expect(byDefault.requests).toEqual([])
    expect(byDefault.reasons).toContain('the source is private')
    const enabled = await requestsOf(true)
    // A workspace member is never requested. The others are.
    expect(enabled.requests).toEqual([
      '@secret-team/ledger',
      'files/wheel_of_a-1.0-py3-none-any.whl.metadata',
      'flawed',
      'simple/secret-wheel/',
      'simple/wheel-of-a/',
    ])
    expect(enabled.reasons).not.toContain('the source is private')
    expect((await requestsOf(false)).requests).toEqual([])
    credentials.clear()
    await allowNames(true)
  })
})

describe('the registry snapshot of a scan', () => {
  it('is stored at the submission, so a retry in another hour uses it again', async () => {
    repositories.create('retried.git').commit(project({ flawed: '*' }))
    const scanId = await submitted({ url: `${server.url}/retried` })
    await moveBack(scanId, 2)
    // The scan was requested two hours ago, and its worker died.
    await api.sql`update scans set created_at = created_at + interval '2 hours' where id = ${scanId}`
    await run(scanId)
    expect(await resultOf(scanId)).toEqual({
      status: 'completed',
      cached: false,
      resolvedAt: hour(2),
      listed: ['flawed@0.0.8'],
    })
  })

  it('is part of what a result is reused for', async () => {
    repositories.create('reused.git').commit(project({ flawed: '*' }))
    const url = `${server.url}/reused`
    const first = await submitted({ url })
    await moveBack(first, 1)
    await run(first)
    const second = await submitted({ url })
    await run(second)
    const third = await submitted({ url })
    await run(third)
    expect(await resultOf(first)).toMatchObject({ cached: false, resolvedAt: hour(1), listed: ['flawed@0.0.8'] })
    expect(await resultOf(second)).toMatchObject({ cached: false, resolvedAt: hour(0), listed: ['flawed@9.0.0'] })
    expect(await resultOf(third)).toMatchObject({ cached: true, resolvedAt: hour(0), listed: ['flawed@9.0.0'] })
  })

  it('is the one of the baseline, unless that is older than a day', async () => {
    const repository = repositories.create('compared.git')
    const base = repository.commit(project({ flawed: '*' }), { refs: ['refs/heads/main'] })
    repository.commit(
      { ...project({ flawed: '*' }), 'README.md': 'Changed.' },
      {
        refs: ['refs/heads/feature'],
        parents: [base],
      },
    )
    const url = `${server.url}/compared`
    const compared = async (hoursAgo: number) => {
      const main = await submitted({ url, branch: 'main', force: true })
      await moveBack(main, hoursAgo)
      await run(main)
      const head = await submitted({ url, branch: 'feature', baseline: 'main' })
      await run(head)
      return resultOf(head)
    }
    expect(await compared(1)).toMatchObject({ resolvedAt: hour(1), listed: ['flawed@0.0.8'] })
    expect(await compared(25)).toMatchObject({ resolvedAt: hour(0), listed: ['flawed@9.0.0'] })
  })
})

describe('a check of a commit', () => {
  it('scans the head in the snapshot of the base, also in a later hour', async () => {
    const repository = repositories.create('checked.git')
    const base = repository.commit(project({ flawed: '*' }))
    const head = repository.commit({ ...project({ flawed: '*' }), 'README.md': 'Changed.' }, { parents: [base] })
    const baseScanId = await submitted({ url: `${server.url}/checked`, branch: base })
    await moveBack(baseScanId, 1)
    await run(baseScanId)
    const checkId = randomUUID()
    const check = { host: 'github.com', repositoryId: 7, baseRef: 'main', cause: 'push' as const }
    const now = new Date()
    await api.db.insert(githubChecks).values({
      ...check,
      id: checkId,
      headSha: head,
      state: 'scanning-base',
      createdAt: now,
      changedAt: now,
    })
    await insertComparison(api.db, {
      ...check,
      id: randomUUID(),
      checkId,
      key: 'push',
      lifecycle: 'open',
      state: 'scanning-base',
      baseScanId,
      toldAt: now,
      startedAt: now,
    })
    const [comparison] = await listComparisons(api.db, checkId)
    if (!comparison) throw new Error('the comparison is missing')
    await stepComparison({ queue: api.queue }, api.db, {
      comparison,
      headSha: head,
      repository: {
        host: 'github.com',
        repositoryId: 7,
        ownerLogin: 'acme',
        owner: 'acme',
        name: 'checked',
        accountId: anna.accountId,
        ownerId: 1,
        installationId: 1,
        defaultBranch: 'main',
        isPrivate: true,
        createdAt: now,
      },
      compared: undefined,
      force: false,
    })
    const [scan] = await api.sql`select id, created_at, registry_snapshot_at from scans where github_repository_id = 7`
    expect(new Date(String(scan?.['registry_snapshot_at'])).toISOString()).toBe(hour(1))
    await api.sql`delete from scans where github_repository_id = 7`
  })
})

describe('the history of a server', () => {
  it('names the resolution as the cause if only the registry changed', async () => {
    const code =
      "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'\n" +
      "const server = new McpServer({ name: 'a', version: '1.0.0' })\n" +
      "server.registerTool('look', { description: 'Looks.' }, async () => ({ content: [] }))\n"
    const commit = repositories.create('server.git').commit({ ...project({ flawed: '*' }), 'index.js': code })
    const url = `${server.url}/server`
    const enter = async (scanId: string) => {
      await run(scanId)
      // The registry is for public sources, and the address of this server is not public.
      await api.sql`update scans set source = source - 'isInternal' where id = ${scanId}`
      await enterStored(api.db, scanId, commit)
    }
    const first = await submitted({ url })
    await moveBack(first, 1)
    await enter(first)
    await enter(await submitted({ url }))
    const [row] = await api.sql`select server_id from registry_sources where canonical_url = ${url}`
    const points = await listServerHistory(api.db, String(row?.['server_id']), 10)
    expect(points.map(({ cause }) => cause)).toEqual(['resolution', 'code'])
    expect(points[0]?.securityScore).toBeGreaterThan(points[1]?.securityScore ?? 100)
  })
})
