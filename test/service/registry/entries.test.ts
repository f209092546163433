import { and, asc, eq, sql } from 'drizzle-orm'
import pino from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { createAccount } from '../../../src/service/accounts/create-account.ts'
import { masterKeyFrom } from '../../../src/service/accounts/master-key.ts'
import { findEntry, findEntryBySlug, listEntryFindings, lockEntries } from '../../../src/service/db/registry/entries.ts'
import { registryHistory, registryServers, registrySources } from '../../../src/service/db/registry/servers-schema.ts'
import { findRevision } from '../../../src/service/db/registry/revisions.ts'
import { listSourcesOfServer } from '../../../src/service/db/registry/sources.ts'
import { replaceOutcome } from '../../../src/service/db/rematching/repositories.ts'
import { findScanById } from '../../../src/service/db/scans/scans.ts'
import { scans } from '../../../src/service/db/scans/schema.ts'
import type { ProjectFacts } from '../../../src/engine/model/project-facts.ts'
import { parseAllowedNetworks } from '../../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { createNpmRegistry } from '../../../src/engine/sources/package-registries/npm-registry.ts'
import { implementsServer } from '../../../src/engine/project-facts/implements-server.ts'
import { openQueue } from '../../../src/service/queue/queue.ts'
import { recordScan } from '../../../src/service/registry/entries/record-scan.ts'
import { recordServer } from '../../../src/service/registry/entries/record-server.ts'
import { backSource, goneSource } from '../../../src/service/registry/entries/gone-source.ts'
import { hearOfRepository } from '../../../src/service/registry/entries/hear-of-repository.ts'
import { publicScan } from '../../../src/service/registry/entries/public-scan.ts'
import { slugsOf } from '../../../src/service/registry/entries/slug.ts'
import { rescoreServers } from '../../../src/service/registry/rescoring/rescore-servers.ts'
import { splitSource } from '../../../src/service/registry/entries/split-source.ts'
import { judge } from '../../../src/engine/scanner/judge.ts'
import { dependencyFinding, storedFinding } from '../../support/findings.ts'
import { type StandInPackages, startNpmStandIn } from '../../support/npm-stand-in.ts'
import { sourceContext } from '../../support/source-context.ts'
import { testDatabase } from '../../support/test-database.ts'
import { enterStored, projectFacts, scannedTool, type StoredScan, storeScan } from './entered-scan.ts'

const { db, url } = await testDatabase()
const account = await createAccount({ db, masterKey: masterKeyFrom('a'.repeat(64)) }, { name: 'anna', plan: 'free' })
const accountId = account?.id ?? ''
const silent = { announceServerChange: async () => {} }

const npm = (name: string, revision = '1.0.0'): StoredScan['source'] => ({
  type: 'npm',
  canonicalUrl: `https://www.npmjs.com/package/${name}`,
  revision,
})
const pypi = (name: string, revision = '1.0.0'): StoredScan['source'] => ({
  type: 'pypi',
  canonicalUrl: `https://pypi.org/project/${name}/`,
  revision,
})
const git = (path: string, revision = 'c'.repeat(40), folder?: string): StoredScan['source'] => ({
  type: 'git',
  canonicalUrl: `https://github.com/${path}`,
  revision,
  ...(folder !== undefined && { folder }),
})

async function entered(scan: StoredScan, current = scan.source.revision) {
  const outcome = await enterStored(db, await storeScan(db, accountId, scan), current)
  const servers = await Promise.all(outcome.serverIds.map((id) => findEntry(db, id)))
  return { ...outcome, servers, server: servers.at(-1) }
}

const slugOf = async ({ canonicalUrl, folder = '' }: StoredScan['source']) => {
  const [row] = await db
    .select({ slug: registryServers.slug })
    .from(registrySources)
    .innerJoin(registryServers, eq(registryServers.id, registrySources.serverId))
    .where(and(eq(registrySources.canonicalUrl, canonicalUrl), eq(registrySources.folder, folder)))
  return row?.slug
}
const historyOf = async (slug: string) => {
  const server = await findEntryBySlug(db, slug)
  return db
    .select()
    .from(registryHistory)
    .where(eq(registryHistory.serverId, server?.id ?? ''))
    .orderBy(asc(registryHistory.number))
}
const manifest = (
  ecosystem: 'npm' | 'PyPI',
  name: string,
  folder = '',
  isPrivate = false,
): ProjectFacts['packages'][number] => ({ ecosystem, name, folder, isPrivate })
const naming = (path: string, directory = ''): Pick<ProjectFacts, 'repository'> => ({
  repository: { url: `https://github.com/${path}`, directory },
})

/** Waits until another transaction waits for exclusive access to the registry. */
const somebodyWaits = () =>
  vi.waitFor(
    async () =>
      expect(
        await db.execute(
          sql`select 1 from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`,
        ),
      ).toHaveLength(1),
    { timeout: 10_000, interval: 20 },
  )

describe('an entry', () => {
  it('is made by the scan of a public server, with its score and findings', async () => {
    const { server } = await entered({
      source: npm('plain'),
      facts: projectFacts({ description: 'Reads files' }),
      findings: [storedFinding({ severity: 'medium', fingerprint: 'one' })],
      tools: [scannedTool('read')],
    })
    expect(server).toMatchObject({
      slug: 'npm-plain',
      name: 'plain',
      description: 'Reads files',
      sourceType: 'npm',
      npmPackage: 'plain',
      repositoryUrl: '',
      status: 'active',
      securityScore: 92,
      grade: 'A',
      version: '1.0.0',
      medium: 1,
      high: 0,
    })
    expect((await listEntryFindings(db, server?.id ?? '')).map(({ finding }) => finding.fingerprint)).toEqual(['one'])
    expect(
      (await historyOf('npm-plain')).map(({ cause, securityScore, version }) => [cause, securityScore, version]),
    ).toEqual([['code', 92, '1.0.0']])
  })

  it.each<[string, Partial<StoredScan>]>([
    ['read with credentials', { isPrivate: true }],
    ['read with credentials, by its source', { source: { ...npm('nobody'), isPrivate: true } }],
    ['of an address that is not public', { source: { ...npm('nobody'), isInternal: true } }],
    ['of a commit that no branch reaches', { source: { ...git('o/nobody'), unverifiedRevision: true } }],
    ['of a folder', { source: { type: 'folder', canonicalUrl: 'file:///nobody', revision: 'x' } }],
    [
      'of a project that makes no server',
      { facts: projectFacts({ signs: [{ kind: 'client', path: 'a.ts', line: 1, word: 'new Client' }] }) },
    ],
    ['of a library with which servers are made', { facts: projectFacts({ packages: [manifest('npm', 'fastmcp')] }) }],
    ['of a version that read no facts', { facts: null }],
  ])('is not made by a scan %s', async (_, scan) => {
    const { server } = await entered({ source: npm('nobody'), ...scan })
    expect(server).toBeUndefined()
    expect(
      await db
        .select()
        .from(registrySources)
        .where(eq(registrySources.canonicalUrl, scan.source?.canonicalUrl ?? npm('nobody').canonicalUrl)),
    ).toEqual([])
  })

  it('has no score before a complete scan of the current revision, and keeps it through partial ones', async () => {
    const gaps = { gaps: ['Something could not be read.'] }
    expect((await entered({ source: npm('gaps'), coverage: gaps })).server).toMatchObject({
      slug: 'npm-gaps',
      securityScore: null,
      grade: null,
      scanId: null,
    })
    const whole = await entered({ source: npm('gaps') })
    expect(whole.server).toMatchObject({ securityScore: 100, version: '1.0.0' })
    const partial = await entered({
      source: npm('gaps', '1.1.0'),
      coverage: gaps,
      findings: [storedFinding({ severity: 'critical' })],
    })
    expect(partial.server).toMatchObject({ securityScore: 100, version: '1.0.0', scanId: whole.server?.scanId })
  })

  it('is moved by no old version, side branch or commit of a fork', async () => {
    const worst = [storedFinding({ severity: 'critical', category: 'code' })]
    const first = await entered({ source: npm('steady', '2.0.0') })
    expect((await entered({ source: npm('steady', '1.0.0'), findings: worst }, '2.0.0')).server).toMatchObject({
      securityScore: 100,
      version: '2.0.0',
      scanId: first.server?.scanId,
    })
    const head = 'a'.repeat(40)
    const main = await entered({ source: git('o/steady', head) })
    expect(
      (
        await entered(
          {
            source: { ...git('o/steady', 'b'.repeat(40)), ref: 'side' },
            facts: projectFacts({ description: 'Another' }),
            findings: worst,
          },
          head,
        )
      ).server,
    ).toMatchObject({ securityScore: 100, version: head, description: '', scanId: main.server?.scanId })
    expect(
      (
        await entered(
          { source: { ...git('o/steady', 'd'.repeat(40)), unverifiedRevision: true }, findings: worst },
          head,
        )
      ).server,
    ).toBeUndefined()
    expect(await findEntryBySlug(db, 'github-o-steady')).toMatchObject({ securityScore: 100, version: head })
  })

  it(
    'keeps what it shows however often its version is scanned while a newer one waits, and then tells what ' +
      'changed',
    async () => {
      const first = await entered({
        source: npm('waiting'),
        findings: [storedFinding({ severity: 'low', fingerprint: 'a' })],
        tools: [scannedTool('read')],
      })
      for (const _ of [1, 2, 3])
        expect(
          (
            await entered(
              { source: npm('waiting'), findings: [storedFinding({ severity: 'critical', fingerprint: 'b' })] },
              '1.1.0',
            )
          ).server,
        ).toMatchObject({ version: '1.0.0', scanId: first.server?.scanId, low: 1, critical: 0 })
      const { server, told } = await entered({ source: npm('waiting', '1.1.0'), tools: [scannedTool('write')] })
      expect(server).toMatchObject({ version: '1.1.0', securityScore: 100 })
      expect(told).toEqual([
        expect.objectContaining({
          before: expect.objectContaining({ version: '1.0.0' }),
          tools: expect.objectContaining({
            changes: [expect.objectContaining({ name: 'read' }), expect.objectContaining({ name: 'write' })],
          }),
        }),
      ])
    },
  )

  it('is not moved back by a job that asked for the current version before another one did', async () => {
    const packages: StandInPackages = { 'asked@1.0.0': {}, 'asked@1.1.0': {} }
    let latest = '1.0.0'
    await using all = await startNpmStandIn(packages)
    const packument = (await (await fetch(`${all.url}asked`)).json()) as object
    await using registry = await startNpmStandIn(
      {},
      { answer: (path) => (path === 'asked' ? JSON.stringify({ ...packument, 'dist-tags': { latest } }) : undefined) },
    )
    await using queue = await openQueue({ url, log: pino({ level: 'silent' }) })
    await using network = createNetwork({
      allowedNetworks: parseAllowedNetworks('upstream=127.0.0.1/32'),
      upstreams: [registry.url],
    })
    const sources = sourceContext({ npmRegistry: createNpmRegistry({ network, registry: registry.url }) })
    const old = await storeScan(db, accountId, { source: npm('asked') })
    await entered({ source: npm('asked') })
    let late = Promise.resolve()
    await db.transaction(async (tx) => {
      await lockEntries(tx)
      late = recordServer(
        { db, queue, sources, advisoryBases: [], announceServerChange: async () => {}, log: pino({ level: 'silent' }) },
        { scanId: old },
        { signal: AbortSignal.timeout(20_000) },
      )
      await somebodyWaits()
      latest = '1.1.0'
      const row = await findScanById(tx, await storeScan(tx, accountId, { source: npm('asked', '1.1.0') }))
      const scan = row && publicScan(row)
      if (scan)
        await recordScan(silent, tx, scan, {
          evidence: implementsServer(scan.facts, scan.tools),
          currentRevision: '1.1.0',
          now: new Date(),
        })
    })
    await late
    expect(await findEntryBySlug(db, 'npm-asked')).toMatchObject({ version: '1.1.0' })
    expect(registry.requests.filter((path) => path === 'asked').length).toBeGreaterThan(1)
  })

  it(
    'moves with a version that makes no server any more: whoever hides what it is does not keep the score of ' +
      'the version before',
    async () => {
      await entered({ source: npm('masked') })
      const { server } = await entered({
        source: npm('masked', '1.1.0'),
        facts: projectFacts({ signs: [] }),
        findings: [storedFinding({ severity: 'critical' })],
      })
      expect(server).toMatchObject({ slug: 'npm-masked', version: '1.1.0', grade: 'D' })
    },
  )

  it('reports a finding that a version adds as new, and as existing after that', async () => {
    const states = async (id: string | undefined) =>
      (await listEntryFindings(db, id ?? '')).map(({ finding }) => [finding.fingerprint, finding.state])
    expect(
      await states(
        (await entered({ source: npm('fresh', '0.9.0'), findings: [storedFinding({ fingerprint: 'first' })] })).server
          ?.id,
      ),
    ).toEqual([['first', 'existing']])
    await entered({ source: npm('fresh', '1.0.0') })
    expect(
      await states(
        (await entered({ source: npm('fresh', '1.1.0'), findings: [storedFinding({ fingerprint: 'flaw' })] })).server
          ?.id,
      ),
    ).toEqual([['flaw', 'new']])
    expect(
      await states(
        (await entered({ source: npm('fresh', '1.2.0'), findings: [storedFinding({ fingerprint: 'flaw' })] })).server
          ?.id,
      ),
    ).toEqual([['flaw', 'existing']])
  })

  it('has findings and numbers of one scan where advisories changed that while its source was asked', async () => {
    await using registry = await startNpmStandIn({ 'both@1.0.0': {} })
    await using queue = await openQueue({ url, log: pino({ level: 'silent' }) })
    await using network = createNetwork({
      allowedNetworks: parseAllowedNetworks('upstream=127.0.0.1/32'),
      upstreams: [registry.url],
    })
    const sources = sourceContext({ npmRegistry: createNpmRegistry({ network, registry: registry.url }) })
    const scanId = await storeScan(db, accountId, { source: npm('both') })
    const late = dependencyFinding('GHSA-late', { severity: 'critical', fingerprint: 'late' })
    const { results, verdict } = judge([late], { gaps: [], failOn: 'high' })
    const row = await findScanById(db, scanId)
    const advisories = { npm: { syncedAt: '2026-11-01T00:00:00.000Z' } }
    let entering = Promise.resolve()
    await db.transaction(async (tx) => {
      await lockEntries(tx)
      entering = recordServer(
        { db, queue, sources, advisoryBases: [], announceServerChange: async () => {}, log: pino({ level: 'silent' }) },
        { scanId },
        { signal: AbortSignal.timeout(20_000) },
      )
      await somebodyWaits()
      if (row?.coverage)
        await replaceOutcome(tx, scanId, {
          results,
          verdict,
          coverage: { ...row.coverage, advisories },
          findings: [late],
        })
    })
    await entering
    const server = await findEntryBySlug(db, 'npm-both')
    expect(server).toMatchObject({ securityScore: results.securityScore, critical: 1 })
    const [source] = await listSourcesOfServer(db, server?.id ?? '')
    expect(await findRevision(db, source?.id ?? '', '1.0.0')).toMatchObject({ results, advisoryDate: advisories })
  })

  it('counts what the account that scanned it has set aside', async () => {
    const { server } = await entered({
      source: npm('aside'),
      findings: [
        storedFinding({
          severity: 'critical',
          category: 'code',
          state: 'suppressed',
          suppression: { reason: 'ours', by: 'the account' },
        }),
      ],
    })
    expect(server).toMatchObject({ grade: 'D', securityScore: 54, critical: 1 })
  })

  it('is not moved back by an older scan of the same version that comes late', async () => {
    await entered({
      source: npm('late'),
      findings: [storedFinding({ severity: 'low' })],
      completedAt: new Date('2026-05-02T00:00:00Z'),
    })
    expect(
      (await entered({ source: npm('late'), findings: [], completedAt: new Date('2026-05-01T00:00:00Z') })).server,
    ).toMatchObject({ low: 1, lastScannedAt: new Date('2026-05-02T00:00:00Z') })
  })

  it('keeps its D although the project asks for its critical finding to be left out, and says so', async () => {
    const finding = storedFinding({
      severity: 'critical',
      category: 'code',
      ruleId: 'command-injection',
      fingerprint: 'worst',
      location: { path: 'src/index.ts', startLine: 4 },
    })
    const projectConfig = {
      file: {
        path: 'assay.yml',
        rules: [],
        suppressions: [{ rule: 'command-injection', reason: 'it is fine', by: 'assay.yml:2', path: undefined }],
        mistakes: [],
      },
      inline: { suppressions: [], mistakes: [] },
    }
    const { server } = await entered({ source: git('o/lenient'), findings: [finding], projectConfig })
    expect(server).toMatchObject({ grade: 'D', securityScore: 54, critical: 1, suppressed: 1 })
    expect((await listEntryFindings(db, server?.id ?? ''))[0]?.finding).toMatchObject({
      state: 'existing',
      suppression: { reason: 'it is fine' },
    })
  })

  it('stays when an account removes its scan', async () => {
    const { server } = await entered({ source: npm('kept'), findings: [storedFinding()] })
    await db.delete(scans).where(eq(scans.id, server?.scanId ?? ''))
    expect(await findEntryBySlug(db, 'npm-kept')).toMatchObject({ securityScore: server?.securityScore })
    expect(await listEntryFindings(db, server?.id ?? '')).toHaveLength(1)
  })
})

describe('slugs', () => {
  it.each<[StoredScan['source'], RegExp]>([
    [npm('plain-name'), /^npm-plain-name$/],
    [npm('@scope/name'), /^npm-scope-name-[0-9a-f]{8}$/],
    [npm('a.b'), /^npm-a-b-[0-9a-f]{8}$/],
    [npm('JSONStream'), /^npm-jsonstream-[0-9a-f]{8}$/],
    [npm('looks-like-1a2b3c4d'), /^npm-looks-like-1a2b3c4d-[0-9a-f]{8}$/],
    [pypi('a-b'), /^pypi-a-b$/],
    [git('owner/my-server'), /^github-owner-my-server$/],
    [git('my-owner/server'), /^github-my-owner-server-[0-9a-f]{8}$/],
    [git('owner/server', 'c', 'packages/one'), /^github-owner-server-packages-one-[0-9a-f]{8}$/],
    [{ ...git('x/y'), canonicalUrl: 'https://gitlab.com/group/sub/name' }, /^gitlab-group-sub-name-[0-9a-f]{8}$/],
    [{ ...git('x/y'), canonicalUrl: 'https://codeberg.org/owner/name' }, /^codeberg-owner-name$/],
    [{ ...git('x/y'), canonicalUrl: 'https://git.example/deep/name' }, /^git-git-example-deep-name-[0-9a-f]{8}$/],
    [npm(`long-${'x'.repeat(400)}`), /^npm-long-x+-[0-9a-f]{8}$/],
    [npm('---'), /^npm-x-[0-9a-f]{8}$/],
  ])('of %j are as the contract says', ({ type, canonicalUrl, folder = '' }, expected) => {
    if (type === 'folder') throw new Error('a folder has no slug')
    const [slug] = slugsOf({ type, canonicalUrl, folder })
    expect(slug).toMatch(expected)
    expect(slug.length).toBeLessThanOrEqual(300)
    expect(slug).toMatch(/^(?:npm|pypi|github|gitlab|bitbucket|codeberg|git)-[a-z0-9-]*[a-z0-9]$/)
  })

  it('are others for names that would be written alike, and never change hands', async () => {
    const alike = ['@a/b', 'a.b', 'a_b', 'a-b', 'A-B']
    for (const name of alike) await entered({ source: npm(name) })
    const slugs = await Promise.all(alike.map((name) => slugOf(npm(name))))
    expect(new Set(slugs).size).toBe(alike.length)
    expect(slugs[3]).toBe('npm-a-b')
    await entered({ source: npm('a-b', '2.0.0') })
    expect(await Promise.all(alike.map((name) => slugOf(npm(name))))).toEqual(slugs)
  })

  it('go to the next in line where one is taken', async () => {
    const source = npm('taken')
    await db.insert(registryServers).values({
      id: '00000000-0000-4000-8000-000000000001',
      slug: 'npm-taken',
      name: 'x',
      category: 'other',
      sourceType: 'npm',
      status: 'active',
    })
    expect((await entered({ source })).server?.slug).toBe(
      slugsOf({ type: 'npm', canonicalUrl: source.canonicalUrl, folder: '' })[1],
    )
  })
})

describe('a package and a repository', () => {
  it('are one server by the word of both, the older stays, and the score is of the package', async () => {
    const repository = await entered({
      source: git('o/both'),
      facts: projectFacts({ packages: [manifest('npm', 'both')] }),
      findings: [storedFinding({ severity: 'low' })],
    })
    await entered({
      source: npm('both'),
      facts: projectFacts(naming('o/both')),
      findings: [storedFinding({ severity: 'medium' })],
    })
    expect(await slugOf(npm('both'))).toBe('github-o-both')
    const server = await findEntryBySlug(db, 'github-o-both')
    expect(server).toMatchObject({
      id: repository.server?.id,
      sourceType: 'npm',
      npmPackage: 'both',
      repositoryUrl: 'https://github.com/o/both',
      version: '1.0.0',
      medium: 1,
      low: 0,
    })
    expect(await findEntryBySlug(db, 'npm-both')).toMatchObject({ mergedInto: server?.id })
    expect((await listSourcesOfServer(db, server?.id ?? '')).find(({ type }) => type === 'npm')?.joinedBy).toEqual({
      package: { type: 'npm', name: 'both', revision: '1.0.0', says: 'its manifest names https://github.com/o/both' },
      repository: {
        url: 'https://github.com/o/both',
        revision: 'c'.repeat(40),
        manifest: 'package.json',
        says: 'package.json has the name both',
      },
    })
    expect((await historyOf('github-o-both')).map(({ cause }) => cause)).toEqual(['code', 'metadata'])
  })

  it('are one whichever came first, and a Python package joins both', async () => {
    const packages = [manifest('npm', 'trio'), manifest('PyPI', 'trio-py', 'python')]
    await entered({ source: pypi('trio-py'), facts: projectFacts(naming('o/trio', 'python')) })
    await entered({ source: npm('trio'), facts: projectFacts(naming('o/trio')) })
    await entered({ source: git('o/trio'), facts: projectFacts({ packages }) })
    expect(await Promise.all([pypi('trio-py'), npm('trio'), git('o/trio')].map(slugOf))).toEqual([
      'pypi-trio-py',
      'pypi-trio-py',
      'pypi-trio-py',
    ])
  })

  it.each<[string, Partial<ProjectFacts>, Partial<ProjectFacts>, string?]>([
    ['names a repository that does not know it', { packages: [manifest('npm', 'official')] }, naming('o/REPO')],
    ['is named by a repository that it does not name', { packages: [manifest('npm', 'NAME')] }, naming('o/elsewhere')],
    ['names no repository', { packages: [manifest('npm', 'NAME')] }, {}],
    ['names another folder', { packages: [manifest('npm', 'NAME')] }, naming('o/REPO', 'packages/other')],
    ['is kept from being published there', { packages: [manifest('npm', 'NAME', '', true)] }, naming('o/REPO')],
    [
      'is one of several there',
      { packages: [manifest('npm', 'NAME', 'packages/a'), manifest('npm', 'other', 'packages/b')] },
      naming('o/REPO', 'packages/a'),
    ],
    ['has the name in another registry', { packages: [manifest('PyPI', 'NAME')] }, naming('o/REPO')],
    [
      'was built from another one, as a verified attestation says',
      { packages: [manifest('npm', 'NAME')] },
      naming('o/REPO'),
      'https://github.com/o/builder',
    ],
  ])('stay two where the package %s', async (what, ofRepository, ofPackage, builtFrom) => {
    const name = `two-${what.length}`
    const put = (facts: Partial<ProjectFacts>) =>
      projectFacts(JSON.parse(JSON.stringify(facts).replaceAll('NAME', name).replaceAll('REPO', name)))
    await entered({ source: git(`o/${name}`), facts: put(ofRepository) })
    await entered({
      source: {
        ...npm(name),
        ...(builtFrom !== undefined && {
          package: { provenance: { state: 'verified', detail: 'x', repository: builtFrom } },
        }),
      },
      facts: put(ofPackage),
    })
    expect([await slugOf(git(`o/${name}`)), await slugOf(npm(name))]).toEqual([`github-o-${name}`, `npm-${name}`])
    expect(await findEntryBySlug(db, `npm-${name}`)).toMatchObject({ repositoryUrl: builtFrom ?? '', mergedInto: null })
  })

  it('are joined by the folder of a repository of several, and by a verified attestation', async () => {
    const packages = [manifest('npm', 'mono-a')]
    await entered({ source: git('o/mono', 'c'.repeat(40), 'packages/a'), facts: projectFacts({ packages }) })
    await entered({ source: npm('mono-a'), facts: projectFacts(naming('o/mono', 'packages/a')) })
    expect(await slugOf(npm('mono-a'))).toMatch(/^github-o-mono-packages-a-/)
    const provenance = {
      state: 'verified' as const,
      detail: 'x',
      repository: 'https://github.com/o/attested',
      commit: 'e'.repeat(40),
    }
    await entered({ source: git('o/attested'), facts: projectFacts({ packages: [manifest('npm', 'attested')] }) })
    await entered({ source: { ...npm('attested'), package: { provenance } } })
    expect(await slugOf(npm('attested'))).toBe('github-o-attested')
    await entered({ source: git('o/claimed'), facts: projectFacts({ packages: [manifest('npm', 'claimed')] }) })
    await entered({
      source: {
        ...npm('claimed'),
        package: { provenance: { ...provenance, state: 'invalid', repository: 'https://github.com/o/claimed' } },
      },
    })
    expect(await slugOf(npm('claimed'))).toBe('npm-claimed')
  })

  it('say nothing by a version or branch that is not the current one', async () => {
    await entered({ source: git('o/stale', 'a'.repeat(40)), facts: projectFacts({ packages: [] }) })
    await entered(
      { source: git('o/stale', 'b'.repeat(40)), facts: projectFacts({ packages: [manifest('npm', 'stale')] }) },
      'a'.repeat(40),
    )
    await entered({ source: npm('stale'), facts: projectFacts(naming('o/stale')) })
    expect(await slugOf(npm('stale'))).toBe('npm-stale')
  })

  it('stay together when a scan of one did not see everything', async () => {
    await entered({ source: git('o/halfseen'), facts: projectFacts({ packages: [manifest('npm', 'halfseen')] }) })
    await entered({ source: npm('halfseen'), facts: projectFacts({ ...naming('o/halfseen'), description: 'Whole' }) })
    await entered({
      source: git('o/halfseen', 'e'.repeat(40)),
      facts: projectFacts({ packages: [] }),
      coverage: { gaps: ['Something could not be read.'] },
    })
    await entered({
      source: npm('halfseen', '1.1.0'),
      facts: projectFacts({ description: 'Half' }),
      coverage: { gaps: ['Something could not be read.'] },
    })
    expect(await slugOf(npm('halfseen'))).toBe('github-o-halfseen')
    expect(await findEntryBySlug(db, 'github-o-halfseen')).toMatchObject({ description: 'Whole', version: '1.0.0' })
  })

  it('part when one takes its word back, and each has what it had', async () => {
    await entered({
      source: npm('parted'),
      facts: projectFacts(naming('o/parted')),
      findings: [storedFinding({ severity: 'medium' })],
    })
    const packages = [manifest('npm', 'parted')]
    await entered({
      source: git('o/parted'),
      facts: projectFacts({ packages }),
      findings: [storedFinding({ severity: 'low' })],
      tools: [scannedTool('of-repository')],
    })
    expect(await slugOf(git('o/parted'))).toBe('npm-parted')
    expect(await findEntryBySlug(db, 'npm-parted')).toMatchObject({
      medium: 1,
      low: 0,
      repositoryUrl: 'https://github.com/o/parted',
    })
    await entered({ source: npm('parted', '1.1.0'), facts: projectFacts() })
    expect([await slugOf(npm('parted')), await slugOf(git('o/parted'))]).toEqual(['npm-parted', 'github-o-parted'])
    expect(await findEntryBySlug(db, 'npm-parted')).toMatchObject({ version: '1.1.0', medium: 0, repositoryUrl: '' })
    expect(await findEntryBySlug(db, 'github-o-parted')).toMatchObject({
      mergedInto: null,
      low: 1,
      medium: 0,
      repositoryUrl: 'https://github.com/o/parted',
    })
  })

  it('are parted by an operator for good, and joined again by one', async () => {
    await entered({ source: git('o/split'), facts: projectFacts({ packages: [manifest('npm', 'split')] }) })
    const facts = projectFacts(naming('o/split'))
    await entered({ source: npm('split'), facts, findings: [storedFinding({ severity: 'medium' })] })
    expect(await slugOf(npm('split'))).toBe('github-o-split')
    expect(
      await splitSource(
        { db, ...silent },
        { canonicalUrl: npm('split').canonicalUrl, folder: '', apart: true, now: new Date() },
      ),
    ).toEqual(['github-o-split', 'npm-split'])
    expect(await findEntryBySlug(db, 'github-o-split')).toMatchObject({
      medium: 0,
      npmPackage: '',
      sourceType: 'git',
      securityScore: 100,
    })
    expect(await findEntryBySlug(db, 'npm-split')).toMatchObject({ medium: 1, mergedInto: null })
    await entered({ source: npm('split', '2.0.0'), facts })
    expect(await slugOf(npm('split'))).toBe('npm-split')
    await splitSource(
      { db, ...silent },
      { canonicalUrl: npm('split').canonicalUrl, folder: '', apart: false, now: new Date() },
    )
    expect(await slugOf(npm('split'))).toBe('github-o-split')
  })

  it('make one entry when they come at the same moment, and so does one scanned twice', async () => {
    await Promise.all([
      entered({ source: npm('racing'), facts: projectFacts(naming('o/racing')) }),
      entered({ source: git('o/racing'), facts: projectFacts({ packages: [manifest('npm', 'racing')] }) }),
      entered({ source: npm('racing'), facts: projectFacts(naming('o/racing')) }),
    ])
    expect(await slugOf(npm('racing'))).toBe(await slugOf(git('o/racing')))
    expect(
      await db
        .select()
        .from(registrySources)
        .where(eq(registrySources.canonicalUrl, npm('racing').canonicalUrl)),
    ).toHaveLength(1)
  })

  it('a repository that becomes private while its entry is being made is not shown', async () => {
    let heard = Promise.resolve()
    await db.transaction(async (tx) => {
      await lockEntries(tx)
      const row = await findScanById(tx, await storeScan(tx, accountId, { source: git('o/turning') }))
      const scan = row && publicScan(row)
      if (scan)
        await recordScan(silent, tx, scan, {
          evidence: implementsServer(scan.facts, scan.tools),
          currentRevision: scan.source.revision,
          now: new Date(),
        })
      heard = db.transaction((other) =>
        hearOfRepository(silent, other, { url: 'https://github.com/o/turning', isPublic: false, now: new Date() }),
      )
      await somebodyWaits()
    })
    await heard
    expect((await findEntryBySlug(db, 'github-o-turning'))?.hiddenAt).toBeInstanceOf(Date)
  })

  it('a repository that becomes private leaves at once, its package stays, and both return together', async () => {
    await entered({
      source: git('o/secret'),
      facts: projectFacts({ packages: [manifest('npm', 'secret')] }),
      findings: [storedFinding({ severity: 'low' })],
    })
    await entered({ source: npm('secret'), facts: projectFacts(naming('o/secret')) })
    const url = 'https://github.com/o/secret'
    const alone = <Answer>(work: Parameters<typeof db.transaction<Answer>>[0]) =>
      db.transaction(async (tx) => {
        await lockEntries(tx)
        return work(tx)
      })
    await alone((tx) => goneSource(silent, tx, url, new Date()))
    expect(await findEntryBySlug(db, 'github-o-secret')).toMatchObject({ hiddenAt: expect.any(Date), npmPackage: '' })
    expect(await findEntryBySlug(db, 'npm-secret')).toMatchObject({
      hiddenAt: null,
      mergedInto: null,
      repositoryUrl: '',
      securityScore: 100,
    })
    await alone((tx) => backSource(silent, tx, url, new Date()))
    expect(await findEntryBySlug(db, 'github-o-secret')).toMatchObject({
      hiddenAt: null,
      npmPackage: 'secret',
      version: '1.0.0',
    })
    expect(await slugOf(npm('secret'))).toBe('github-o-secret')
  })
})

describe('the history', () => {
  const advisories = (modified: string) => ({ npm: { syncedAt: modified, modified } })

  it('tells code, advisories and rules apart', async () => {
    const flaw = dependencyFinding('GHSA-aaaa-bbbb-cccc', { fingerprint: 'flaw' })
    const steps: [StoredScan, string, readonly string[]][] = [
      [{ source: npm('past'), coverage: { advisories: advisories('2026-01-01T00:00:00Z') } }, 'code', []],
      [
        { source: npm('past'), findings: [flaw], coverage: { advisories: advisories('2026-01-02T00:00:00Z') } },
        'advisory',
        ['GHSA-aaaa-bbbb-cccc'],
      ],
      [
        {
          source: npm('past'),
          findings: [flaw, storedFinding({ severity: 'low', category: 'code', fingerprint: 'new' })],
          facts: projectFacts({ engine: 'engine-2' }),
          coverage: { advisories: advisories('2026-01-02T00:00:00Z') },
        },
        'rules',
        [],
      ],
      [{ source: npm('past', '1.1.0'), facts: projectFacts({ engine: 'engine-2' }) }, 'code', []],
    ]
    for (const [scan] of steps) await entered(scan)
    expect((await historyOf('npm-past')).map(({ cause, advisories: ids }) => [cause, ids])).toEqual(
      steps.map(([, cause, ids]) => [cause, ids]),
    )
  })

  it('tells what a new formula moves from what a new version does: a point for each', async () => {
    const findings = [storedFinding({ severity: 'medium' })]
    const { server } = await entered({ source: npm('moved'), findings, method: '0' })
    await db
      .update(registryServers)
      .set({ securityScore: 60, grade: 'D' })
      .where(eq(registryServers.id, server?.id ?? ''))
    const next = await entered({
      source: npm('moved', '1.1.0'),
      findings: [...findings, storedFinding({ severity: 'critical', fingerprint: 'worse' })],
    })
    const score = next.server?.securityScore
    expect(
      (await historyOf('npm-moved')).map(({ cause, method, version, securityScore }) => [
        cause,
        method,
        version,
        securityScore,
      ]),
    ).toEqual([
      ['code', '0', '1.0.0', 92],
      ['rules', '2', '1.0.0', 92],
      ['code', '2', '1.1.0', score],
    ])
    expect(
      next.told.map(({ cause, before, after }) => [
        cause,
        before.method,
        before.securityScore,
        after.version,
        after.securityScore,
      ]),
    ).toEqual([
      ['rules', '0', 60, '1.0.0', 92],
      ['code', '2', 92, '1.1.0', score],
    ])
  })

  it('has no point for a scan that says the same again', async () => {
    await entered({ source: npm('same') })
    const again = await entered({ source: npm('same') })
    expect(await historyOf('npm-same')).toHaveLength(1)
    expect(again.server?.scanId).not.toBe((await historyOf('npm-same'))[0]?.scanId)
  })

  it('a changed formula is a change of rules, from what is stored, once', async () => {
    const { server } = await entered({
      source: npm('rescored'),
      findings: [
        storedFinding({ severity: 'high' }),
        storedFinding({ severity: 'low', precision: 'low', fingerprint: 'b' }),
      ],
    })
    const told: unknown[] = []
    const context = {
      db,
      announceServerChange: async (_tx: unknown, change: { cause: string }) => void told.push(change.cause),
    }
    const formula = {
      method: 'test',
      score: (open: readonly { severity: string }[]) => ({ score: 100 - open.length, grade: 'A+' as const }),
    }
    const at = new Date()
    const options = { now: () => at, signal: AbortSignal.timeout(20_000), formula }
    expect(await rescoreServers(context, options)).toBeGreaterThan(1)
    expect(await findEntryBySlug(db, 'npm-rescored')).toMatchObject({
      securityScore: 98,
      grade: 'A+',
      method: 'test',
      high: 1,
      scanId: server?.scanId,
    })
    expect((await historyOf('npm-rescored')).map(({ cause, method, changedAt }) => [cause, method, changedAt])).toEqual(
      [
        ['code', '2', null],
        ['rules', 'test', at],
      ],
    )
    expect(told).toContain('rules')
    expect(await rescoreServers(context, options)).toBe(0)
  })
})
