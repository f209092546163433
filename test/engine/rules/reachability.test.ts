import { describe, expect, it } from 'vitest'
import type { DetectedFinding } from '../../../src/engine/model/finding-record.ts'
import { type Reachability, undecidedReasons } from '../../../src/engine/model/reachability.ts'
import { callStepText, reachabilityText } from '../../../src/engine/model/reachability-text.ts'
import { renderFinding } from '../../../src/engine/rules/render-finding.ts'
import { findingOfMatch } from '../../../src/engine/rules/vulnerable-dependencies/detector.ts'
import { withReachability } from '../../../src/engine/rules/vulnerable-dependencies/with-reachability.ts'
import { compareFindings } from '../../../src/engine/scanner/compare.ts'
import { component } from '../../service/scans/advisories/support/npm-component.ts'
import { inventSecret } from './corpus/invent-secret.ts'

const detected = ({ malicious = false } = {}): DetectedFinding =>
  findingOfMatch({
    component: component('lib', '1.0.0'),
    advisory: {
      id: 'GHSA-1',
      aliases: [],
      url: 'https://osv.dev/vulnerability/GHSA-1',
      fixedVersion: '1.0.1',
    },
    summary: 'A flaw',
    severity: 'high',
    cwe: [],
    malicious,
  })

const target = { package: 'lib@1.0.0', path: 'lib.js', line: 80, function: 'make.template' }
const reachable: Reachability = {
  status: 'reachable',
  functions: ['lib.js: make.template'],
  path: [
    { path: 'src/index.js', line: 3, function: '' },
    { path: 'src/page.js', line: 12, function: 'render' },
    target,
  ],
}
const unknown: Reachability = { status: 'unknown', reason: 'dynamic-import', detail: 'express@4.16.0 lib/view.js:81' }

describe('the sentence about reachability', () => {
  it('names the function and the place in the project that leaves it', () => {
    expect(reachabilityText('lib', reachable)).toBe(
      'The project calls make.template(), which the fix changed (call in src/page.js:12).',
    )
    const through = { package: 'web@2.0.0', path: 'web.js', line: 5, function: 'run' }
    expect(
      reachabilityText('lib', { status: 'reachable', path: [...(reachable.path ?? []).slice(0, 2), through, target] }),
    ).toBe('The project reaches make.template(), which the fix changed (call in src/page.js:12).')
  })

  it('names the file if its top level is vulnerable', () => {
    const path = [
      { path: 'a.js', line: 1, function: '' },
      { ...target, function: '' },
    ]
    expect(reachabilityText('lib', { status: 'reachable', path })).toBe(
      'The project calls code of lib.js that the fix changed (call in a.js:1).',
    )
  })

  it('explains the other results', () => {
    expect(reachabilityText('lib', { status: 'imported' })).toBe(
      'The project loads the vulnerable file of lib. Assay found no call of the functions that the fix changed.',
    )
    expect(reachabilityText('lib', { status: 'not-loaded' })).toBe(
      'Assay found nothing in the project that loads the vulnerable file of lib.',
    )
    expect(reachabilityText('lib', unknown)).toBe(
      'Assay could not decide whether the project reaches the vulnerable code, because ' +
        'express@4.16.0 lib/view.js:81 loads files by computed names.',
    )
  })

  it.each([
    ['lib@1.0.0', 'the archive of lib@1.0.0 was not read'],
    ['lib@1.0.0 bin/run', 'lib@1.0.0 bin/run was not read'],
    ['@a/lib@unresolved', 'the version of @a/lib is not known'],
    [undefined, 'the archive of a package was not read'],
  ])('names what was not read: %s', (detail, clause) => {
    const text = reachabilityText('lib', { status: 'unknown', reason: 'package-not-read', detail })
    expect(text).toContain(`because ${clause}.`)
  })

  it.each(undecidedReasons)('has a clause for the reason %s, with and without a detail', (reason) => {
    for (const detail of [undefined, 'lib@1.0.0 a.js:1']) {
      const text = reachabilityText('lib', { status: 'unknown', reason, ...(detail !== undefined && { detail }) })
      expect(text).toMatch(/, because [^.].*\.$/)
      expect(text).not.toContain('undefined')
    }
  })

  it('formats one step of a path', () => {
    expect(callStepText(target)).toBe('make.template() in lib 1.0.0 lib.js:80')
    expect(callStepText({ path: 'a.js', line: 1, function: '' })).toBe('a.js:1')
  })
})

describe('a finding with reachability', () => {
  it('mentions it in its message and keeps its fingerprint, also after it was stored', () => {
    const finding = withReachability(detected(), reachable)
    expect(finding.reachability).toEqual(reachable)
    expect(finding.fingerprint).toBe(detected().fingerprint)
    expect(finding.message).toBe(
      'lib 1.0.0 has a known vulnerability, GHSA-1: A flaw. It is fixed in 1.0.1. The project calls make.template(), ' +
        'which the fix changed (call in src/page.js:12). Dependency path: project 1.0.0 → lib 1.0.0 (package.json).',
    )
    const [record] = compareFindings([finding], new Map(), new Date())
    if (!record) throw new Error('no record')
    const stored = JSON.parse(JSON.stringify({ ...record, message: 'old message' }))
    expect(renderFinding(stored)).toMatchObject({ message: finding.message, reachability: reachable })
  })

  it('is not about malware, whose code can run during installation', () => {
    const malware = detected({ malicious: true })
    expect(withReachability(malware, { status: 'not-loaded' })).toEqual(malware)
  })

  it('masks secrets, and limits names and paths', () => {
    const token = inventSecret('github-token', 'in a function name')
    const long = 'f'.repeat(10_000)
    const step = (name: string) => ({
      package: `${name}\u202e@1`,
      path: `${token}.js`,
      line: 1,
      function: `${name}\n${token}`,
    })
    const finding = withReachability(detected(), {
      status: 'reachable',
      functions: Array.from({ length: 50 }, () => `${token} ${long}`),
      path: Array.from({ length: 500 }, (_, index) => step(`${index} ${long}`)),
    })
    const { functions, path } = finding.reachability ?? {}
    expect(JSON.stringify(finding)).not.toContain(token.slice(0, 8))
    expect(JSON.stringify(finding)).not.toContain('\u202e')
    expect(functions).toHaveLength(20)
    expect(path).toHaveLength(64)
    expect([path?.[0]?.function.slice(0, 2), path?.at(-1)?.function.slice(0, 4)]).toEqual(['0 ', '499 '])
    expect(JSON.stringify(finding).length).toBeLessThan(100_000)
    expect(withReachability(finding, finding.reachability ?? unknown)).toEqual(finding)
  })
})
