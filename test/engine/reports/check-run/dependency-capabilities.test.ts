import { expect, it } from 'vitest'
import type { AddedCapabilities, CapabilityChange } from '../../../../src/engine/model/capability-tree.ts'
import { checkRunTexts } from '../../../../src/engine/reports/check-run/check-run.ts'

const change = (path: readonly string[], parts: Partial<CapabilityChange> = {}): CapabilityChange => ({
  capability: 'executes-commands',
  change: 'added',
  isFirst: false,
  otherVersions: [],
  package: {
    ecosystem: 'npm',
    name: 'cross-spawn',
    version: '7.0.6',
    path: [...path],
    shown: { path: 'index.js', line: 12, shownBy: 'child_process.spawn', places: 1 },
  },
  ...parts,
})

const summaryOf = (capabilities: AddedCapabilities) =>
  checkRunTexts({
    verdict: 'pass',
    results: { securityScore: 100, grade: 'A+' },
    findings: [],
    isCompared: true,
    gaps: [],
    failOn: 'high',
    reportOn: 'low',
    changedLines: new Map(),
    changes: { tools: [], dependencies: [], capabilities },
  }).summary

it('a check run lists what the changed dependencies can do, with the path and the place', () => {
  const summary = summaryOf({
    added: [
      change(['execa@9.6.0', 'cross-spawn@7.0.6'], { isFirst: true }),
      change(['@acme/x@2.0.0'], { change: 'gained', capability: 'network-egress', otherVersions: ['1.0.0'] }),
    ],
    gaps: ['Not read completely: torn 1.0.0 (the archive is missing).'],
  })
  expect(summary).toContain('Capabilities that dependencies add: 2')
  expect(summary).toContain(
    'can **run programs**: `execa 9.6.0` → `cross-spawn 7.0.6` (`index.js:12`, child\\_process.spawn; new, or needed ' +
      'only for development before; no other package that was read could before)',
  )
  expect(summary).toContain('can **open connections**: `@acme/x 2.0.0` (')
  expect(summary).toContain('not in `1.0.0`)')
  expect(summary).toContain('Capabilities of dependencies that were not compared')
  expect(summary).toContain('torn 1.0.0')
})

it('hostile names change nothing else in the summary, and the list is bounded', () => {
  const hostile = change(['evil](https://evil.example)@1', 'a`b\n# big@1', 'c@1', 'd@1', 'e@1', 'f@1', 'g@1'])
  const summary = summaryOf({ added: Array.from({ length: 500 }, () => hostile), gaps: [] })
  expect(summary).toContain('Capabilities that dependencies add: 500')
  expect(summary.match(/can \*\*run programs\*\*/g)?.length).toBeLessThanOrEqual(100)
  expect(summary).not.toMatch(/^# big/m)
  expect(summary).toContain('→ … →')
  expect(summaryOf({ added: [], gaps: [] })).not.toContain('Capabilities')
})
