import { announceRepositoryTo } from '../../../../src/service/startup/announce-repository.ts'
import { createPrivateKey, randomBytes, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { githubChecks } from '../../../../src/service/db/github/checks-schema.ts'
import { githubInstallations, githubRepositories } from '../../../../src/service/db/github/installations-schema.ts'
import { scans } from '../../../../src/service/db/scans/schema.ts'
import { publishCheckRun } from '../../../../src/service/github/checks/publish-check-run.ts'
import { createGitHubClients } from '../../../../src/service/github/clients.ts'
import type { GitHubContext } from '../../../../src/service/github/github-event.ts'
import { createGitHubLimits } from '../../../../src/service/github/github-limits.ts'
import { parseAllowedNetworks } from '../../../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { affects, feedFolder, type RecordParts } from '../../scans/advisories/support/feed-folder.ts'
import { component } from '../../scans/advisories/support/npm-component.ts'
import { fakeRepository, startFakeGitHub } from '../../../support/fake-github/fake-github.ts'
import { testApi } from '../../../support/test-api.ts'
import { rematchWorld } from './rematch-world.ts'

const github = await startFakeGitHub()
const network = createNetwork({
  allowedNetworks: parseAllowedNetworks('upstream=127.0.0.1/32'),
  upstreams: [github.apiUrl],
})
const log = pino({ level: 'silent' })
const app = {
  host: 'github.com',
  apiUrl: github.apiUrl,
  id: github.appId,
  privateKey: createPrivateKey(github.privateKeyPem),
  webhookSecret: github.webhookSecret,
}
const api = await testApi({ log })
const { db, queue } = api
const database = { db, sql: api.sql, [Symbol.asyncDispose]: async () => {} }
const context: GitHubContext = {
  ...api,
  log,
  app,
  clients: createGitHubClients({ network, app, log, limits: createGitHubLimits() }),
  publicUrl: 'https://assay.example',
  announceScanEnd: async () => {},
  announceRepository: announceRepositoryTo({ queue }),
}

beforeEach(async () => {
  await db.execute(
    sql`truncate advisory_feeds, advisories, advisory_affected, touched_packages, rematch_inventories,
      package_versions, advisory_matching, inventories, scans, registry_servers, github_repositories,
      github_installations, github_checks, advisory_activity, advisory_effects cascade`,
  )
  await db.execute(sql`delete from pgboss.job where name = 'tell-check'`)
})
afterAll(async () => {
  expect(github.problems).toEqual([])
  await network[Symbol.asyncDispose]()
  await github[Symbol.asyncDispose]()
})

const flaw = (id: string, name: string, parts: Partial<RecordParts> = {}): RecordParts => ({
  id,
  summary: `A flaw of ${name}`,
  affected: [affects(name, { introduced: '0' }, { fixed: '1.5.0' })],
  database_specific: { severity: 'CRITICAL' },
  ...parts,
})
const other = flaw('GHSA-other', 'unrelated')
const lib = component('lib', '1.0.0')

let nextId = 9_000

/** Creates an installed repository with a push to its default branch. The check of the commit has its conclusion. */
async function pushedWorld({
  before,
}: {
  /** Components before the push. Undefined if there was no earlier commit. */ readonly before?: readonly (typeof lib)[]
} = {}) {
  const repositoryId = nextId++
  const owner = { id: 100_000 + repositoryId, login: `owner-${repositoryId}` }
  const world = await rematchWorld(database, feedFolder())
  github.repositories.push(
    fakeRepository({ id: repositoryId, owner, name: `r${repositoryId}`, installationId: repositoryId }),
  )
  await db.insert(githubInstallations).values({
    host: 'github.com',
    installationId: repositoryId,
    accountId: world.accountId,
    ownerId: owner.id,
    ownerLogin: owner.login,
  })
  await world.sync([other])
  const baseScanId = before ? await world.scanRepository(repositoryId, before) : null
  const headScanId = await world.scanRepository(repositoryId, [lib])
  await db.update(scans).set({ completedAt: new Date() }).where(eq(scans.id, headScanId))
  await db
    .update(githubRepositories)
    .set({ installationId: repositoryId, ownerLogin: owner.login })
    .where(eq(githubRepositories.repositoryId, repositoryId))
  const [checkId, headSha, now] = [randomUUID(), randomBytes(20).toString('hex'), new Date()]
  await db.insert(githubChecks).values({
    id: checkId,
    host: 'github.com',
    repositoryId,
    headSha,
    baseSha: before ? 'b'.repeat(40) : null,
    baseRef: 'main',
    cause: 'push',
    state: 'completed',
    baseScanId,
    headScanId,
    createdAt: now,
    changedAt: now,
  })
  await publishCheckRun(context, { checkId }, { signal: AbortSignal.timeout(60_000) })
  return {
    checkId,
    run: () => github.checkRuns.find((run) => run.headSha === headSha),
    /** Syncs, matches again, and runs the resulting jobs. Returns their number. */
    async sync(...records: readonly RecordParts[]): Promise<number> {
      await world.sync([other, ...records])
      await world.rematch(undefined, { queue })
      const waiting = await api.sql<
        { data: { checkId: string } }[]
      >`delete from pgboss.job where name = 'tell-check' and state = 'created' returning data`
      for (const { data } of waiting) await publishCheckRun(context, data, { signal: AbortSignal.timeout(60_000) })
      return waiting.length
    },
  }
}

const withdrawn = flaw('GHSA-late', 'lib', { withdrawn: '2026-01-02T00:00:00Z' })

describe('the check run of the commit at the head of a default branch', () => {
  it(
    'fails by an advisory that comes later where nothing was there to compare with, and passes when that is ' +
      'withdrawn',
    async () => {
      const { run, sync } = await pushedWorld()
      expect(run()).toMatchObject({ status: 'completed', conclusion: 'success' })
      expect(await sync(flaw('GHSA-late', 'lib'))).toBe(1)
      expect(run()).toMatchObject({
        status: 'completed',
        conclusion: 'failure',
        output: { title: expect.stringContaining('1 critical'), summary: expect.stringContaining('A flaw of lib') },
      })
      expect(await sync(withdrawn)).toBe(1)
      expect(run()).toMatchObject({ conclusion: 'success' })
      expect(run()?.output.summary).not.toContain('A flaw of lib')
      expect(github.checkRuns.filter(({ headSha }) => headSha === run()?.headSha)).toHaveLength(1)
    },
  )

  it('names it, and passes, where the commit was compared with the one before it and is not to blame', async () => {
    const { run, sync } = await pushedWorld({ before: [] })
    expect(run()?.output.title).toContain('1 existing')
    expect(await sync(flaw('GHSA-late', 'lib'))).toBe(1)
    expect(run()).toMatchObject({ conclusion: 'success', output: { title: expect.stringContaining('2 existing') } })
    expect(await sync(withdrawn)).toBe(1)
    expect(run()?.output.title).toContain('1 existing')
  })

  it('is left alone by advisories that are about nothing that it brings', async () => {
    const { run, sync } = await pushedWorld()
    const history = [...(run()?.history ?? [])]
    expect(await sync(flaw('GHSA-late', 'another'))).toBe(0)
    expect(run()?.history).toEqual(history)
  })

  it('is published when the check is processed again, if the job died before it reached GitHub', async () => {
    const { checkId, run, sync } = await pushedWorld()
    github.fault = (method) => (method === 'PATCH' ? { status: 502 } : undefined)
    await expect(sync(flaw('GHSA-late', 'lib'))).rejects.toThrow()
    expect(run()).toMatchObject({ conclusion: 'success' })
    github.fault = undefined
    await publishCheckRun(context, { checkId }, { signal: AbortSignal.timeout(60_000) })
    expect(run()).toMatchObject({ conclusion: 'failure' })
  })
})
