import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../src/engine/model/finding.ts'
import type { CallStep, Reachability } from '../../../src/engine/model/reachability.ts'
import type { ScanReport } from '../../../src/engine/model/scan-report.ts'
import { checkRunTexts } from '../../../src/engine/reports/check-run/check-run.ts'
import { github } from '../../../src/engine/reports/formats/github.ts'
import { html } from '../../../src/engine/reports/formats/html.ts'
import { markdown } from '../../../src/engine/reports/formats/markdown.ts'
import { table } from '../../../src/engine/reports/formats/table.ts'
import { groupReachability } from '../../../src/engine/reports/group-reachability.ts'
import { findingOfMatch } from '../../../src/engine/rules/vulnerable-dependencies/detector.ts'
import { withReachability } from '../../../src/engine/rules/vulnerable-dependencies/with-reachability.ts'
import { compareFindings } from '../../../src/engine/scanner/compare.ts'
import { component } from '../../service/scans/advisories/support/npm-component.ts'

const view = { columns: 160, color: false, folder: '/work', rules: [], componentsOf: () => [] }

/** Returns a new finding about the package with this name, with reachability. */
function findingOf(name: string, reachability: Reachability, id = `GHSA-${name}`): Finding {
  const introducedBy = [{ manifest: 'package.json', path: ['project@1.0.0', `${name}@1.0.0`], line: 7 }]
  const detected = findingOfMatch({
    component: component(name, '1.0.0', { introducedBy }),
    advisory: { id, aliases: [], url: `https://osv.dev/vulnerability/${id}`, fixedVersion: '1.0.1' },
    summary: 'A flaw',
    severity: 'high',
    cwe: [],
    malicious: false,
  })
  const [record] = compareFindings([withReachability(detected, reachability)], new Map(), new Date('2026-01-01'))
  if (!record) throw new Error('no record')
  return record
}

const reportOf = (findings: readonly Finding[]): ScanReport => ({
  target: 'server',
  verdict: 'fail',
  findings: [...findings],
})

const step = (name: string, parts: Partial<CallStep> = {}): CallStep => ({
  path: `${name}.js`,
  line: 1,
  function: name,
  ...parts,
})
const longPath = [
  step('main'),
  step('second'),
  step('third', { package: 'web@2.0.0' }),
  step('fourth', { package: 'web@2.0.0' }),
  step('fifth', { package: 'web@2.0.0' }),
  step('template', { package: 'called@1.0.0', line: 80 }),
]
const findings = [
  findingOf('absent', { status: 'not-loaded' }),
  findingOf('dynamic', { status: 'unknown', reason: 'dynamic-import', detail: 'web@2.0.0 lib/view.js:81' }),
  findingOf('called', { status: 'reachable', path: longPath }),
  findingOf('idle', { status: 'imported' }),
]

/** Returns what each report shows of these findings. */
const reports: Readonly<Record<string, (list: readonly Finding[]) => string>> = {
  terminal: (list) => stripVTControlCharacters(table.render([reportOf(list)], view)).replaceAll(/\s+/g, ' '),
  markdown: (list) => markdown.render([reportOf(list)], view),
  html: (list) => html.render([reportOf(list)], view),
  github: (list) => github.render([reportOf(list)], view),
  'check run': (list) => checkRunOf(list).summary,
}

const checkRunOf = (list: readonly Finding[]) =>
  checkRunTexts({
    verdict: 'fail',
    findings: list,
    isCompared: false,
    gaps: [],
    failOn: 'high',
    reportOn: 'low',
    changedLines: new Map([['package.json', [[1, 20]]]]),
  })

describe.each(Object.keys(reports))('the %s report', (name) => {
  const render = (list: readonly Finding[]) => reports[name]?.(list) ?? ''

  it('sorts dependency findings by reachability and names it', () => {
    const text = render(findings)
    const order = ['reachable', 'reachability unknown', 'loaded but no call found', 'not loaded']
    const places = order.map((label) => text.search(new RegExp(String.raw`(?<!not )\b${label}\b`)))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it('shows no hostile name of a function, package, or file as it is', () => {
    const hostile = '</code><script>\u202E\u0007`|\n::error::x ![x](https://evil.example/p.png) @octocat'
    const path = [step(hostile, { path: hostile }), step(hostile, { package: `${hostile}@1`, path: hostile })]
    const text = render([
      findingOf('called', { status: 'reachable', path }),
      findingOf('dynamic', { status: 'unknown', reason: 'indirect-call', detail: hostile }),
    ])
    expect(text).not.toMatch(/\p{Cf}|^::error::x/mu)
    // In code of Markdown, none of these characters has a meaning.
    if (name === 'markdown' || name === 'check run')
      expect(text.replaceAll(/(`+)[^\n]*?\1/g, '')).not.toMatch(/<script|(?<!\\)!\[/)
    if (name === 'html') expect(text).not.toMatch(/<script|<\/code>`/)
  })
})

describe('a call path', () => {
  it('shows at most four steps', () => {
    for (const name of ['terminal', 'markdown', 'html', 'check run']) {
      const text = reports[name]?.(findings) ?? ''
      expect(text, name).toContain('main() in main.js:1')
      expect(text, name).toContain('… 2 more …')
      expect(text, name).toContain('template() in called 1.0.0 template.js:80')
      expect(text, name).not.toContain('fourth')
    }
  })

  it('is among the details of an annotation', () => {
    const annotations = checkRunOf(findings).annotations.batches.flat()
    expect(annotations[0]?.message).toContain(
      'The project reaches template(), which the fix changed (call in second.js:1).',
    )
    expect(annotations[0]?.raw_details).toContain(
      'call path main() in main.js:1 → second() in second.js:1 → … 2 more …',
    )
  })
})

describe('a group of findings', () => {
  it('counts the statuses if they differ, and shows the path of the reachable one', () => {
    const [absent, , called] = findings
    expect(groupReachability([absent ?? {}, called ?? {}, {}])).toMatchObject({
      label: '1 reachable, 1 not loaded',
      isReachable: true,
      reason: '',
    })
    expect(groupReachability(findings.slice(0, 1))).toMatchObject({ label: 'not loaded', path: [] })
    expect(groupReachability([{}])).toBeUndefined()
  })

  it('is listed by its most important finding', () => {
    const both = [
      findingOf('idle', { status: 'imported' }),
      findingOf('lib', { status: 'not-loaded' }, 'GHSA-1'),
      findingOf('lib', { status: 'reachable', path: longPath }, 'GHSA-2'),
    ]
    const text = markdown.render([reportOf(both)], view)
    expect(text.indexOf('lib 1.0.0: 2 known vulnerabilities')).toBeLessThan(text.indexOf('idle 1.0.0'))
    expect(text).toContain('**1 reachable, 1 not loaded**: `main() in main.js:1`')
    const [annotation] = checkRunOf(both).annotations.batches.flat()
    expect(annotation?.message).toContain('Vulnerable code: 1 reachable, 1 not loaded.')
  })
})
