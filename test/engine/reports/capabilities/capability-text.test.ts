import { expect, it } from 'vitest'
import type { CapabilityReport } from '../../../../src/engine/model/capability-report.ts'
import type { CapabilityHolder } from '../../../../src/engine/model/capability-tree.ts'
import { capabilityText } from '../../../../src/engine/reports/capabilities/capability-text.ts'

function holder(path: readonly string[], file = 'index.js'): CapabilityHolder {
  const shown = { path: file, line: 3, shownBy: 'fs.readFile', places: 2 }
  return { ecosystem: 'npm', name: 'a', version: '1', path: [...path], shown }
}

function report(packages: readonly CapabilityHolder[], rest: Partial<CapabilityReport> = {}): CapabilityReport {
  return {
    target: 'a@1',
    malicious: [],
    installation: {
      capabilities: packages.length === 0 ? [] : [{ capability: 'reads-files', packages: [...packages], others: 0 }],
      read: 8,
      notRead: [],
      notReadOthers: 0,
    },
    gaps: [],
    ...rest,
  }
}

const linesOf = (given: CapabilityReport, isVerbose = false) =>
  capabilityText(given, { color: false, isVerbose }).split('\n').filter(Boolean)

it('aligns packages, and shortens long lists and paths', () => {
  const many = Array.from({ length: 7 }, (_, at) => holder([`@scope/p${at}@1.0.0`]))
  const place = 'index.js:3 (fs.readFile), 1 other place'
  expect(linesOf(report([holder(['a@1', 'b@2']), ...many]))).toEqual([
    `  Can read files                  a 1 → b 2             ${place}`,
    ...[0, 1, 2, 3].map((at) => `                                  @scope/p${at} 1.0.0       ${place}`),
    '                                  and 3 other packages',
    '  a@1: read 8 of 8 packages',
  ])
  expect(linesOf(report(many), true)).toHaveLength(8)
  const [long = ''] = linesOf(report([holder(['a@1', 'b@1', 'c@1', 'd@1', 'e@1', 'f@1'])]))
  expect(long).toContain('a 1 → … 3 packages … → e 1 → f 1')
})

it('shows no control characters of scanned packages', () => {
  const hostile = '\u001B[2J\u202Eevil'
  const text = capabilityText(
    report([holder([`${hostile}@1`], hostile)], {
      malicious: [{ name: hostile, version: '1', advisory: hostile, path: [`${hostile}@1`] }],
      gaps: [hostile],
    }),
    { color: false, isVerbose: false },
  )
  expect(text).not.toContain('\u001B')
  expect(text).not.toContain('\u202E')
  expect(text).toContain('evil')
})

it('says that no package has a capability', () => {
  expect(linesOf(report([]))[0]).toBe('  No package that was read has a capability that Assay looks for.')
})
