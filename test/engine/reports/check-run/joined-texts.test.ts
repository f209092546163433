import { describe, expect, it } from 'vitest'
import type { CheckRunInput } from '../../../../src/engine/reports/check-run/check-run-input.ts'
import { checkRunTexts } from '../../../../src/engine/reports/check-run/check-run.ts'
import { joinTexts } from '../../../../src/engine/reports/check-run/joined-texts.ts'
import { dependencyFinding } from '../../../support/findings.ts'

const results = {
  securityScore: 66,
  grade: 'C',
  vulnerabilities: { critical: 0, high: 1, medium: 0, low: 0, info: 0, total: 1 },
  partial: false,
  method: '1',
} as const
/** Each finding is about another package, so that none are grouped. */
const flaw = (index: number) =>
  dependencyFinding(`GHSA-${String(index).padStart(4, '0')}-bbbb-cccc`, {
    component: {
      purl: `pkg:npm/a-${index}@1.0.0`,
      name: 'a',
      version: '1.0.0',
      ecosystem: 'npm',
      direct: true,
      dev: false,
      introducedBy: [{ manifest: 'web/package-lock.json', path: ['project@1.0.0', 'a@1.0.0'] }],
    },
    id: `finding_${index}`,
    fingerprint: index.toString(16).padStart(32, '0'),
    title: `flaw ${index} ${'long '.repeat(30)}`,
  })
const inputOf = (findings: number): CheckRunInput => ({
  verdict: 'fail',
  results,
  findings: Array.from({ length: findings }, (_, index) => flaw(index)),
  isCompared: true,
  failOn: 'high',
  reportOn: 'low',
  changedLines: new Map(),
  gaps: Array.from({ length: 40 }, (_, index) => `[gap](https://gap.example/${index}) ${'seen '.repeat(50)}`),
  links: { reportUrl: 'https://assay.example/scans/scan_1' },
})
const parts = (count: number, findings: number) =>
  Array.from({ length: count }, (_, index) => {
    const { conclusion, title, summaryWithin } = checkRunTexts(inputOf(findings))
    return { label: `pull request #${index} into main`, conclusion, title, summaryWithin, annotations: [] }
  })

/** Returns the problems that truncating within a block leaves behind. */
function brokenBlocks(markdown: string): string[] {
  const lines = markdown.split('\n')
  const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length
  return [
    ...(count(/^```/) % 2 === 0 ? [] : ['an open fence']),
    ...(count(/<details>/) === count(/<\/details>/) ? [] : ['open details']),
    ...lines
      .filter((line) => line.startsWith('|') && !line.endsWith('|'))
      .map((line) => `a cut row: ${line.slice(-40)}`),
    ...lines.filter((line) => /\]\(<[^>]*$/.test(line)).map((line) => `a cut link: ${line.slice(-40)}`),
  ]
}

describe('the summaries of several comparisons', () => {
  it.each([
    [2, 400],
    [3, 60],
    [10, 200],
    [60, 100],
    [300, 20],
  ])('%i with %i findings each have no cut block, and count what they leave out', (count, findings) => {
    const { summary } = joinTexts(parts(count, findings))
    expect(Buffer.byteLength(summary)).toBeLessThan(65_535)
    expect(brokenBlocks(summary)).toEqual([])
    expect(summary).toMatch(/\d+ more findings are in the|sections? (?:is|are) not shown/)
    const shown = summary.split('\n').filter((line) => line.startsWith('### ')).length
    const omitted = Number(/The summar(?:y|ies) of (\d+) comparisons? (?:is|are) not shown/.exec(summary)?.[1] ?? 0)
    expect(shown + omitted).toBe(count)
  })

  it('are whole where they have room', () => {
    const { summary } = joinTexts(parts(2, 1))
    expect(summary).not.toContain('not shown')
    expect(summary.match(/\[Full report\]/g)).toHaveLength(2)
  })
})

describe('a summary within any number of bytes', () => {
  it('has no cut block, and says what is not shown', () => {
    const { summaryWithin, summary } = checkRunTexts(inputOf(30))
    for (let bytes = 0; bytes < Buffer.byteLength(summary); bytes += 97) {
      const cut = summaryWithin(bytes)
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(Math.max(0, bytes - 1))
      expect(brokenBlocks(cut)).toEqual([])
      if (cut !== '') expect(cut, String(bytes)).toContain('not shown')
    }
  })
})
