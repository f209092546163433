import { expect, it } from 'vitest'
import { inCategoryOfApp, uploadLimits } from '../../action/src/code-scanning/upload-findings.ts'
import { fittedSarif } from '../../src/engine/reports/fitted-sarif.ts'
import { readLocalReport, resultOfReport } from '../../action/src/local/report-result.ts'
import { resultSummary } from '../../action/src/summary.ts'
import type { Component } from '../../src/engine/model/component.ts'
import type { Finding } from '../../src/engine/model/finding.ts'
import type { Coverage } from '../../src/engine/model/scan.ts'
import type { ScanReport } from '../../src/engine/model/scan-report.ts'
import { assay } from '../../src/engine/model/product.ts'
import { checkRunTexts } from '../../src/engine/reports/check-run/check-run.ts'
import { toolDifferences } from '../../src/engine/reports/changes/tool-differences.ts'
import { sarifLog } from '../../src/engine/reports/sarif.ts'
import { dependencyDifferences } from '../../src/engine/scanner/dependency-differences.ts'
import { sarifToUpload } from '../../src/service/github/checks/code-scanning.ts'
import { gunzipSync } from 'node:zlib'
import { dependencyFinding, storedFinding } from '../support/findings.ts'

const component = (name: string, direct: boolean, license?: string): Component => ({
  purl: `pkg:npm/${name}@1.0.0`,
  name,
  version: '1.0.0',
  ecosystem: 'npm',
  direct,
  dev: false,
  introducedBy: [{ manifest: 'package-lock.json', path: ['app@1.0.0', `${name}@1.0.0`] }],
  ...(license !== undefined && { license: { expression: license } }),
})
const tool = (capabilities: NonNullable<ScanReport['tools']>[number]['capabilities']) => ({
  kind: 'tool' as const,
  name: 'ping',
  path: 'src/ping.ts',
  line: 3,
  parameters: [],
  annotations: {},
  capabilities,
})
const findings: Finding[] = [
  storedFinding({ ruleId: 'command-injection', category: 'code', fingerprint: 'f1', title: 'Command injection' }),
  dependencyFinding('GHSA-1', { fingerprint: 'f2', severity: 'critical' }),
  dependencyFinding('GHSA-2', { fingerprint: 'f3', severity: 'low' }),
  storedFinding({ fingerprint: 'f4', state: 'existing' }),
  storedFinding({ fingerprint: 'f5', state: 'suppressed' }),
]
const coverage: Coverage = {
  detectors: [],
  files: { scanned: 1, bytes: 1, skipped: [] },
  components: { total: 3, method: 'package-lock.json', unresolved: [] },
  advisories: {},
  undecidedAdvisories: 0,
  isolation: 'in-process',
  gaps: [],
  baseline: { requested: 'main', message: '' },
}
const results = {
  securityScore: 40,
  grade: 'F' as const,
  vulnerabilities: { critical: 1, high: 2, medium: 0, low: 1, info: 0, total: 4 },
  partial: false,
  method: '1',
}
const dependencies = dependencyDifferences(
  { components: [component('gone', true)], unresolved: new Set() },
  { components: [component('a', true, 'MIT'), component('deep', false, 'ISC')], unresolved: new Set() },
)
const [before, after] = [[tool([])], [tool(['executes-commands'])]]

/** The report of the command line for the Action, and the check run of the app, for the same comparison. */
const ofAction = resultOfReport(
  readLocalReport(
    JSON.stringify({
      target: 'app',
      verdict: 'fail',
      results,
      findings,
      tools: after,
      coverage,
      baseline: { verdict: 'pass', tools: before },
      dependencyChanges: dependencies,
    }),
  ),
  { failOn: 'high' },
  'main',
)
const ofApp = checkRunTexts({
  verdict: 'fail',
  results,
  findings,
  isCompared: true,
  gaps: [],
  failOn: 'high',
  reportOn: 'low',
  changedLines: new Map(),
  changes: { tools: toolDifferences(before, after), dependencies },
})

it('App and Action write the same summary of one comparison, with tools and dependencies', () => {
  const action = resultSummary(ofAction, { url: 'https://github.com/acme/app' })
  // Only a check run reports on annotations of changed lines.
  const texts = ofApp.summary.split('\n\n').filter((part) => !part.startsWith('Not annotated: '))
  expect(action).toContain('Assay: 3 new findings')
  for (const text of texts) expect(action).toContain(text)
  for (const part of [
    '**Tools and capabilities: 1 changed**',
    '**Dependencies: 1 added, 1 removed**',
    '- added `a` `1.0.0` (npm, license `MIT`)',
    'Indirect dependencies: 1 added',
    '- added `deep` `1.0.0` (npm, license `ISC`)',
  ])
    expect(texts.join('\n')).toContain(part)
})

it('App and Action count each finding once, in the title, the verdict, and the outputs', () => {
  expect(ofApp.title).toBe('3 new findings (1 critical, 1 high, 1 low); 1 existing, 1 suppressed')
  expect(ofAction.reason).toBe('Failed: 2 of 3 new findings are high or worse.')
  expect(ofApp.summary.startsWith(`**${ofAction.reason}**`)).toBe(true)
  expect([ofAction.newFindings, ofAction.findingsTotal, ofAction.counts.total]).toEqual([3, 3, 4])
  const action = resultSummary(ofAction, { url: 'https://github.com/acme/app' })
  for (const id of ['GHSA-1', 'GHSA-2'])
    expect([id, action.split('\n').filter((line) => line.startsWith('| ') && line.includes(id)).length]).toEqual([
      id,
      1,
    ])
})

it('a finding that App and Action upload is one alert: same tool, category, rule, place, and fingerprint', async () => {
  const uploadOf = (content: string) => JSON.parse(gunzipSync(Buffer.from(content, 'base64')).toString()).runs[0]
  const source = { type: 'git', canonicalUrl: 'https://github.com/acme/app', revision: 'c', digest: 'd' } as const
  const app = uploadOf(await sarifToUpload({ id: 'scan_1', source, coverage }, findings, 'https://assay.example'))
  const log = sarifLog([{ id: 'file:///workspace', findings, gaps: [] }], { rules: [], tool: assay })
  const action = uploadOf((await fittedSarif(inCategoryOfApp(log, '7'), uploadLimits)).content)
  const identity = (run: typeof app) => ({
    tool: run.tool.driver.name,
    category: run.automationDetails.id.replace(/[^/]*$/, ''),
    results: run.results.map(({ ruleId, locations, partialFingerprints }: Record<string, unknown>) => ({
      ruleId,
      locations,
      partialFingerprints,
    })),
  })
  expect(identity(action)).toEqual(identity(app))
  expect(action.results).toHaveLength(4)
})
