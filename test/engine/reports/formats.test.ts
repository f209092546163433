import { describe, expect, it } from 'vitest'
import type { Component } from '../../../src/engine/model/component.ts'
import type { Finding } from '../../../src/engine/model/finding.ts'
import type { ScanReport } from '../../../src/engine/model/scan-report.ts'
import { reportFormats } from '../../../src/engine/reports/formats/catalogue.ts'
import type { ReportFormat } from '../../../src/engine/reports/formats/report-format.ts'
import { type ReportFormatId, reportFormatIds } from '../../../src/engine/reports/formats/format-ids.ts'

const formats = Object.fromEntries(
  await Promise.all(reportFormatIds.map(async (id) => [id, await reportFormats[id]()] as const)),
) as Readonly<Record<ReportFormatId, ReportFormat>>

const view = { columns: 100, color: false, folder: '/work', rules: [], componentsOf: () => [] }

const source = {
  type: 'folder',
  canonicalUrl: 'file:///work/project',
  revision: 'sha256-x',
  digest: 'sha256-x',
} as const

const hostile =
  '</style><script>alert(1)</script>\n::error::forged\u202E ![x](https://evil.example/p.png) @octocat #1 %0A'

const finding = (change: Partial<Finding> = {}): Finding => ({
  id: 'finding_1',
  ruleId: 'command-injection',
  title: 'Command injection in tool "ping"',
  message: 'The argument "host" reaches `exec()`.',
  severity: 'critical',
  precision: 'high',
  category: 'code',
  cwe: ['CWE-78'],
  owaspMcp: [],
  location: { path: 'src/ping.js', startLine: 12, startColumn: 3, snippet: 'exec(`ping ${host}`)' },
  trace: [{ path: 'src/ping.js', line: 9, message: 'argument `host` of tool `ping`' }],
  fingerprint: 'a'.repeat(64),
  state: 'new',
  remediation: 'Use `execFile()` instead.',
  firstSeenAt: '2026-01-01T00:00:00.000Z',
  ...change,
})

const report = (findings: readonly Finding[], change: Partial<ScanReport> = {}): ScanReport => ({
  target: 'server',
  verdict: 'fail',
  findings: [...findings],
  ...change,
})

describe('every format', () => {
  const withFailures = reportFormatIds.filter((id) => id !== 'cyclonedx' && id !== 'spdx' && id !== 'openvex')

  it.each(withFailures)('%s renders an empty list, a failure, and several targets', (id) => {
    const { render, isJoint } = formats[id]
    if (isJoint) expect(render([], view)).toMatch(/\n$/)
    const failed = report([], { error: { code: 'SOURCE_NOT_FOUND', message: 'It does not exist.' } })
    const text = render([report([finding()]), failed], view)
    expect(text).toContain('It does not exist.')
    expect(text).toContain('Command injection in tool')
    expect(text).toMatch(/\n$/)
  })

  it.each(reportFormatIds)('%s leaves out findings that are suppressed or fixed', (id) => {
    if (id === 'json' || id === 'sarif') return
    const closed = [finding({ state: 'suppressed', title: 'Closed A' }), finding({ state: 'fixed', title: 'Closed B' })]
    expect(formats[id].render([report(closed)], view)).not.toMatch(/Closed/)
  })
})

describe('the cyclonedx format', () => {
  it('has the components of each target on a line, and no line for a target without a result', () => {
    const scanned = report([], { source })
    const component: Component = {
      purl: 'pkg:npm/a@1.0.0',
      name: 'a',
      version: '1.0.0',
      ecosystem: 'npm',
      direct: true,
      dev: false,
      introducedBy: [],
    }
    const failed = report([], { error: { code: 'SOURCE_NOT_FOUND', message: 'It does not exist.' } })
    const componentsOf = (one: ScanReport) => (one === scanned ? [component] : [])
    const lines = formats.cyclonedx
      .render([scanned, failed], { ...view, componentsOf })
      .trimEnd()
      .split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ purl: 'pkg:npm/a@1.0.0' }] },
    ])
  })
})

describe('untrusted text', () => {
  const names = report([
    finding({ title: hostile, message: hostile, remediation: hostile, location: { path: hostile, snippet: hostile } }),
  ])
  const hostileReport = { ...names, target: hostile, error: undefined }

  it('starts no workflow command, and ends none', () => {
    const lines = formats.github.render([hostileReport], view).trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^::error title=/)
    expect(lines[0]).toContain('%250A')
    expect(lines[1]).toMatch(/^Assay: /)
  })

  it('starts no element of a page', () => {
    const page = formats.html.render([hostileReport], view)
    expect(page).not.toContain('<script')
    expect(page.match(/<\/style>/g)).toHaveLength(1)
    expect(page).not.toContain('\u202E')
  })

  it('makes no image, link, mention, or reference in Markdown', () => {
    const text = formats.markdown.render([hostileReport], view)
    expect(text).not.toContain('\u202E')
    // In code, none of these characters has a meaning.
    expect(text.replaceAll(/`[^`\n]*`/g, '')).not.toMatch(/(?<!\\)!\[|<script|@octocat/)
  })
})

it('annotates the worst finding first, at its place', () => {
  const findings = [
    finding({ severity: 'low', title: 'Low' }),
    finding(),
    finding({ severity: 'medium', title: 'Medium' }),
  ]
  expect(
    formats.github
      .render([report(findings, { source })], view)
      .split('\n')
      .slice(0, 3),
  ).toEqual([
    '::error file=project/src/ping.js,line=12,col=3,title=Command injection in tool "ping" (critical)::' +
      'The argument "host" reaches exec(). Use execFile() instead.',
    expect.stringMatching(/^::warning file=project\/src\/ping\.js,line=12,col=3,title=Medium \(medium\)::/),
    expect.stringMatching(/^::notice file=project\/src\/ping\.js,line=12,col=3,title=Low \(low\)::/),
  ])
})

it('shows code as code', () => {
  expect(formats.html.render([report([finding()])], view)).toContain('Use <code>execFile()</code> instead.')
  expect(formats.markdown.render([report([finding()])], view)).toContain('| Use `execFile()` instead. |')
})

it('annotates no file of the workspace for a package, or for a folder elsewhere', () => {
  const npm = { ...source, type: 'npm', canonicalUrl: 'https://www.npmjs.com/package/server' } as const
  const elsewhere = { ...source, canonicalUrl: 'file:///workshop/project' }
  for (const other of [npm, elsewhere]) {
    const [line] = formats.github.render([report([finding()], { source: other })], view).split('\n')
    expect(line).toMatch(/^::error title=[^:]*::src\/ping\.js:12 in server: /)
  }
})

it('annotates a single scanned file', () => {
  const file = { ...source, canonicalUrl: 'file:///work/server.js' }
  const found = finding({ location: { path: 'server.js', startLine: 2 } })
  expect(formats.github.render([report([found], { source: file })], view)).toMatch(/^::error file=server\.js,line=2,/)
})

describe('a scan with a baseline', () => {
  const findings = [
    finding({ severity: 'high', title: 'Old high', state: 'existing', fingerprint: 'b'.repeat(64) }),
    finding({ severity: 'medium', title: 'Fresh medium', fingerprint: 'c'.repeat(64) }),
  ]
  const lost = { kind: 'file', path: 'src/a.js', reason: 'it is too large', message: 'Split the file.' } as const
  const coverage = {
    components: { total: 0 },
    files: { scanned: 2 },
    advisories: {},
    gaps: [],
    detectors: [],
    baseline: { requested: 'main', message: 'Findings are compared with the baseline "main".', lost: [lost] },
  } as object as NonNullable<ScanReport['coverage']>
  const compared = report(findings, { source, coverage, baseline: { verdict: 'fail' } })
  const results = { securityScore: 84, grade: 'B', partial: false, method: '1' } as const
  const vulnerabilities = { critical: 0, high: 1, medium: 1, low: 0, info: 0, total: 2 }
  const scored = { ...compared, results: { ...results, vulnerabilities } }

  it.each(['table', 'markdown', 'html', 'github'] as const)('%s marks new and existing findings, new first', (id) => {
    const text = formats[id].render([scored], view).replaceAll('&quot;', '"')
    expect(text).toContain('1 new, 1 existing. Findings are compared with the baseline "main".')
    expect(text).toContain('src/a.js: Split the file.')
    expect(text.indexOf('Fresh medium')).toBeGreaterThan(0)
    expect(text.indexOf('Old high')).toBeGreaterThan(text.indexOf('Fresh medium'))
    const before = formats[id].render([{ ...scored, baseline: undefined } as ScanReport], view)
    expect(before.replace(/<style>[^]*<\/style>/, '')).not.toMatch(/\bexisting\b|\bnew\b/i)
  })

  it('marks each row, section, and annotation', () => {
    const rows = formats.table.render([scored], view).split('\n')
    expect(rows.find((row) => row.includes('command-injection'))).toMatch(/^ +new +command-injection/)
    expect(rows.findLast((row) => row.includes('command-injection'))).toMatch(/^ +existing +command-injection/)
    const markdown = formats.markdown.render([scored], view)
    expect(markdown).toMatch(/\*\*New findings\*\*[^*]*Fresh medium[^*]*\*\*Existing findings\*\*[^*]*Old high/)
    const page = formats.html.render([scored], view)
    expect(page).toMatch(/<b class="state new">new<\/b> Fresh medium/)
    expect(page).toMatch(/<b class="state existing">existing<\/b> Old high/)
    const commands = formats.github.render([scored], view).split('\n')
    expect(commands[0]).toMatch(/^::warning .*title=Fresh medium \(medium%2C new\)::/)
    expect(commands[1]).toMatch(/^::notice .*title=Old high \(high%2C existing\)::/)
    expect(commands[2]).toBe('::error title=No longer readable::src/a.js: Split the file.')
  })
})
