import { describe, expect, it } from 'vitest'
import { detectors } from '../../../src/engine/rules/catalogue.ts'
import type { Finding } from '../../../src/engine/model/finding.ts'
import { assay } from '../../../src/engine/model/product.ts'
import { sarifLog, type SarifScan } from '../../../src/engine/reports/sarif.ts'
import { dependencyFinding, storedFinding } from '../../support/findings.ts'
import { sarifValidator } from '../../support/official-schemas.ts'

const problems = sarifValidator()
const rules = detectors.flatMap((detector) => detector.rules)
const repository = {
  type: 'git',
  canonicalUrl: 'https://github.com/owner/project',
  revision: 'a'.repeat(40),
  ref: 'main',
  digest: 'sha256-x',
} as const

function logOf(findings: readonly Finding[], scan: Partial<SarifScan> = {}) {
  const log = sarifLog([{ id: 'scan_x', source: repository, gaps: [], findings, ...scan }], {
    rules,
    tool: { ...assay, homepage: 'https://assay.example' },
  })
  expect(problems(log)).toEqual([])
  const [run] = log.runs
  if (!run) throw new Error('no run')
  return { run, results: run.results ?? [], descriptors: run.tool.driver.rules ?? [] }
}

describe('SARIF', () => {
  it('refuses what is no SARIF, so that the checks below mean something', () => {
    expect(problems({ version: '2.1.0', runs: [{ tool: {} }] })).not.toEqual([])
  })

  it('is valid without findings, and names the commit that was read', () => {
    const { run } = logOf([])
    expect(run.results).toEqual([])
    expect(run.versionControlProvenance).toEqual([
      { repositoryUri: repository.canonicalUrl, revisionId: repository.revision, branch: 'main' },
    ])
    expect(run.invocations).toEqual([{ executionSuccessful: true }])
  })

  it('places a flawed package at the manifest that brings it, each advisory as a rule of its own', () => {
    const findings = [
      dependencyFinding('GHSA-aaaa-bbbb-cccc', { severity: 'critical' }),
      dependencyFinding('GHSA-dddd-eeee-ffff', { severity: 'low' }),
    ]
    const { results, descriptors } = logOf(findings)
    expect(descriptors.map(({ id }) => id)).toEqual([
      'vulnerable-dependency/GHSA-aaaa-bbbb-cccc',
      'vulnerable-dependency/GHSA-dddd-eeee-ffff',
    ])
    expect(results.map(({ ruleId, ruleIndex, level }) => ({ ruleId, ruleIndex, level }))).toEqual([
      { ruleId: 'vulnerable-dependency/GHSA-aaaa-bbbb-cccc', ruleIndex: 0, level: 'error' },
      { ruleId: 'vulnerable-dependency/GHSA-dddd-eeee-ffff', ruleIndex: 1, level: 'note' },
    ])
    expect(results[0]?.locations?.[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: 'web/package-lock.json', uriBaseId: '%SRCROOT%' },
      region: { startLine: 1 },
    })
    expect(descriptors[0]?.helpUri).toBe('https://osv.dev/vulnerability/GHSA-aaaa-bbbb-cccc')
  })

  it('has no links and no places for arguments in its messages, whatever a project says', () => {
    const { run, results } = logOf(
      [
        storedFinding({
          message: String.raw`[a](https://evil.example) [b\](1) {0} {{1}} ['--', { x }]`,
          remediation: '',
        }),
      ],
      { gaps: ['[c](2)'] },
    )
    expect(results[0]?.message.text).toBe(
      String.raw`[a\](https://evil.example) [b\\\](1) {{0}} {{{{1}}}} ['--', { x }]`,
    )
    expect(run.invocations?.[0]?.toolExecutionNotifications?.[0]?.message.text).toBe(String.raw`[c\](2)`)
  })

  it('gives a severity that code scanning reads as the same severity', () => {
    const band = (score: number) =>
      score >= 9 ? 'critical' : score >= 7 ? 'high' : score >= 4 ? 'medium' : score > 0 ? 'low' : 'info'
    const cvss = { version: '3.1', vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', score: 9.8 }
    for (const severity of ['critical', 'high', 'medium', 'low', 'info'] as const) {
      const { descriptors } = logOf([dependencyFinding('GHSA-aaaa-bbbb-cccc', { severity, cvss })])
      expect(band(Number(descriptors[0]?.properties?.['security-severity']))).toBe(severity)
    }
    expect(
      logOf([dependencyFinding('GHSA-aaaa-bbbb-cccc', { severity: 'critical', cvss })]).descriptors[0]?.properties?.[
        'security-severity'
      ],
    ).toBe('9.8')
  })

  it('tells new from known, and what was set aside with its reason', () => {
    const suppression = { reason: 'not reachable here', by: 'owner' }
    const { results } = logOf([
      storedFinding({ state: 'new' }),
      storedFinding({ state: 'existing' }),
      storedFinding({ state: 'suppressed', suppression }),
    ])
    expect(results.map(({ baselineState }) => baselineState)).toEqual(['new', 'unchanged', 'new'])
    expect(results.map(({ suppressions }) => suppressions)).toEqual([
      undefined,
      undefined,
      [{ kind: 'external', status: 'accepted', justification: 'not reachable here' }],
    ])
  })

  it('tells a comment in the code from a file of suppressions', () => {
    const { results } = logOf([
      storedFinding({ state: 'suppressed', suppression: { reason: 'ours', by: 'inline src/a.ts:3' } }),
    ])
    expect(results[0]?.suppressions).toEqual([{ kind: 'inSource', status: 'accepted', justification: 'ours' }])
  })

  it('draws the way of data, and writes hostile paths as relative addresses', () => {
    const path = 'javascript:alert(1)/ü#?/%2e%2e/a b.ts'
    const location = { path, startLine: 3, startColumn: 5, endLine: 3, endColumn: 9, snippet: 'exec(x)' }
    const { results } = logOf([
      storedFinding({
        ruleId: 'some-rule',
        category: 'code',
        location,
        trace: [
          { path: 'src/in.ts', line: 1, message: 'comes in' },
          { path, line: 3, message: 'is run' },
        ],
      }),
    ])
    const uri = results[0]?.locations?.[0]?.physicalLocation?.artifactLocation?.uri ?? ''
    expect(new URL(uri, 'https://repository.example/root/').href).toMatch(/^https:\/\/repository\.example\/root\//)
    expect(decodeURIComponent(uri)).toBe(path)
    expect(
      results[0]?.codeFlows?.[0]?.threadFlows[0]?.locations.map(({ location }) => location?.message?.text),
    ).toEqual(['comes in', 'is run'])
  })

  it('draws the call path to vulnerable code, with the files of packages outside the project', () => {
    const path = [
      { path: 'src/in dex.js', line: 3, function: '[render](https://evil.example)' },
      { package: 'lib@1.0.0', path: 'lib.js', line: 80, function: 'template' },
    ]
    const { results } = logOf([
      dependencyFinding('GHSA-1', { reachability: { status: 'reachable', functions: ['lib.js: template'], path } }),
    ])
    expect(results[0]?.codeFlows?.[0]?.threadFlows[0]?.locations.map(({ location }) => location)).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'src/in%20dex.js', uriBaseId: '%SRCROOT%' },
          region: { startLine: 3 },
        },
        message: { text: expect.not.stringMatching(/(?<!\\)\]\(/) },
      },
      {
        physicalLocation: {
          artifactLocation: { uri: 'lib%401.0.0/lib.js', uriBaseId: 'PACKAGES' },
          region: { startLine: 80 },
        },
        message: { text: 'template() in lib 1.0.0 lib.js:80' },
      },
    ])
    expect(results[0]?.properties).toMatchObject({
      reachability: { status: 'reachable', functions: ['lib.js: template'] },
    })
  })

  it('names the check that could not be judged, and its place', () => {
    const guard = { path: 'src/paths.ts', line: 4, outcome: 'undecided', reason: 'why' } as const
    const { results } = logOf([storedFinding({ guard }), storedFinding()])
    expect(results.map(({ properties }) => properties?.['guard'])).toEqual([guard, undefined])
  })

  it('says what was not seen, and why nothing was', () => {
    expect(logOf([], { gaps: ['There are no advisories for npm.'] }).run.invocations).toEqual([
      {
        executionSuccessful: true,
        toolExecutionNotifications: [{ level: 'warning', message: { text: 'There are no advisories for npm.' } }],
      },
    ])
    const failed = logOf([], {
      source: undefined,
      failure: { code: 'SOURCE_NOT_FOUND', message: 'There is none.' },
    }).run
    expect(failed.invocations?.[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ level: 'error', message: { text: 'SOURCE_NOT_FOUND: There is none.' } }],
    })
  })

  it('has a run for each scan', () => {
    const scans = ['scan_a', 'scan_b'].map((id) => ({ id, source: repository, findings: [], gaps: [] }))
    const log = sarifLog(scans, { rules, tool: assay })
    expect(problems(log)).toEqual([])
    expect(log.runs.map(({ automationDetails }) => automationDetails?.id)).toEqual(['assay/scan_a', 'assay/scan_b'])
  })
})
