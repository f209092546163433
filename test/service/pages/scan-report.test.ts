import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { insertFindings } from '../../../src/service/db/scans/findings.ts'
import { saveInventory } from '../../../src/service/db/scans/inventories.ts'
import { completeScan, insertScan } from '../../../src/service/db/scans/scans.ts'
import type { Finding } from '../../../src/engine/model/finding.ts'
import type { Coverage } from '../../../src/engine/model/scan.ts'
import { downloadKinds } from '../../../src/service/pages/scan/scan-downloads.ts'
import { dependencyFinding, storedFinding } from '../../support/findings.ts'
import { testApi } from '../../support/test-api.ts'
import { expectInert, hostile, shown } from './hostile.ts'

const api = await testApi()
const { db, sql } = api
const { accountId } = await api.account('whoever-scans')
const coverage: Coverage = {
  detectors: [],
  files: { scanned: 1, bytes: 1, skipped: [] },
  components: { total: 1, method: 'package-lock.json', unresolved: [] },
  advisories: {},
  undecidedAdvisories: 0,
  isolation: 'in-process',
  gaps: [],
}
const results = {
  securityScore: 54,
  grade: 'D' as const,
  vulnerabilities: { critical: 1, high: 0, medium: 1, low: 1, info: 0, total: 3 },
  partial: false,
  method: '1',
}

async function pending(parts: Partial<Parameters<typeof insertScan>[1]> = {}): Promise<string> {
  const id = `scan_${randomBytes(20).toString('base64url')}`
  await insertScan(db, {
    id,
    accountId,
    status: 'pending',
    url: 'https://git.example/acme/secret-plans',
    target: { type: 'git', repository: 'https://git.example/acme/secret-plans' },
    sourceType: 'git',
    failOn: 'high',
    stage: 'queued',
    percent: 0,
    estimatedCompletionAt: new Date(),
    ...parts,
  })
  return id
}

async function completed(findings: readonly Finding[], isPrivate = false): Promise<string> {
  const id = await pending()
  const source = {
    type: 'npm',
    canonicalUrl: 'https://www.npmjs.com/package/server',
    revision: '1.0.0',
    digest: 'sha512-abc',
  } as const
  const inventoryDigest = await saveInventory(db, [
    {
      purl: 'pkg:npm/server@1.0.0',
      name: 'server',
      version: '1.0.0',
      ecosystem: 'npm',
      direct: true,
      dev: false,
      introducedBy: [],
    },
  ])
  await completeScan(db, id, {
    source,
    canonicalUrl: source.canonicalUrl,
    inventoryDigest,
    results,
    verdict: 'fail',
    coverage,
    isPrivate,
    completedAt: new Date(),
  })
  await insertFindings(db, id, findings)
  return id
}

const way = [
  { path: 'src/a.ts', line: 3, message: 'host comes in' },
  { path: 'src/b.ts', line: 9, message: 'a shell runs it' },
]
const findings = [
  storedFinding({
    id: 'finding_critical',
    ruleId: 'command-injection',
    category: 'code',
    severity: 'critical',
    title: 'withheld title',
    location: { path: 'src/b.ts', startLine: 9, snippet: 'exec(host)' },
    trace: way,
    fingerprint: '1',
  }),
  storedFinding({
    id: 'finding_medium',
    ruleId: 'path-traversal',
    category: 'code',
    severity: 'medium',
    state: 'existing',
    title: 'Opens what it is told',
    location: { path: 'src/c.ts', startLine: 4, snippet: 'open(path)' },
    trace: way,
    fingerprint: '2',
  }),
  storedFinding({
    id: 'finding_secret',
    ruleId: 'leaked-token',
    category: 'secret',
    severity: 'high',
    title: 'the token',
    location: { path: 'config.json', snippet: 'tok…' },
    fingerprint: '3',
  }),
  dependencyFinding('GHSA-aaaa-bbbb-cccc', { id: 'finding_low', severity: 'low', fingerprint: '4' }),
  storedFinding({
    id: 'finding_aside',
    ruleId: 'path-traversal',
    category: 'code',
    severity: 'low',
    state: 'suppressed',
    title: 'set aside',
    fingerprint: '5',
  }),
]
const id = await completed(findings)
const read = (path: string, headers: Record<string, string> = {}) =>
  api.anonymous('GET', `/scan/${path}`, undefined, headers)
const withheld = ['withheld title', 'exec(host)', 'the token', 'config.json', 'set aside']

describe('the findings of a report', () => {
  it('explain why details are withheld from outsiders', async () => {
    const reason = 'it shows only the rule and the file'
    expect(shown((await read(id)).text)).toContain(reason)
    expect(shown((await read(`${id}?show=code`)).text)).toContain(reason)
    expect(shown((await read(`${id}?severity=low`)).text)).not.toContain(reason)
  })

  it('support filters and code, and link to a page with the data flow', async () => {
    const rows = (text: string) => (text.match(/<tr role="row"><td/g) ?? []).length
    expect([
      rows((await read(id)).text),
      rows((await read(`${id}?severity=low`)).text),
      rows((await read(`${id}?category=code`)).text),
      rows((await read(`${id}?severity=info`)).text),
    ]).toEqual([4, 1, 2, 0])
    // Outsiders cannot filter by state, because states come from private earlier scans of the account.
    expect(rows((await read(`${id}?state=suppressed`)).text)).toBe(4)
    const withCode = (await read(`${id}?show=code`)).text
    expect(withCode.match(/<article class="finding"/g)).toHaveLength(4)
    expect(shown(withCode)).toContain('open(path)')
    const page = await read(`${id}/findings/finding_medium`)
    for (const expected of [
      'Opens what it is told',
      'open(path)',
      'host comes in',
      'a shell runs it',
      'src/b.ts :9',
      'Rule path-traversal',
    ])
      expect(shown(page.text), expected).toContain(expected)
    for (const text of [withCode, page.text, (await read(id)).text])
      for (const untold of withheld) expect(text, untold).not.toContain(untold)
  })

  it('show only rule and file if withheld, and return 404 if hidden', async () => {
    const critical = await read(`${id}/findings/finding_critical`)
    expect(shown(critical.text)).toMatch(
      /Command injection: untrusted input reaches a shell.*src\/b\.ts.*does not publish the code/,
    )
    for (const untold of [...withheld, ':9']) expect(critical.text, untold).not.toContain(untold)
    const statuses = await Promise.all(
      ['finding_secret', 'finding_aside', 'nothing', '%00', '%ff', 'a'.repeat(500)].map(
        async (finding) => (await read(`${id}/findings/${finding}`)).status,
      ),
    )
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404])
  })

  it('show hostile text as inert text', async () => {
    const bad = await completed([
      storedFinding({
        id: 'finding_1',
        ruleId: 'path-traversal',
        category: 'code',
        severity: 'medium',
        title: hostile,
        message: hostile,
        location: { path: hostile, startLine: 2, snippet: `${hostile}${'y'.repeat(1_000_000)}` },
        trace: [{ path: hostile, line: 1, message: hostile }],
        remediation: hostile,
      }),
    ])
    for (const path of [bad, `${bad}?show=code`, `${bad}/findings/finding_1`]) {
      const { text } = await read(path)
      expectInert(text)
      expect(text.length).toBeLessThan(30_000)
    }
  })
})

describe('downloads of a report', () => {
  it('are SARIF, SBOM, and JSON with the public details', async () => {
    const files = await Promise.all(
      ['report.sarif', 'sbom.cdx.json', 'report.json', 'sbom.spdx.json'].map((file) => read(`${id}/${file}`)),
    )
    expect(
      files.map(({ status, headers }) => [
        status,
        headers.get('content-type')?.split(';')[0],
        headers.get('content-disposition'),
      ]),
    ).toEqual([
      [200, 'application/sarif+json', `attachment; filename="${id}.sarif"`],
      [200, 'application/vnd.cyclonedx+json', `attachment; filename="${id}.cdx.json"`],
      [200, 'application/json', `attachment; filename="${id}.json"`],
      [200, 'application/spdx+json', `attachment; filename="${id}.spdx.json"`],
    ])
    const [sarif, sbom, report, spdx] = files.map(({ text }) => JSON.parse(text))
    expect([sarif.runs[0].results.length, sbom.bomFormat, report.findings.length]).toEqual([4, 'CycloneDX', 4])
    expect(spdx.spdxVersion).toBe('SPDX-2.3')
    for (const { text } of files)
      for (const untold of [...withheld, 'secret-plans', accountId]) expect(text, untold).not.toContain(untold)
    // Outsiders must not see whether an earlier scan had the findings.
    expect(new Set(report.findings.map(({ state }: Finding) => state))).toEqual(new Set(['new']))
    expect(new Set(report.findings.map(({ firstSeenAt }: Finding) => firstSeenAt))).toEqual(
      new Set([report.completedAt]),
    )
  })

  it('are an HTML page that loads nothing, with the public details', async () => {
    const { status, headers, text } = await read(`${id}/report.html`)
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'text/html; charset=utf-8',
      `attachment; filename="${id}.html"`,
    ])
    expect(text.match(/<section class="finding">/g)).toHaveLength(4)
    expect(text).not.toMatch(/<script|<img|<link|\shref=|\ssrc=/)
    for (const untold of [...withheld, 'secret-plans', accountId]) expect(text, untold).not.toContain(untold)
  })

  it('do not exist for private and unfinished scans', async () => {
    const [secret, waiting] = [await completed(findings, true), await pending()]
    for (const path of [
      secret,
      `${secret}/findings/finding_medium`,
      ...[secret, waiting].flatMap((each) => downloadKinds.map((file) => `${each}/${file}`)),
      `${secret}/events`,
    ])
      expect((await read(path)).status, path).toBe(404)
  })
})

describe('the progress of a scan', () => {
  it('is streamed until the scan ends, without details of the project', async () => {
    const running = await pending({ status: 'scanning', stage: 'code', percent: 40 })
    const answer = await fetch(`${api.address}/scan/${running}/events`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    const text = answer.text()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await sql`update scans set status = 'failed', completed_at = now(), error_code = 'INTERNAL', verdict = 'error'
      where id = ${running}`
    const told = await text
    expect(told).toContain(
      'data: {"percent":40,"heading":"Scan running","says":"Assay is reading the code.","stages":[',
    )
    expect(told).toMatch(/event: end\ndata: \{\}\n\n$/)
    for (const untold of ['secret-plans', accountId]) expect(told).not.toContain(untold)
  })

  it('limits the streams of a network, and the page then refreshes itself', async () => {
    const running = await pending({ status: 'scanning', stage: 'code', percent: 40 })
    const open = new AbortController()
    const statuses = []
    for (let count = 0; count < 4; count += 1)
      statuses.push((await fetch(`${api.address}/scan/${running}/events`, { signal: open.signal })).status)
    open.abort()
    expect(statuses).toContain(429)
    expect((await read(running)).text).toContain('<noscript><meta http-equiv="refresh" content="5"/></noscript>')
  })
})
