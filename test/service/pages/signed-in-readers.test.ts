import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { insertAcceptance } from '../../../src/service/db/github/acceptances.ts'
import { insertGithubCheck } from '../../../src/service/db/github/checks.ts'
import { insertComparison } from '../../../src/service/db/github/comparisons.ts'
import { insertFindings } from '../../../src/service/db/scans/findings.ts'
import { saveInventory } from '../../../src/service/db/scans/inventories.ts'
import { registryClaims } from '../../../src/service/db/registry/trust-schema.ts'
import { completeScan, insertScan } from '../../../src/service/db/scans/scans.ts'
import { pageLimits } from '../../../src/service/pages/page-limits.ts'
import type { Coverage } from '../../../src/engine/model/scan.ts'
import { downloadKinds } from '../../../src/service/pages/scan/scan-downloads.ts'
import { enterStored, projectFacts, storeScan } from '../registry/entered-scan.ts'
import { storedFinding } from '../../support/findings.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { testApi } from '../../support/test-api.ts'
import { browserLike, signedInByLink } from './account/browser-like.ts'
import { shown } from './hostile.ts'

const api = await testApi()
const { db, sql } = api
const [owner, other] = [await api.account('owner'), await api.account('other')]
const [ownersBrowser, othersBrowser, anybody] = [
  await signedInByLink(api, owner.accountId),
  await signedInByLink(api, other.accountId),
  browserLike(api.address),
]
const critical = storedFinding({
  id: 'finding_1',
  ruleId: 'command-injection',
  category: 'code',
  severity: 'critical',
  title: 'how it is done',
  location: { path: 'src/run.ts', startLine: 41, snippet: 'exec(cmd)' },
  trace: [{ path: 'src/run.ts', line: 40, message: 'cmd comes in' }],
})
const aside = storedFinding({
  id: 'finding_2',
  ruleId: 'path-traversal',
  category: 'code',
  severity: 'low',
  state: 'suppressed',
  title: 'was set aside',
  fingerprint: 'aside',
  suppression: { reason: 'known', by: 'assay.yml' },
})

async function completed(isPrivate: boolean): Promise<string> {
  const id = `scan_${randomBytes(20).toString('base64url')}`
  const coverage: Coverage = {
    detectors: [],
    files: { scanned: 1, bytes: 1, skipped: [] },
    components: { total: 1, method: 'package-lock.json', unresolved: [] },
    advisories: {},
    undecidedAdvisories: 0,
    isolation: 'in-process',
    gaps: [],
    baseline: { requested: 'a-branch-of-mine', scanId: 'scan_before', message: 'compared' },
  }
  const source = {
    type: 'git',
    canonicalUrl: 'https://git.example/acme/tool',
    revision: 'c0ffee'.padEnd(40, '0'),
    digest: 'sha512-abc',
    ...(isPrivate && { isPrivate }),
  } as const
  await insertScan(db, {
    id,
    accountId: owner.accountId,
    status: 'pending',
    url: source.canonicalUrl,
    target: { type: 'git', repository: source.canonicalUrl },
    sourceType: 'git',
    failOn: 'high',
    stage: 'queued',
    percent: 0,
    estimatedCompletionAt: new Date(),
  })
  await completeScan(db, id, {
    source,
    canonicalUrl: source.canonicalUrl,
    inventoryDigest: null,
    results: {
      securityScore: 54,
      grade: 'D',
      vulnerabilities: { critical: 1, high: 0, medium: 0, low: 0, info: 0, total: 1 },
      partial: false,
      method: '1',
    },
    verdict: 'fail',
    coverage,
    isPrivate,
    completedAt: new Date(),
  })
  await insertFindings(db, id, [critical, aside])
  return `/scan/${id}`
}

describe('the report of a scan', () => {
  it('shows all details and states to its account, and is not cached', async () => {
    for (const path of [await completed(false), await completed(true)]) {
      const { status, headers, text } = await ownersBrowser.get(path)
      expect([status, headers.get('cache-control'), headers.get('etag')]).toEqual([200, 'no-store', null])
      expect(shown(text)).toContain('how it is done')
      expect(shown((await ownersBrowser.get(`${path}?state=suppressed`)).text)).toContain('was set aside')
      expect(shown((await ownersBrowser.get(`${path}/findings/finding_1`)).text)).toMatch(/exec\(cmd\).*cmd comes in/)
      const report = (await ownersBrowser.get(`${path}/report.json`)).text
      for (const told of ['exec(cmd)', 'scan_before']) expect(report).toContain(told)
    }
  })

  it('shows acceptances in pull requests to its account only', async () => {
    const path = await completed(false)
    const place = {
      host: 'github.com',
      repositoryId: 31,
      baseRef: 'main',
      baseSha: null,
      cause: 'pull_request',
    } as const
    const now = new Date()
    const checkId = randomUUID()
    await insertGithubCheck(db, {
      ...place,
      id: checkId,
      headSha: 'a'.repeat(40),
      state: 'completed',
      createdAt: now,
      changedAt: now,
    })
    await insertComparison(db, {
      ...place,
      id: randomUUID(),
      checkId,
      key: 'pull:7',
      pullNumber: 7,
      lifecycle: 'open',
      state: 'completed',
      headScanId: path.slice('/scan/'.length),
      toldAt: now,
      startedAt: now,
    })
    const acceptance = {
      host: 'github.com',
      repositoryId: 31,
      accountId: owner.accountId,
      checkId,
      baseRef: 'main',
      fingerprint: critical.fingerprint,
      reason: 'checked <b>by hand</b>',
      person: 'reviewer',
      acceptedAt: now,
      expiresAt: new Date(now.getTime() + 86_400_000),
    }
    await insertAcceptance(db, { ...acceptance, pullNumber: 7, commentId: 1 })
    await insertAcceptance(db, { ...acceptance, pullNumber: 8, commentId: 2, reason: 'of another pull request' })
    await insertAcceptance(db, { ...acceptance, pullNumber: 7, commentId: 3, expiresAt: now, reason: 'expired' })
    const { text } = await ownersBrowser.get(path)
    expect(shown(text)).toMatch(/Accepted in pull requests.*#7.*reviewer.*checked/s)
    for (const untold of ['<b>by hand', 'of another pull request', '>expired<']) expect(text).not.toContain(untold)
    for (const browser of [othersBrowser, anybody])
      expect((await browser.get(path)).text).not.toMatch(/reviewer|by hand|Accepted in pull requests/)
  })

  it('shows other accounts the public page', async () => {
    const [open, secret] = [await completed(false), await completed(true)]
    for (const browser of [othersBrowser, anybody]) {
      const { status, text } = await browser.get(`${open}?state=suppressed`)
      expect(status).toBe(200)
      for (const untold of ['how it is done', 'exec(cmd)', 'was set aside']) expect(text, untold).not.toContain(untold)
      for (const path of [secret, `${secret}/findings/finding_1`, `${secret}/report.sarif`, `${secret}/events`])
        expect((await browser.get(path)).status, path).toBe(404)
      for (const kind of downloadKinds)
        expect((await browser.get(`${open}/${kind}`)).text, kind).not.toMatch(
          /exec\(cmd\)|scan_before|a-branch-of-mine/,
        )
    }
  })
})

describe('the page of a server', () => {
  it('shows packages, and all details to a verified maintainer', async () => {
    const id = await storeScan(db, owner.accountId, {
      source: { type: 'npm', canonicalUrl: 'https://www.npmjs.com/package/claimed', revision: '1.0.0' },
      facts: projectFacts(),
      findings: [critical],
      completedAt: new Date(),
    })
    const {
      serverIds: [serverId = ''],
    } = await enterStored(db, id, '1.0.0')
    const digest = await saveInventory(
      db,
      ['a', 'b', 'c'].map((name) => ({
        purl: `pkg:npm/${name}@1.0.0`,
        name,
        version: '1.0.0',
        ecosystem: 'npm',
        direct: name === 'c',
        dev: name === 'b',
        introducedBy: [],
      })),
    )
    await sql`update registry_revisions set inventory_digest = ${digest} where scan_id = ${id}`
    const claim = { id: randomUUID(), serverId, method: 'file', token: 'token', createdAt: new Date() } as const
    await db.insert(registryClaims).values([
      { ...claim, accountId: owner.accountId, verifiedAt: new Date() },
      { ...claim, id: randomUUID(), accountId: other.accountId },
    ])
    const own = await ownersBrowser.get('/servers/npm-claimed')
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const findings = await ownersBrowser.get('/servers/npm-claimed/findings')
    expect([findings.status, findings.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(shown(findings.text)).toMatch(/exec\(cmd\).*cmd comes in/)
    const dependencies = shown((await ownersBrowser.get('/servers/npm-claimed/dependencies')).text)
    expect(dependencies).toContain(
      'The project and its dependencies consist of 3 package versions. 1 of them is direct.',
    )
    expect(dependencies).toMatch(/ c @ 1\.0\.0 direct .*a @ 1\.0\.0 .*b @ 1\.0\.0 dev/)
    for (const browser of [othersBrowser, anybody])
      for (const path of ['/servers/npm-claimed', '/servers/npm-claimed/findings'])
        expect((await browser.get(path)).text, path).not.toContain('exec(cmd)')
  })
})

describe('the scan form of a signed-in visitor', () => {
  it('starts a scan of the account, and requires the session token', async () => {
    const form = (await ownersBrowser.get('/')).text
    const token = /action="\/scans"[^]*?name="token" value="([^"]+)"/.exec(form)?.[1] ?? ''
    const fields = { url: 'https://www.npmjs.com/package/zod' }
    expect((await ownersBrowser.post('/scans', fields)).status).toBe(403)
    expect((await othersBrowser.post('/scans', { ...fields, token })).status).toBe(403)
    const { status, headers } = await ownersBrowser.post('/scans', { ...fields, token })
    expect(status).toBe(303)
    const [row] = await sql`select account_id, as_anybody from scans
        where id = ${headers.get('location')?.slice('/scan/'.length) ?? ''}`
    expect(row).toEqual({ account_id: owner.accountId, as_anybody: false })
  })

  it('costs the account one request, as in the API', async () => {
    const poor = await api.account('poor', ['scans:read'], 'free')
    const browser = await signedInByLink(api, poor.accountId)
    const token = /action="\/scans"[^]*?name="token" value="([^"]+)"/.exec((await browser.get('/')).text)?.[1] ?? ''
    const submitted = async () =>
      (await browser.post('/scans', { url: 'https://www.npmjs.com/package/zod', token })).status
    expect(await submitted()).toBe(303)
    for (let asked = 0; asked < 100; asked += 1) await poor.call('GET', '/api/v1/account')
    expect(await submitted()).toBe(429)
    expect(await sql`select from scans where account_id = ${poor.accountId}`).toHaveLength(1)
  })
})

describe('the scan form', () => {
  it('responds with a client error to an unreadable form', async () => {
    const elsewhere = browserLike(api.address)
    expect((await elsewhere.post('/scans', { url: 'a'.repeat(20_000) })).status).toBe(413)
    expect(
      await rawRequest(
        `${api.address}/login`,
        { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' },
        'no gzip',
      ),
    ).toMatch(/^HTTP\/1\.1 400 /)
    expect(
      (
        await fetch(`${api.address}/account/keys`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-7' },
          body: 'a=b',
        })
      ).status,
    ).toBe(415)
  })

  it('is subject to the page limit', async () => {
    const elsewhere = browserLike(api.address)
    const statuses = await Promise.all(
      Array.from(
        { length: pageLimits.ceiling.maxBurstPages * 3 },
        async () => (await elsewhere.post('/scans', { url: 'no address' })).status,
      ),
    )
    expect(new Set(statuses)).toEqual(new Set([400, 429]))
  }, 60_000)
})
