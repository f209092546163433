import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { insertFindings } from '../../../src/service/db/scans/findings.ts'
import { scanProgress as scanProgressTable, scans } from '../../../src/service/db/scans/schema.ts'
import { completeScan, failScan, insertScan } from '../../../src/service/db/scans/scans.ts'
import type { Finding } from '../../../src/engine/model/finding.ts'
import { checkRunSummary } from '../../../src/engine/reports/check-run/summary.ts'
import { pageLimits } from '../../../src/service/pages/page-limits.ts'
import { publicationLimits } from '../../../src/engine/reports/publication-limits.ts'
import {
  type Coverage,
  type LostReading,
  scanFailureCodes,
  scanStages,
  type Verdict,
} from '../../../src/engine/model/scan.ts'
import type { SourceIdentity } from '../../../src/engine/model/target.ts'
import { dependencyFinding, storedFinding } from '../../support/findings.ts'
import { testApi } from '../../support/test-api.ts'

const api = await testApi()
const { db } = api
const submitter = await api.account('submitter-of-scans')
const submitted = 'https://git.example/acme/secret-plans?token=inthequery'
const source: SourceIdentity = {
  type: 'npm',
  canonicalUrl: 'https://www.npmjs.com/package/server',
  revision: '1.0.0',
  digest: 'sha512-abc',
}
const coverage: Coverage = {
  detectors: [],
  files: { scanned: 12, bytes: 1, skipped: [] },
  components: { total: 34, method: 'package-lock.json', unresolved: [] },
  advisories: { npm: { syncedAt: '2026-01-30T10:00:00.000Z' } },
  undecidedAdvisories: 0,
  isolation: 'in-process',
  gaps: [],
}
const results = {
  securityScore: 54,
  grade: 'D' as const,
  vulnerabilities: { critical: 1, high: 2, medium: 0, low: 0, info: 4, total: 7 },
  partial: false,
  method: '1',
}
const hidden = [
  submitted,
  'secret-plans',
  'inthequery',
  submitter.accountId,
  'submitter-of-scans',
  'hooks.example',
  'words of the failure',
]

async function pending(parts: Partial<Parameters<typeof insertScan>[1]> = {}): Promise<string> {
  const id = `scan_${randomBytes(20).toString('base64url')}`
  await insertScan(db, {
    id,
    accountId: submitter.accountId,
    status: 'pending',
    url: submitted,
    target: { type: 'git', repository: 'https://git.example/acme/secret-plans' },
    sourceType: 'git',
    webhook: 'https://hooks.example/x',
    failOn: 'high',
    stage: 'queued',
    percent: 0,
    estimatedCompletionAt: new Date(),
    ...parts,
  })
  return id
}

interface Outcome {
  readonly source?: Partial<SourceIdentity>
  readonly coverage?: Partial<Coverage>
  readonly verdict?: Verdict
  readonly isPrivate?: boolean
  readonly findings?: readonly Finding[]
  readonly completedAt?: Date
}

async function completed(
  {
    source: changed,
    coverage: covered,
    verdict = 'fail',
    isPrivate = false,
    findings = [],
    completedAt = new Date('2026-01-31T12:00:00.000Z'),
  }: Outcome = {},
  parts: Parameters<typeof pending>[0] = {},
): Promise<string> {
  const id = await pending(parts)
  const identity = { ...source, ...changed }
  await completeScan(db, id, {
    source: identity,
    canonicalUrl: identity.canonicalUrl,
    inventoryDigest: null,
    results,
    verdict,
    coverage: { ...coverage, ...covered },
    isPrivate,
    completedAt,
  })
  await insertFindings(db, id, findings)
  return id
}

const read = (id: string, headers: Record<string, string> = {}, method = 'GET') =>
  api.anonymous(method, `/scan/${id}`, undefined, headers)
/** Returns the text that a reader sees: without tags, with entities decoded. */
const shown = (page: string) =>
  page
    .replaceAll(/<style[^]*?<\/style>|<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
const rows = (page: string) =>
  [...(/<tbody[^]*<\/tbody>/.exec(page)?.[0] ?? '').matchAll(/<tr[^]*?<\/tr>/g)].map(([row]) => shown(row).trim())

describe('the page of a completed scan', () => {
  it('shows when the advisories were synced, and the age of the newest one', async () => {
    const advisories = {
      npm: { syncedAt: '2026-11-23T05:10:00.000Z', newestModified: '2026-01-29T05:11:16.988Z' },
      PyPI: { syncedAt: '2026-11-23T05:10:00.000Z' },
    }
    const { text } = await read(await completed({ coverage: { advisories } }))
    expect(shown(text)).toContain(
      'npm advisories synced 2026-11-23 (latest 2026-01-29, 297 days old); PyPI advisories synced 2026-11-23',
    )
  })

  it('shows source, grade, verdict, counts, and findings', async () => {
    const findings = [
      dependencyFinding('GHSA-aaaa-bbbb-cccc', {
        id: 'finding_1',
        severity: 'critical',
        title: 'flawed 0.0.8: Prototype pollution',
        component: {
          purl: 'pkg:npm/flawed@0.0.8',
          name: 'flawed',
          version: '0.0.8',
          ecosystem: 'npm',
          direct: false,
          dev: false,
          introducedBy: [{ manifest: 'package.json', path: ['server@1.0.0', 'middle@2.1.0', 'flawed@0.0.8'] }],
        },
      }),
      storedFinding({
        id: 'finding_2',
        severity: 'medium',
        category: 'code',
        title: 'Reads any file',
        location: { path: 'src/index.js', startLine: 7, snippet: 'a snippet of code' },
      }),
      storedFinding({ id: 'finding_3', severity: 'low', state: 'suppressed', title: 'a finding that was set aside' }),
      storedFinding({ id: 'finding_4', severity: 'low', state: 'fixed', title: 'a finding that is gone' }),
    ]
    const { status, headers, text } = await read(await completed({ findings }))
    const words = shown(text)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain('<title>server@1.0.0: D · Assay</title>')
    for (const expected of [
      'server@1.0.0',
      'Grade D',
      '54 of 100',
      'Failed: 1 of 2 open findings is high or worse.',
      '31 January 2026',
      '2 high',
      '4 info',
      'Suppressed findings: 1.',
      '34: package-lock.json',
      'npm advisories synced 2026-01-30',
    ])
      expect(words).toContain(expected)
    expect(rows(text)).toEqual([
      'critical flawed 0.0.8: Prototype pollution Upgrade. Path: middle@2.1.0 › flawed@0.0.8 . ' +
        'GHSA-aaaa-bbbb-cccc ( CVE-2026-1 )',
      'medium Reads any file src/index.js:7',
    ])
    expect(text).toContain('href="https://osv.dev/vulnerability/GHSA-aaaa-bbbb-cccc"')
    expect(text).toContain('href="https://www.npmjs.com/package/server"')
    for (const untold of ['a snippet of code', 'was set aside', 'is gone', ...hidden])
      expect(text, untold).not.toContain(untold)
  })

  it('shows code in titles and texts as code, without backticks', async () => {
    const findings = [
      dependencyFinding('GHSA-aaaa-bbbb-cccc', { id: 'finding_1', title: 'flawed 0.0.8: `merge` is flawed' }),
      storedFinding({
        id: 'finding_2',
        category: 'code',
        title: 'Uses `eval`',
        message: 'It calls `eval`.',
        remediation: 'Use `JSON.parse`.',
        location: { path: 'src/index.js', startLine: 7 },
      }),
    ]
    const detectorReason = 'no file like `*.py`'
    const id = await completed({
      findings,
      coverage: {
        gaps: ['`package.json` has no lockfile.'],
        detectors: [{ id: 'code', status: 'partial', reason: detectorReason, files: 1, bytes: 1, durationMs: 1 }],
      },
    })
    for (const path of [id, `${id}?show=code`, `${id}/findings/finding_1`]) {
      const { status, text } = await read(path)
      expect(status, path).toBe(200)
      expect(shown(text), path).not.toContain('`')
      expect(text, path).toContain('<code>merge</code> is flawed')
    }
  })

  it.each([
    ['pass', [], 'Passed: no open findings.'],
    [
      'partial',
      ['The file <b>x</b> could not be read.'],
      'Incomplete: no open findings, but Assay could not analyze the whole project (1 coverage gap).',
    ],
  ] as const)('explains the verdict %s and lists coverage gaps', async (verdict, gaps, sentence) => {
    const words = shown((await read(await completed({ verdict, coverage: { gaps: [...gaps] } }))).text)
    expect(words).toContain(sentence)
    expect(words.includes('Coverage gaps ')).toBe(gaps.length > 0)
    for (const gap of gaps) expect(words).toContain(gap)
  })

  it('states that only new findings count, and that a commit is unverified', async () => {
    const id = await completed(
      {
        verdict: 'pass',
        source: {
          type: 'git',
          canonicalUrl: 'https://git.example/acme/tool',
          revision: 'c0ffee'.padEnd(40, '0'),
          unverifiedRevision: true,
          ref: 'main',
        },
      },
      { baseline: 'a-branch-of-theirs' },
    )
    const words = shown((await read(id)).text)
    expect(words).toContain('Passed: no new findings.')
    expect(words).toContain('acme/tool@c0ffee000000')
    expect(words).toContain('the commit may come from any fork')
    expect(words).not.toContain('a-branch-of-theirs')
  })

  const undecided: Finding['guard'] = { path: 'a.ts', line: 1, outcome: 'undecided', reason: 'why' }
  const unsure: Partial<Finding> = {
    precision: 'low',
    advisory: { id: 'GHSA-1', aliases: [], url: 'https://a.example' },
  }
  const lost: LostReading[] = [
    { kind: 'file', path: '<b>a.py', reason: 'size', message: 'Assay can no longer read `<b>a.py`.' },
  ]
  type Case = ['pass' | 'fail' | 'partial', readonly Partial<Finding>[], string?, LostReading[]?]
  it.each<Case>([
    ['pass', [{ severity: 'low' }]],
    ['pass', [{ guard: undecided }, { severity: 'medium' }]],
    ['pass', [{ state: 'existing', severity: 'critical' }], 'main'],
    ['fail', [{ state: 'existing' }, { guard: undecided }, { state: 'fixed' }, { severity: 'info' }], 'main'],
    ['fail', [{}, unsure]],
    ['fail', [{ state: 'fixed' }], 'main', lost],
    ['partial', [{ state: 'fixed' }, { state: 'suppressed' }], 'main'],
  ])('has the sentence of the check run about a %s of %j', async (verdict, parts, baseline, lostReadings) => {
    const findings = parts.map((each, index) => storedFinding({ ...each, id: `f_${index}`, fingerprint: `f_${index}` }))
    const gaps = verdict === 'partial' ? ['One gap.', 'Two gaps.'] : []
    const id = await completed(
      {
        verdict,
        findings,
        coverage: {
          gaps,
          ...(baseline && {
            baseline: { requested: baseline, message: '', ...(lostReadings && { lost: lostReadings }) },
          }),
        },
      },
      baseline ? { baseline } : {},
    )
    const check = checkRunSummary({
      verdict,
      results,
      findings,
      isCompared: baseline !== undefined,
      gaps,
      failOn: 'high',
      lost: lostReadings ?? [],
    })
    const [, sentence = ''] = /^\*\*(.*)\*\*/.exec(check) ?? []
    const page = shown((await read(id)).text)
    expect(page).toContain(shown(sentence))
    if (lostReadings) expect(page).toContain('No longer readable Assay can no longer read <b>a.py .')
  })

  it('shows the status of each detector and the isolation of the scan', async () => {
    const detector = { files: 1_234, bytes: 5, durationMs: 1 } as const
    const detectors: Coverage['detectors'] = [
      { ...detector, id: 'configuration', status: 'succeeded' },
      { ...detector, id: 'dangerous-flows', status: 'timed-out', reason: 'It took longer than <b>90</b> s.' },
      { ...detector, id: 'leaked-secrets', status: 'skipped' },
    ]
    const isolation = { kind: 'child-process-without-network', bounds: ['no network', '10 s a file'] } as const
    const { text } = await read(
      await completed({ coverage: { detectors, isolation: { ...isolation, bounds: [...isolation.bounds] } } }),
    )
    expect(rows(text)).toEqual([
      'configuration succeeded 1,234',
      'dangerous-flows timed out It took longer than <b>90</b> s. 1,234',
      'leaked-secrets skipped as requested 1,234',
    ])
    expect(shown(text)).toMatch(
      /separate processes for this scan, without network access\..*these limits: no network; 10 s a file\./,
    )
    const open = shown(
      (
        await read(
          await completed({
            coverage: { isolation: { kind: 'child-process', bounds: ['the network is not cut off on this machine'] } },
          }),
        )
      ).text,
    )
    expect(open).toContain('with network access')
    expect(shown((await read(await completed())).text)).toContain('without isolation')
  })

  it('pages groups of findings, and leads to the findings after the first 500', async () => {
    const findings = Array.from({ length: 503 }, (_, index) =>
      dependencyFinding(`GHSA-${index}`, {
        id: `finding_${index}`,
        severity: 'low',
        fingerprint: String(index),
        title: `finding number ${index}`,
        component: {
          purl: `pkg:npm/a@1.0.${index}`,
          name: 'a',
          version: `1.0.${index}`,
          ecosystem: 'npm',
          direct: true,
          dev: false,
          introducedBy: [{ manifest: 'package-lock.json', path: ['server@1.0.0', `a@1.0.${index}`] }],
        },
      }),
    )
    const id = await completed({ findings })
    const { maxReportGroups } = pageLimits
    const [first, second, last] = await Promise.all(
      [id, `${id}?page=2`, `${id}?part=2`].map(async (path) => (await read(path)).text),
    )
    expect([first, second, last].map((text) => rows(text ?? '').length)).toEqual([maxReportGroups, maxReportGroups, 3])
    expect(rows(second ?? '')[0]).toContain(`finding number ${maxReportGroups} `)
    expect(rows(last ?? '')[0]).toContain('finding number 500 ')
    expect(shown(first ?? '')).toContain(
      'These pages group the findings 1 to 500 of 503, the worst first. Further findings',
    )
    expect(first).toContain(`href="/scan/${id}?part=2#findings"`)
  })
})

describe('groups of findings', () => {
  const flaw = (index: number, parts: Partial<Finding> = {}) =>
    dependencyFinding(`GHSA-000${index}-bbbb-cccc`, {
      id: `finding_${index}`,
      fingerprint: String(index),
      title: `a 1.0.0: flaw ${index}`,
      ...parts,
    })
  const links = (text: string) => [...text.matchAll(/href="\/scan\/[^"/]+\/findings\/(\w+)"/g)].map(([, id]) => id)

  it('are one row for a package version, with the upgrade that fixes them all and a link to each', async () => {
    const findings = [flaw(1), flaw(2, { severity: 'critical' }), flaw(3), flaw(4)]
    const { text } = await read(await completed({ findings }))
    expect(rows(text)).toEqual([
      'critical a 1.0.0: 4 known vulnerabilities Upgrade a to 1.0.1 or later. GHSA-0001-bbbb-cccc ( CVE-2026-1 ), ' +
        'GHSA-0002-bbbb-cccc ( CVE-2026-1 ), GHSA-0003-bbbb-cccc ( CVE-2026-1 ), and 1 more a 1.0.0: flaw 1 high ' +
        'a 1.0.0: flaw 2 a 1.0.0: flaw 3 high 1 more a 1.0.0: flaw 4 high',
    ])
    expect([...new Set(links(text))]).toEqual(['finding_1', 'finding_2', 'finding_3', 'finding_4'])
  })

  it('and coverage gaps show code between backticks as code', async () => {
    const findings = [1, 2].map((index) =>
      flaw(index, { ruleId: 'malicious-dependency', remediation: 'Remove `a<b>` from the lockfile.' }),
    )
    const { text } = await read(await completed({ findings, coverage: { gaps: ['`x.js` is too large.'] } }))
    expect(text).toContain('Remove <code>a&lt;b></code> from the lockfile.')
    expect(text).toContain('<code>x.js</code> is too large.')
  })

  it('are one row for a weakness in many places, each linked without scripts', async () => {
    const findings = Array.from({ length: 12 }, (_, index) =>
      storedFinding({
        id: `finding_${index}`,
        fingerprint: String(index),
        severity: 'medium',
        category: 'code',
        title: '<b>\u202e in *x*',
        location: { path: `src/${index}.js`, startLine: 7 },
      }),
    )
    const { text } = await read(await completed({ findings }))
    expect(rows(text)).toHaveLength(1)
    expect(rows(text)[0]).toMatch(/^medium <b>.* in \*x\* \(12 places\) src\/0\.js:7 .* 9 more src\/3\.js:7/)
    expect(new Set(links(text)).size).toBe(12)
    expect(text).not.toMatch(/<b>|\u202e/)
    const { text: withCode } = await read(`${await completed({ findings })}?show=code`)
    expect(withCode.match(/<article class="finding"/g)).toHaveLength(pageLimits.maxReportCards)
    expect(shown(withCode)).toContain(`in *x* (${pageLimits.maxReportCards} places) medium`)
    expect(shown(withCode)).toContain('Each group contains only the findings on this page.')
  })
})

describe('the published part of a finding', () => {
  it('is rule and number for secrets, and rule, severity, and file for severe code findings', async () => {
    // Times and ports cannot contain these line numbers.
    const secret = {
      ruleId: 'leaked-token',
      category: 'secret',
      severity: 'high',
      title: 'A token in config.json',
      message: 'tokenvalue',
      location: { path: 'config.json', startLine: 90_003, snippet: 'tokenvalue' },
    } as const
    const findings = [
      storedFinding({ ...secret, id: 'finding_1', fingerprint: '1' }),
      storedFinding({ ...secret, id: 'finding_2', fingerprint: '2' }),
      storedFinding({
        id: 'finding_3',
        ruleId: 'command-injection',
        category: 'code',
        severity: 'critical',
        title: 'The tool run passes its input shell_line to exec',
        location: { path: 'src/run.ts', startLine: 90_041, snippet: 'exec(shell_line)' },
        trace: [{ path: 'src/run.ts', line: 90_040, message: 'shell_line comes in' }],
      }),
    ]
    const { text } = await read(await completed({ findings, completedAt: new Date() }))
    expect(rows(text)).toEqual([
      'critical Command injection: untrusted input reaches a shell src/run.ts',
      'high leaked-token (2 times)',
    ])
    for (const untold of ['tokenvalue', 'config.json', 'exec', 'shell_line', ':900', '90,0'])
      expect(text, untold).not.toContain(untold)
  })

  it('is everything except secrets 90 days after the scan, without the real first day', async () => {
    const findings = [
      storedFinding({
        id: 'finding_1',
        ruleId: 'leaked-token',
        category: 'secret',
        severity: 'high',
        title: 'their token',
        location: { path: 'config.json', startLine: 3, snippet: 'tokenvalue' },
        fingerprint: '1',
      }),
      storedFinding({
        id: 'finding_2',
        ruleId: 'command-injection',
        category: 'code',
        severity: 'critical',
        title: 'how it is done',
        location: { path: 'src/run.ts', startLine: 41, snippet: 'exec(cmd)' },
        trace: [{ path: 'src/run.ts', line: 40, message: 'cmd comes in' }],
        fingerprint: '2',
        firstSeenAt: '2019-03-04T05:06:07.000Z',
      }),
    ]
    const pages = async (completedAt: Date) => {
      const id = await completed({ findings, completedAt })
      return Promise.all(
        [`${id}?show=code`, `${id}/findings/finding_2`, `${id}/report.json`, `${id}/report.sarif`].map(
          async (path) => (await read(path)).text,
        ),
      )
    }
    const { embargoMs: withheldMs } = publicationLimits
    for (const text of await pages(new Date(Date.now() - withheldMs + 60_000)))
      for (const untold of ['how it is done', 'exec(cmd)', 'cmd comes in', 'tokenvalue', '2019-03-04'])
        expect(text, untold).not.toContain(untold)
    for (const text of await pages(new Date(Date.now() - withheldMs - 1))) {
      expect(text).toContain('exec(cmd)')
      for (const untold of ['their token', 'tokenvalue', 'config.json', '2019-03-04'])
        expect(text, untold).not.toContain(untold)
    }
  })
})

describe('hostile names', () => {
  it('are shown as text with invisible characters spelled out', async () => {
    const hostile = '<script>alert(1)</script><img src=x onerror=alert(2)>"\'&\u202egnp.exe\u2066\u200b\u0007'
    const findings = [
      dependencyFinding('GHSA-aaaa-bbbb-cccc', {
        title: hostile,
        location: { path: hostile },
        component: {
          purl: 'pkg:npm/x@1',
          name: hostile,
          version: hostile,
          ecosystem: 'npm',
          direct: false,
          dev: false,
          introducedBy: [{ manifest: 'm', path: ['a', hostile, 'b'] }],
        },
        advisory: { id: hostile, aliases: [hostile], url: 'javascript:alert(3)', fixedVersion: hostile },
      }),
    ]
    const id = await completed({
      findings,
      verdict: 'partial',
      coverage: { gaps: [hostile], components: { total: 1, method: hostile, unresolved: [] } },
      source: {
        type: 'git',
        canonicalUrl: `https://git.example/${encodeURIComponent(hostile)}`,
        revision: hostile,
        ref: hostile,
        folder: hostile,
      },
    })
    const { status, text } = await read(id)
    expect(status).toBe(200)
    expect(text).not.toMatch(/<script|<img|javascript:|\son\w+="|\p{Cf}/u)
    expect(text).not.toContain('\u0007')
    expect(text).toContain('⟨U+202E⟩gnp.exe⟨U+2066⟩⟨U+200B⟩⟨U+0007⟩')
    expect(shown(text)).toContain('<script>alert(1)</script>')
  })
})

describe('a reader without access to a scan', () => {
  it('cannot distinguish a private scan from a missing one', async () => {
    const unseen = await Promise.all([
      completed({ isPrivate: true }),
      completed({ source: { isPrivate: true } }),
      completed({ source: { isInternal: true } }),
      completed({ source: { type: 'folder', canonicalUrl: 'file:///home/somebody' } }),
    ])
    const invented = [
      `scan_${randomBytes(20).toString('base64url')}`,
      'x',
      '%00',
      '%ff',
      'scan_%00',
      `scan_${'a'.repeat(1_500)}`,
      '..%2f..%2fetc',
      '<script>',
    ]
    const answers = await Promise.all([...unseen, ...invented].map((id) => read(id)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const withoutRequest = answers.map(({ headers }) =>
      JSON.stringify([...headers].filter(([name]) => !['x-request-id', 'date'].includes(name))),
    )
    expect(new Set(withoutRequest).size).toBe(1)
    // The same page links to the sign-in for readers with access.
    expect(answers[0]?.text).toContain('<a href="/login">')
  })

  it('sees the same page with an API key as without', async () => {
    const [secret, open] = [await completed({ isPrivate: true }), await completed()]
    expect((await submitter.call('GET', `/scan/${secret}`)).status).toBe(404)
    expect((await submitter.call('GET', `/scan/${open}`)).text).toBe((await read(open)).text)
  })
})

describe('the page of an unfinished scan', () => {
  it('shows the progress, refreshes itself, and does not reveal the project', async () => {
    const first = await pending()
    const second = await pending()
    const waiting = await read(second)
    expect(waiting.text).toContain('<meta http-equiv="refresh" content="5"')
    expect(shown(waiting.text)).toMatch(/The scan is waiting to start. Position in the queue: \d+\./)
    const running = await Promise.all(
      scanStages.map(async (stage) => read(await pending({ status: 'scanning', stage, percent: 40 }))),
    )
    for (const { status, text } of running) {
      expect([status, text.includes('<progress max="100" value="40"')]).toEqual([200, true])
      expect(text).not.toContain('Position in the queue')
    }
    expect(new Set(running.map(({ text }) => text)).size).toBe(scanStages.length)
    for (const { text } of [await read(first), waiting, ...running])
      for (const untold of hidden) expect(text, untold).not.toContain(untold)
  })

  it('lists the stages with the durations of the last attempt', async () => {
    const id = await pending({ status: 'scanning' })
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second))
    const steps = [
      ['source', 0],
      ['components', 4],
      ['source', 10],
      ['components', 12],
      ['components', 14],
      ['advisories', 17],
    ] as const
    await db.insert(scanProgressTable).values(
      steps.map(([stage, second], index) => ({
        scanId: id,
        number: index + 1,
        stage,
        percent: 0,
        recordedAt: at(second),
      })),
    )
    await db.update(scans).set({ stage: 'advisories', percent: 85 }).where(eq(scans.id, id))
    const { text } = await read(id)
    expect(shown(text)).toContain(
      'Scan running Assay is looking up advisories. 85% done Fetch the source 2.0 s Read the dependencies 5.0 s ' +
        'Read and analyze the code skipped Look up advisories running Run the detectors Store the results',
    )
    expect(text.match(/aria-current="step"/g)).toHaveLength(1)
  })

  it('has a heading that follows the status', async () => {
    expect((await read(await pending())).text).toContain('<h1>Scan waiting</h1>')
    expect((await read(await pending({ status: 'scanning', stage: 'queued' }))).text).toContain('<h1>Scan running</h1>')
    expect((await read(await pending({ status: 'pending', stage: 'code' }))).text).toContain('<h1>Scan waiting</h1>')
  })

  it.each(scanFailureCodes)('explains the failure %s without details of the scan', async (errorCode) => {
    const id = await pending()
    await failScan(db, id, {
      errorCode,
      errorMessage: 'words of the failure: https://git.example/acme/secret-plans',
      verdict: 'error',
      completedAt: new Date(),
    })
    const { status, text } = await read(id)
    expect([status, shown(text).includes(errorCode), text.includes('http-equiv')]).toEqual([200, true, false])
    for (const untold of hidden) expect(text, untold).not.toContain(untold)
  })
})

describe('the HTML of a scan page', () => {
  it('is excluded from search engines, and loads only its own style sheet and scripts', async () => {
    for (const { text, headers } of [await read(await completed()), await read(await pending()), await read('x')]) {
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(text).toContain('<meta name="robots" content="noindex, nofollow"')
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*style-src 'self'/)
      expect(
        text.replaceAll(/<script type="module" src="\/pages\/[a-z-]+-[\da-f]{16}\.js"><\/script>/g, ''),
      ).not.toMatch(/<script|<iframe|<img|\sstyle=|<style|@import/i)
      const sheets = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map((match) => match[1] ?? '')
      expect(sheets).toEqual([expect.stringMatching(/^\/pages\/style-[\da-f]{16}\.css$/)])
      const sheet = await api.anonymous('GET', sheets[0] ?? '')
      expect([sheet.status, sheet.headers.get('content-type'), sheet.headers.get('cache-control')]).toEqual([
        200,
        'text/css; charset=utf-8',
        'public, max-age=31536000, immutable',
      ])
      expect(sheet.text).not.toContain('@import')
      const loaded = [...sheet.text.matchAll(/url\(([^)]*)\)/g)].map((match) => match[1])
      expect(loaded).toEqual([expect.stringMatching(/^'\/pages\/inter-[\da-f]{16}\.woff2'$/)])
      const font = await api.anonymous('GET', loaded[0]?.slice(1, -1) ?? '')
      expect([font.status, font.headers.get('content-type'), font.headers.get('cache-control')]).toEqual([
        200,
        'font/woff2',
        'public, max-age=31536000, immutable',
      ])
    }
  })

  it('has one h1, a language, and tables with column headers', async () => {
    const { text } = await read(await completed({ findings: [dependencyFinding('GHSA-aaaa-bbbb-cccc')] }))
    expect(text).toMatch(/^<!doctype html><html lang="en">/)
    expect(text.match(/<h1[ >]/g)).toHaveLength(1)
    expect([...text.matchAll(/<th role="columnheader" scope="col">([^<]+)</g)].map((match) => match[1])).toEqual([
      'Severity',
      'Finding',
    ])
    expect(text).toContain('<caption>Findings</caption>')
  })

  it('supports revalidation', async () => {
    const id = await completed()
    const { headers } = await read(id)
    const etag = headers.get('etag') ?? ''
    expect(headers.get('cache-control')).toBe('private, no-cache')
    const again = await read(id, { 'if-none-match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
    await insertFindings(db, id, [storedFinding()])
    expect((await read(id, { 'if-none-match': etag })).status).toBe(200)
  })

  it('supports HEAD, and rejects other methods with 405', async () => {
    const id = await completed()
    const [head, get] = [await read(id, {}, 'HEAD'), await read(id)]
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', get.headers.get('etag')])
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const { status, headers } = await read(id, {}, method)
      expect([status, headers.get('allow')], method).toEqual([405, 'GET, HEAD'])
    }
  })

  it('is outside the rate limits', async () => {
    const { headers } = await read(await completed())
    expect([...headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([])
  })
})
