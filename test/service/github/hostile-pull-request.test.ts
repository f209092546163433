import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../src/engine/model/finding.ts'
import type { LineRange } from '../../../src/engine/reports/check-run/changed-lines.ts'
import type { CheckRunInput } from '../../../src/engine/reports/check-run/check-run-input.ts'
import { checkRunTexts } from '../../../src/engine/reports/check-run/check-run.ts'
import type { Fix } from '../../../src/engine/reports/check-run/fixes.ts'
import { joinTexts } from '../../../src/engine/reports/check-run/joined-texts.ts'
import {
  commentBody,
  fixesToSuggest,
  reviewBody,
  suggestionOf,
} from '../../../src/service/github/checks/review-texts.ts'
import { dependencyFinding, storedFinding } from '../../support/findings.ts'
import { outsideCode } from '../../support/outside-code.ts'

// A pull request of 3,000 files with 500 findings and every feature: tools, dependencies, suggestions, suppressions,
// acceptances by comment, and capabilities. Every name that a project controls is hostile.

const maxCharacters = 65_535
const hostileTexts = [
  '@octocat',
  'a\n@octocat\n\n# heading',
  '`@octocat`',
  '``` @octocat',
  '| @octocat | #1 |',
  '#123 GH-123 owner/name#123 octocat/repo@0123456789012345678901234567890123456789',
  '<img src=x onerror=alert(1)> <!-- @octocat',
  '</details></summary><h1>@octocat',
  '[x](https://evil.example) ![x](//evil.example/x.png)',
  'https://evil.example www.evil.example ftp://evil.example mailto:octocat@evil.example',
  'zero\u200Bwidth\u2060\uFEFF@octocat',
  '\u202Eright to left @octocat\u2066',
  `${'@octocat/'.repeat(40)}x`,
  '\\@octocat \\\\#1 \\',
  '@octo\u0000cat\r\n- @octocat',
  '\u202E'.repeat(300),
  '🦊&<'.repeat(100),
  '</ins>@octocat<br>#1',
]
const hostile = (index: number) => hostileTexts[index % hostileTexts.length] ?? ''
const files = Array.from({ length: 3_000 }, (_, index) => `src/${index}/${hostile(index)}.ts`)
const list = <Item>(length: number, item: (index: number) => Item) => Array.from({ length }, (_, index) => item(index))
const fingerprintOf = (index: number) => index.toString(16).padStart(32, '0')
const notice = (index: number) => ({ by: `${hostile(index)}:1`, rule: 'injection', reason: hostile(index + 1) })

const inCode = list(250, (index) =>
  storedFinding({
    id: `finding_${index}`,
    fingerprint: fingerprintOf(index),
    ruleId: 'command-injection',
    category: 'code',
    title: `Command injection in tool "${hostile(index)}"`,
    message: hostile(index),
    remediation: `Use \`${hostile(index)}\` in ${hostile(index + 1)}.`,
    location: { path: files[index] ?? '', startLine: 1, endLine: 2 },
  }),
)
const inPackages = list(250, (index): Finding => {
  const { component, advisory, ...others } = dependencyFinding(`GHSA-${hostile(index)}`, {
    id: `finding_package_${index}`,
    fingerprint: fingerprintOf(1_000 + index),
    title: `${hostile(index)} 1.0.0: ${hostile(index + 2)}`,
  })
  if (!component || !advisory) throw new Error('the finding is about no package')
  return {
    ...others,
    component: {
      ...component,
      purl: `pkg:npm/${index}`,
      name: hostile(index),
      version: hostile(index + 3),
      introducedBy: [{ manifest: files[index] ?? '', path: ['project@1', `${hostile(index)}@1`, hostile(index + 1)] }],
    },
    advisory: { ...advisory, aliases: [hostile(index + 4)], url: `https://osv.dev/${hostile(index)}` },
  }
})
const findings = [
  ...inCode,
  ...inPackages,
  ...list(60, (index) => ({ ...inCode[index], state: 'fixed', fingerprint: fingerprintOf(5_000 + index) }) as Finding),
  ...list(60, (index) => ({
    ...storedFinding({ fingerprint: fingerprintOf(6_000 + index), title: hostile(index), state: 'suppressed' }),
    suppression: { ...notice(index), reason: hostile(index) },
  })),
]
const fixes = new Map(
  inCode.map(({ fingerprint, location }, index) => [
    fingerprint,
    {
      fix: {
        path: location?.path ?? '',
        startLine: 1,
        endLine: 1,
        before: hostile(index),
        after: hostile(index + 1).replaceAll('\n', ' '),
      } satisfies Fix,
    },
  ]),
)
const input: CheckRunInput = {
  verdict: 'fail',
  results: { grade: 'F', securityScore: 3 },
  findings,
  isCompared: true,
  gaps: hostileTexts,
  lost: hostileTexts.map((path) => ({ path, message: `Assay can no longer read ${path}` })),
  failOn: 'high',
  reportOn: 'low',
  settings: {
    path: hostile(0),
    ignored: hostile(1),
    mistakes: hostileTexts.map((message) => ({ path: message, line: 1, column: 1, message })),
    suppressions: {
      applied: 60,
      expired: list(20, notice),
      unused: list(20, notice),
      invalid: hostileTexts.map((message) => ({ path: message, line: 1, column: 1, message })),
      added: list(20, notice),
      refused: list(20, (index) => ({ ...notice(index), why: hostile(index) })),
    },
    addedCapabilities: hostileTexts.map((tool) => ({
      tool,
      capability: 'executes-commands',
      word: 'processes',
      path: tool,
      line: 1,
      message: `The tool ${tool} executes commands`,
    })),
  },
  acceptsByComment: true,
  changes: {
    tools: list(120, (index) => ({
      kind: (['added', 'changed', 'removed'] as const)[index % 3] ?? 'added',
      what: 'tool',
      name: hostile(index),
      place: { path: files[index] ?? '', line: 1 },
      capabilities: ['executes-commands'],
      isWidened: true,
      differences: [`parameter ${hostile(index)} added`],
      description: { before: hostile(index), after: `${hostile(index + 1)} ${hostile(index + 2)}` },
    })),
    dependencies: list(400, (index) => ({
      kind: 'changed',
      name: hostile(index),
      ecosystem: 'npm',
      before: [hostile(index)],
      after: [hostile(index + 1)],
      isDirect: index % 2 === 0,
      use: hostile(index),
      license: hostile(index + 1),
    })),
  },
  changedLines: new Map(files.map((path): [string, LineRange[]] => [path, [[1, 2]]])),
  fixes,
  notes: [hostile(0)],
  links: {
    reportUrl: 'https://assay.example/scan/1',
    rulesUrl: 'https://assay.example/rules',
    filesUrl: 'https://github.example/o/r/blob/0123',
  },
}

/** Tags that Assay itself writes. All others are escaped. */
const ownTags = /<\/?(?:details|summary|ins|del)>|<br>/g

function expectHarmless(markdown: string): void {
  expect(markdown.length).toBeLessThanOrEqual(maxCharacters)
  expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(maxCharacters)
  expect(markdown.isWellFormed()).toBe(true)
  expect(markdown).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u)
  const text = outsideCode(markdown).replaceAll(ownTags, ' ')
  for (const line of text.split('\n'))
    expect(line, line.slice(0, 300)).not.toMatch(
      /@[\w-]|#\d|\bgh-\d|www\.|(?<!\\):\/\/|mailto:|<|(?<!\\)!\[|(?<!\\)`|^ {0,3}(?:#{1,2} |>)/i,
    )
  for (const tag of ['details', 'summary', 'ins', 'del'])
    expect(outsideCode(markdown).split(`<${tag}>`).length, tag).toBe(outsideCode(markdown).split(`</${tag}>`).length)
}

describe('a hostile pull request with every feature', () => {
  const texts = checkRunTexts(input)

  it('has a summary within the limits of GitHub that names no person and no issue', () => {
    expectHarmless(texts.summary)
    expect(texts.summary).toContain('assay: accept')
    expect(texts.summary).toContain('**500 new findings**')
    expect(texts.summary).toMatch(/^\d+ more findings are in the \[full report\]/m)
    expect(Array.from(texts.title).length).toBeLessThanOrEqual(255)
    expect(texts.title).not.toMatch(/[\p{Cf}\p{Cc}]/u)
  })

  it('has a summary of several comparisons within the limits', () => {
    const { summary, title } = joinTexts(
      list(6, (index) => ({
        label: `pull request #${index} into ${hostile(index)}`,
        conclusion: texts.conclusion,
        title: texts.title,
        summaryWithin: texts.summaryWithin,
        annotations: texts.annotations.batches,
      })),
    )
    expectHarmless(summary)
    expect(Array.from(title).length).toBeLessThanOrEqual(255)
  })

  it('has a comment with the same texts', () => {
    expectHarmless(commentBody(input))
    expect(commentBody(input)).toMatch(/^\*\*Assay:\*\* /)
  })

  it('has a review with at most 20 suggestions, each within the limits', () => {
    const suggested = fixesToSuggest(input)
    expect(suggested).toHaveLength(20)
    for (const fix of suggested) expectHarmless(suggestionOf(fix))
    expectHarmless(reviewBody(suggested, { headSha: '0123456789abcdef', isFirst: true }))
    expectHarmless(reviewBody(suggested, { headSha: '0123456789abcdef', isFirst: false }))
    const long = suggested.map((fix) => ({ ...fix, path: '\u{E0001}'.repeat(400), after: '\u{E0001}'.repeat(400) }))
    const body = reviewBody(long, { headSha: '0123456789abcdef', isFirst: false })
    expectHarmless(body)
    expect(body).toMatch(/- \d+ more, not shown$/)
  })

  it('has at most 300 annotations in requests of 50, in visible characters', () => {
    const { batches, total, beyond } = texts.annotations
    expect(batches.flat()).toHaveLength(250)
    expect(total + beyond).toBe(250)
    expect(Math.max(...batches.map(({ length }) => length))).toBe(50)
    for (const { title, message, raw_details: details = '' } of batches.flat()) {
      expect(Array.from(title).length).toBeLessThanOrEqual(255)
      for (const text of [title, message, details]) {
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxCharacters)
        expect(text).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u)
      }
    }
  })
})
