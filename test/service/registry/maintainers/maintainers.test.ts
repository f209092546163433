import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { permissions } from '../../../../src/service/accounts/permissions.ts'
import { registryIntake } from '../../../../src/service/db/registry/publications-schema.ts'
import {
  registryFindings,
  registryServers,
  registrySources,
} from '../../../../src/service/db/registry/servers-schema.ts'
import { registryClaims } from '../../../../src/service/db/registry/trust-schema.ts'
import { hasClaimed } from '../../../../src/service/db/registry/servers.ts'
import { reviewDispute } from '../../../../src/service/db/registry/disputes.ts'
import { githubInstallations, githubRepositories } from '../../../../src/service/db/github/installations-schema.ts'
import { scans } from '../../../../src/service/db/scans/schema.ts'
import { checkClaim, recheckClaims } from '../../../../src/service/registry/maintainers/check-claim.ts'
import { findClaimToken } from '../../../../src/service/registry/maintainers/claim-file.ts'
import { publicTextProblem } from '../../../../src/service/registry/maintainers/public-text.ts'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { parseAllowedNetworks } from '../../../../src/engine/net/allowed-networks.ts'
import { createNpmRegistry } from '../../../../src/engine/sources/package-registries/npm-registry.ts'
import { storedFinding } from '../../../support/findings.ts'
import { startNpmStandIn, type StandInPackages } from '../../../support/npm-stand-in.ts'
import { sourceContext } from '../../../support/source-context.ts'
import { testApi } from '../../../support/test-api.ts'
import { sourceDeclaration } from '../entered-scan.ts'
import { insertReceiptedServer } from '../receipts/receipted-server.ts'

const api = await testApi()
const { db, queue } = api
const anna = await api.account('anna', permissions)
const bert = await api.account('bert', permissions)
const dora = await api.account('dora', permissions)
const reader = await api.account('reader')
const log = pino({ level: 'silent' })
const dayMs = 24 * 60 * 60_000

async function claimOf(accountId: string, serverId: string) {
  const rows = await db.select().from(registryClaims).where(eq(registryClaims.serverId, serverId))
  const claim = rows.find((row) => row.accountId === accountId)
  if (!claim) throw new Error('there is no claim')
  return claim
}

/** Runs the job with an npm registry that has these packages. */
async function look(claimId: string, packages: StandInPackages, now = new Date()) {
  await using registry = await startNpmStandIn(packages)
  const network = createNetwork({ allowedNetworks: parseAllowedNetworks('upstream=127.0.0.0/8') })
  const sources = sourceContext({ npmRegistry: createNpmRegistry({ network, registry: registry.url }) })
  await checkClaim({ db, sources, log }, { claimId }, { now, signal: sources.signal })
}

describe('a claim', async () => {
  const server = await insertReceiptedServer(db, { slug: 'npm-claimed' })
  const path = '/api/v1/servers/npm-claimed/claims'

  it('is made once, with a token that tells how to show it, by keys that may change the account', async () => {
    expect((await reader.call('POST', path)).status).toBe(403)
    expect((await api.anonymous('POST', path)).status).toBe(401)
    expect((await anna.call('POST', '/api/v1/servers/npm-nobody/claims')).status).toBe(404)
    const made = await anna.call('POST', path)
    expect(made.status).toBe(201)
    expect(made.json.data).toEqual({
      slug: 'npm-claimed',
      state: 'pending',
      method: 'file',
      token: expect.stringMatching(/^assay-claim-[\w-]{32}$/),
      files: ['assay-claim.txt', '.well-known/assay-claim.txt'],
      createdAt: expect.any(String),
    })
    expect((await anna.call('POST', path)).json.data).toEqual(made.json.data)
    expect((await bert.call('POST', path)).json.data['token']).not.toBe(made.json.data['token'])
    expect((await anna.call('GET', '/api/v1/account/claims')).json.data['claims'] as unknown[]).toEqual([
      made.json.data,
    ])
  })

  it('is verified when the current version has the token in the file, and not by another account’s token', async () => {
    const [ours, theirs] = [await claimOf(anna.accountId, server.id), await claimOf(bert.accountId, server.id)]
    expect((await anna.call('POST', `${path}/verify`)).status).toBe(202)
    const packages = {
      'claimed@0.9.0': { files: { 'assay-claim.txt': theirs.token } },
      'claimed@1.0.0': { files: { 'assay-claim.txt': `# who maintains this\n  ${ours.token}\r\n` } },
    }
    await look(ours.id, packages)
    await look(theirs.id, packages)
    expect([await hasClaimed(db, anna.accountId, server.id), await hasClaimed(db, bert.accountId, server.id)]).toEqual([
      true,
      false,
    ])
    expect((await bert.call('GET', '/api/v1/account/claims')).json.data['claims']).toMatchObject([
      { state: 'pending', failure: expect.stringContaining('no claim file') },
    ])
    expect((await anna.call('POST', `${path}/verify`)).status).toBe(409)
    expect((await reader.call('POST', `${path}/verify`)).status).toBe(403)
  })

  it('is checked again after a week, stays while the result is unknown, and is lost with the file', async () => {
    const { id, checkedAt } = await claimOf(anna.accountId, server.id)
    const later = new Date((checkedAt ?? new Date()).getTime() + 7 * dayMs)
    await recheckClaims({ db, queue }, new Date(later.getTime() - 1000))
    const jobs = async () =>
      (await api.sql`select data from pgboss.job where name = 'check-claim' and data->>'claimId' = ${id}`).length
    const before = await jobs()
    await api.sql`update pgboss.job set state = 'completed' where name = 'check-claim'`
    await recheckClaims({ db, queue }, later)
    expect(await jobs()).toBe(before + 1)
    await using broken = await startNpmStandIn({}, { answer: () => 503 })
    const network = createNetwork({ allowedNetworks: parseAllowedNetworks('upstream=127.0.0.0/8') })
    const sources = sourceContext({ npmRegistry: createNpmRegistry({ network, registry: broken.url }) })
    await checkClaim({ db, sources, log }, { claimId: id }, { now: later, signal: sources.signal })
    expect(await hasClaimed(db, anna.accountId, server.id)).toBe(true)
    await look(id, { 'claimed@2.0.0': {} }, later)
    expect(await hasClaimed(db, anna.accountId, server.id)).toBe(false)
    expect((await anna.call('GET', '/api/v1/account/claims')).json.data['claims']).toMatchObject([
      { state: 'lost', lostAt: later.toISOString() },
    ])
    expect((await anna.call('DELETE', path)).status).toBe(200)
    expect((await anna.call('DELETE', path)).status).toBe(404)
  })

  it('takes the file from the root or the folder of the server, and from nowhere else', () => {
    const files = (...paths: string[]) => ({
      files: new Map(paths.map((path) => [path, { path, size: 5, content: Buffer.from('token') }])),
    })
    const at = (path: string, folder = '') => findClaimToken(files(path), { token: 'token', folder })
    expect(
      ['assay-claim.txt', '.well-known/assay-claim.txt', 'name-1.0.dist-info/assay-claim.txt'].map((path) => at(path)),
    ).not.toContain(undefined)
    expect(at('src/server/assay-claim.txt', 'src/server')).toBe('src/server/assay-claim.txt')
    expect(
      ['vendor/assay-claim.txt', 'src/other/assay-claim.txt', 'ASSAY-CLAIM.TXT', 'node_modules/x/assay-claim.txt'].map(
        (path) => at(path, 'src/server'),
      ),
    ).toEqual([undefined, undefined, undefined, undefined])
    expect(
      findClaimToken(
        {
          files: new Map([
            ['assay-claim.txt', { path: 'assay-claim.txt', size: 70_000, content: Buffer.from('token') }],
          ]),
        },
        { token: 'token', folder: '' },
      ),
    ).toBeUndefined()
  })
})

describe('a claim by the GitHub App', () => {
  it('is verified at once for the account whose installation has the repository, and lost when that goes', async () => {
    const server = await insertReceiptedServer(db, {
      slug: 'github-owner-app',
      type: 'git',
      canonicalUrl: 'https://github.com/owner/app',
    })
    await db
      .insert(githubInstallations)
      .values({ host: 'github.com', installationId: 1, accountId: anna.accountId, ownerId: 77, ownerLogin: 'Owner' })
    const repository = {
      host: 'github.com',
      repositoryId: 5,
      accountId: anna.accountId,
      installationId: 1,
      ownerLogin: 'Owner',
      name: 'App',
      isPrivate: true,
    }
    await db.insert(githubRepositories).values(repository)
    const path = '/api/v1/servers/github-owner-app/claims'
    expect((await anna.call('POST', path)).json.data, 'a private repository is another one').toMatchObject({
      state: 'pending',
    })
    await db.update(githubRepositories).set({ isPrivate: false })
    expect((await bert.call('POST', path)).json.data).toMatchObject({ state: 'pending' })
    expect((await anna.call('POST', path)).json.data).toMatchObject({ state: 'verified', method: 'installation' })
    const claim = await claimOf(anna.accountId, server.id)
    expect(claim).toMatchObject({ githubHost: 'github.com', githubRepositoryId: 5, githubOwnerId: 77 })
    // The repository itself cannot be read in this test. Only the installation proves that it exists.
    await db
      .update(registrySources)
      .set({ type: 'npm', name: 'no-such', canonicalUrl: 'https://www.npmjs.com/package/no-such' })
      .where(eq(registrySources.serverId, server.id))
    await look(claim.id, {})
    expect(await hasClaimed(db, anna.accountId, server.id)).toBe(false)
  })

  it('does not hold for an owner with another number', async () => {
    const server = await insertReceiptedServer(db, { slug: 'npm-moved', type: 'npm' })
    await db.insert(registrySources).values({
      id: randomUUID(),
      serverId: server.id,
      type: 'git',
      canonicalUrl: 'https://github.com/owner/app',
      name: 'owner/app',
      declares: sourceDeclaration(),
    })
    await anna.call('POST', '/api/v1/servers/npm-moved/claims')
    const claim = await claimOf(anna.accountId, server.id)
    expect(claim.verifiedAt).not.toBeNull()
    await db.update(githubInstallations).set({ ownerId: 78 })
    await db.delete(registrySources).where(eq(registrySources.type, 'git'))
    await look(claim.id, {})
    expect(await hasClaimed(db, anna.accountId, server.id)).toBe(false)
  })

  it('is not verified through an installation that is suspended, and is lost when it becomes so', async () => {
    const server = await insertReceiptedServer(db, {
      slug: 'github-paused-app',
      type: 'git',
      canonicalUrl: 'https://github.com/paused/app',
    })
    const installation = {
      host: 'github.com',
      installationId: 2,
      accountId: dora.accountId,
      ownerId: 79,
      ownerLogin: 'Paused',
      suspendedAt: new Date(),
    }
    await db.insert(githubInstallations).values(installation)
    await db.insert(githubRepositories).values({
      host: 'github.com',
      repositoryId: 6,
      accountId: dora.accountId,
      installationId: 2,
      ownerLogin: 'Paused',
      name: 'App',
      isPrivate: false,
    })
    const suspend = (suspendedAt: Date | null) =>
      db.update(githubInstallations).set({ suspendedAt }).where(eq(githubInstallations.installationId, 2))
    const path = '/api/v1/servers/github-paused-app/claims'
    expect((await dora.call('POST', path)).json.data).toMatchObject({ state: 'pending' })
    await suspend(null)
    expect((await dora.call('POST', path)).json.data).toMatchObject({ state: 'verified', method: 'installation' })
    // Only the installation proves here that the repository exists.
    await db
      .update(registrySources)
      .set({ type: 'npm', name: 'not-there', canonicalUrl: 'https://www.npmjs.com/package/not-there' })
      .where(eq(registrySources.serverId, server.id))
    await suspend(new Date())
    await look((await claimOf(dora.accountId, server.id)).id, {})
    expect(await hasClaimed(db, dora.accountId, server.id)).toBe(false)
  })
})

describe('a dispute', async () => {
  const server = await insertReceiptedServer(db, { slug: 'npm-disputed' })
  const finding = storedFinding({ fingerprint: 'f1', ruleId: 'command-injection' })
  await db.insert(registryFindings).values({
    serverId: server.id,
    ordinal: 0,
    severity: 'high',
    category: 'code',
    fingerprint: 'f1',
    firstSeenAt: new Date(),
    document: finding,
  })
  await db.insert(registryClaims).values({
    id: randomUUID(),
    serverId: server.id,
    accountId: dora.accountId,
    method: 'file',
    token: 't',
    verifiedAt: new Date(),
    createdAt: new Date(),
  })
  const path = '/api/v1/servers/npm-disputed/disputes'
  const dispute = {
    fingerprint: 'f1',
    reason: 'The command comes from a list of three fixed words.\n<b>See</b> src/words.ts.',
  }

  it('is opened by a maintainer, is public in his words, and moves no score', async () => {
    expect((await bert.call('POST', path, dispute)).status).toBe(403)
    expect((await dora.call('POST', path, { ...dispute, fingerprint: 'f2' })).status).toBe(404)
    const opened = await dora.call('POST', path, dispute)
    expect(opened.status).toBe(201)
    expect((await dora.call('POST', path, dispute)).status).toBe(409)
    expect((await api.anonymous('GET', path)).json.data).toEqual({
      disputes: [
        {
          disputeId: opened.json.data['disputeId'],
          ...dispute,
          ruleId: 'command-injection',
          state: 'open',
          createdAt: expect.any(String),
        },
      ],
      pagination: { page: 1, limit: 50, total: 1, totalPages: 1 },
    })
    expect((await db.select().from(registryServers).where(eq(registryServers.id, server.id)))[0]).toMatchObject({
      securityScore: 92,
      grade: 'A',
    })
  })

  it('can be withdrawn and opened again, until it is reviewed', async () => {
    expect((await bert.call('DELETE', `${path}/f1`)).status).toBe(404)
    expect((await dora.call('DELETE', `${path}/f1`)).json.data).toMatchObject({ state: 'withdrawn' })
    expect(
      (await api.anonymous('GET', '/api/v1/servers/npm-disputed/vulnerabilities')).json.data['vulnerabilities'],
    ).toMatchObject([expect.not.objectContaining({ dispute: expect.anything() })])
    const { disputeId } = (await dora.call('POST', path, dispute)).json.data
    await reviewDispute(db, String(disputeId), { state: 'accepted', review: 'So it is.', reviewedAt: new Date() })
    expect(
      await reviewDispute(db, String(disputeId), { state: 'rejected', review: 'No.', reviewedAt: new Date() }),
    ).toBeUndefined()
    expect((await dora.call('DELETE', `${path}/f1`)).status).toBe(404)
    expect((await api.anonymous('GET', path)).json.data['disputes']).toMatchObject([
      { state: 'accepted', review: 'So it is.' },
    ])
    expect(
      (await api.anonymous('GET', '/api/v1/servers/npm-disputed/vulnerabilities')).json.data['vulnerabilities'],
    ).toMatchObject([{ dispute: { state: 'accepted', reason: dispute.reason, review: 'So it is.' } }])
  })

  it.each([
    'short',
    `${'x'.repeat(40)}\u0007`,
    `${'x'.repeat(40)}\u202e`,
    'x'.repeat(2_001),
    `${'x'.repeat(40)}\ud800`,
    ' '.repeat(100),
    `${'x'.repeat(40)}\u200b`,
  ])('refuses the reason %j', async (reason) => {
    const { status, json } = await dora.call('POST', path, { fingerprint: 'f1', reason })
    expect([status, json.error.details[0]?.path]).toEqual([400, 'body.reason'])
  })

  it('takes every script', () => {
    expect(
      publicTextProblem('Der Befehl ist fest. Команда. 指令是固定的。\nהפקודה', { least: 20, most: 2_000 }),
    ).toBeUndefined()
  })
})

describe('a rescan', () => {
  it('is a scan of the requesting account, once an hour for a server', async () => {
    const server = await insertReceiptedServer(db, { slug: 'npm-rescanned' })
    const path = '/api/v1/servers/npm-rescanned/rescan'
    const [one, other] = await Promise.all([reader.call('POST', path), bert.call('POST', path)])
    expect([one.status, other.status].sort()).toEqual([202, 409])
    const [made, refused] = one.status === 202 ? [one, other] : [other, one]
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
    const [scan] = await db
      .select()
      .from(scans)
      .where(eq(scans.id, String(made.json.data['scanId'])))
    expect(scan).toMatchObject({
      target: { type: 'npm', name: 'rescanned', selector: 'latest' },
      asAnybody: true,
      status: 'pending',
    })
    expect(
      await db
        .select()
        .from(scans)
        .where(eq(scans.url, scan?.url ?? '')),
    ).toHaveLength(1)
    await db.update(registryIntake).set({ createdAt: new Date(Date.now() - 3_600_001) })
    expect((await reader.call('POST', path)).status).toBe(202)
    expect(
      await db
        .select()
        .from(registryIntake)
        .where(eq(registryIntake.key, `asked for ${server.id}`)),
    ).toMatchObject([{ origin: 'maintainer', state: 'submitted', scanId: expect.stringMatching(/^scan_/) }])
    expect((await api.anonymous('POST', path)).status).toBe(401)
    expect((await reader.call('POST', '/api/v1/servers/npm-nobody/rescan')).status).toBe(404)
  })
})
