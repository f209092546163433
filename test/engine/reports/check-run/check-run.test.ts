import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../../src/engine/model/finding.ts'
import { parseSettings } from '../../../../src/engine/project-settings/parse-settings.ts'
import { checkRunTexts } from '../../../../src/engine/reports/check-run/check-run.ts'
import type { CheckRunInput } from '../../../../src/engine/reports/check-run/check-run-input.ts'
import { cutToBytes, cutToCharacters } from '../../../../src/engine/reports/check-run/cut-text.ts'
import { suppressionToPaste } from '../../../../src/engine/reports/check-run/finding-sections.ts'
import { dependencyFinding, storedFinding } from '../../../support/findings.ts'

const results = {
  securityScore: 66,
  grade: 'C',
  vulnerabilities: { critical: 0, high: 1, medium: 0, low: 0, info: 0, total: 1 },
  partial: false,
  method: '1',
} as const
const nothingSuppressed = { applied: 0, expired: [], unused: [], invalid: [], added: [], refused: [] }

const texts = (parts: Partial<CheckRunInput> = {}) =>
  checkRunTexts({
    verdict: 'fail',
    results,
    findings: [],
    isCompared: true,
    gaps: [],
    failOn: 'high',
    reportOn: 'low',
    changedLines: new Map(),
    ...parts,
  })

const flaw = (index: number, parts: Partial<Finding> = {}) =>
  dependencyFinding(`GHSA-${String(index).padStart(4, '0')}-bbbb-cccc`, {
    id: `finding_${index}`,
    fingerprint: index.toString(16).padStart(32, '0'),
    ...parts,
  })
/** A flaw of a package that no other finding is about. */
const ownFlaw = (index: number, parts: Partial<Finding> = {}) => {
  const { component, ...others } = flaw(index)
  return { ...others, ...(component && { component: { ...component, purl: `pkg:npm/a-${index}@1.0.0` } }), ...parts }
}
const inCode = (path: string, startLine: number, endLine = startLine, parts: Partial<Finding> = {}) =>
  storedFinding({ ruleId: 'command-injection', category: 'code', location: { path, startLine, endLine }, ...parts })

describe('conclusion and title', () => {
  it.each([
    ['pass', 'success'],
    ['fail', 'failure'],
    ['partial', 'neutral'],
    ['nothing-scanned', 'neutral'],
    ['error', 'neutral'],
    ['quota', 'neutral'],
  ] as const)('%s is %s', (verdict, conclusion) => {
    expect(texts({ verdict }).conclusion).toBe(conclusion)
  })

  it('counts what is new by severity, then the rest', () => {
    const others = [
      ...Array.from({ length: 3 }, () => storedFinding({ state: 'existing' })),
      ...Array.from({ length: 2 }, () => storedFinding({ state: 'fixed' })),
    ]
    expect(texts({ findings: [storedFinding(), ...others] }).title).toBe('1 new high finding; 3 existing, 2 fixed')
    expect(texts({ findings: others }).title).toBe('no new findings; 3 existing, 2 fixed')
    expect(
      texts({ findings: [storedFinding(), storedFinding({ severity: 'low' }), storedFinding({ state: 'suppressed' })] })
        .title,
    ).toBe('2 new findings (1 high, 1 low); 1 suppressed')
    expect(texts({ findings: [storedFinding(), storedFinding()], isCompared: false }).title).toBe('2 high findings')
    expect(texts({ verdict: 'partial' }).title).toBe('Incomplete coverage: no new findings')
  })

  it('says that there is no result, and why', () => {
    const { title, summary } = texts({
      verdict: 'quota',
      results: undefined,
      reason: "The plan's 50 scans of today are used up.",
    })
    expect(title).toBe("Not scanned: The plan's 50 scans of today are used up.")
    expect(summary).toBe("No result: The plan's 50 scans of today are used up.")
    expect(Array.from(texts({ verdict: 'error', results: undefined, reason: 'x'.repeat(999) }).title)).toHaveLength(255)
  })
})

describe('a commit that cannot be scanned any more', () => {
  it('fails and says that the base could be read', () => {
    const { conclusion, title, summary } = texts({
      verdict: 'fail',
      results: undefined,
      reason: 'The repository could not be read: its commit has too many bytes.',
    })
    expect({ conclusion, title }).toEqual({
      conclusion: 'failure',
      title: 'Cannot scan this commit: The repository could not be read: its commit has too many bytes.',
    })
    expect(summary).toBe(
      'Failed: Assay can scan the base commit, but not this commit. The repository could not be read: its commit has ' +
        'too many bytes.',
    )
  })
})

describe('the sentence under the grade', () => {
  const critical = storedFinding({ severity: 'critical', state: 'existing' })
  const undecided = storedFinding({
    precision: 'low',
    guard: { path: 'src/paths.ts', line: 4, outcome: 'undecided', reason: 'why' },
  })
  const headOf = (parts: Partial<CheckRunInput>) => texts(parts).summary.split('\n')[0]?.split(' · ').at(-1)

  it.each([
    [
      'pass',
      { findings: [critical] },
      'Passed: no new finding is `high` or worse. 1 existing finding is `high` or worse and still open; it does not ' +
        'fail this check.',
    ],
    [
      'pass',
      { findings: [critical, critical], failOn: 'critical' },
      'Passed: no new finding is `critical`. 2 existing findings are `critical` and still open; they do not fail ' +
        'this check.',
    ],
    ['pass', { isCompared: false }, 'Passed: no open finding is `high` or worse.'],
    [
      'pass',
      { isCompared: false, findings: [undecided] },
      'Passed: no open finding is `high` or worse, except 1 uncertain finding.',
    ],
    [
      'fail',
      { findings: [undecided] },
      'Failed: 1 new finding is `high` or worse. Fix the finding, or suppress it and state a reason.',
    ],
    [
      'pass',
      { findings: [storedFinding()] },
      'Passed: 1 new finding is `high` or worse, but the project settings treat it as a warning.',
    ],
    [
      'fail',
      { findings: [storedFinding(), critical] },
      'Failed: 1 new finding is `high` or worse. Fix the finding, or suppress it and state a reason. 1 existing ' +
        'finding is `high` or worse and still open; it does not fail this check.',
    ],
    [
      'fail',
      { findings: [storedFinding({ severity: 'low' })] },
      'Failed: no new finding is `high` or worse, but at least one new finding comes from a rule that is set to ' +
        '`block` in the project settings.',
    ],
    [
      'fail',
      {
        lost: [
          {
            kind: 'file',
            path: 'src/run.ts',
            reason: 'it nests too deep',
            message: 'src/run.ts is no longer readable: it nests too deep.',
          },
        ],
      },
      'Failed: this change makes 1 part of the project unreadable to Assay.',
    ],
    [
      'partial',
      { findings: [critical], gaps: ['a gap'] },
      'Partial: no new finding is `high` or worse, but the scan has 1 coverage gap. Review it before you rely on ' +
        'this result. 1 existing finding is `high` or worse and still open; it does not fail this check.',
    ],
  ] as const)('of %s with %o is true of the table below it', (verdict, parts, sentence) => {
    expect(headOf({ verdict, ...parts })).toBe(sentence)
  })

  it('is followed by what the change makes unreadable', () => {
    const { summary, title, conclusion } = texts({
      verdict: 'fail',
      lost: [
        {
          kind: 'file',
          path: 'src/<run>.ts',
          reason: 'it nests too deep',
          message: 'src/<run>.ts is no longer readable: it nests too deep. The base could read it.',
        },
      ],
    })
    expect(conclusion).toBe('failure')
    expect(title).toBe('src/<run>.ts is no longer readable; no new findings')
    expect(summary).toContain(
      '**No longer readable**\n\n- src/&lt;run&gt;.ts is no longer readable: it nests too deep. The base ' +
        'could read it.',
    )
  })
})

describe('the summary', () => {
  it('tells what is new with its fix and way in, worst first, and the suppression to paste', () => {
    const { summary } = texts({
      findings: [
        inCode('src/a.ts', 3, 3, { severity: 'low', title: 'Input reaches a shell', fingerprint: 'f'.repeat(32) }),
        flaw(1, { severity: 'critical', title: 'a 1.0.0: a flaw' }),
      ],
    })
    expect(summary).toContain(
      [
        '| severity | finding | where | fixed in |',
        '|---|---|---|---|',
        '| critical | a 1.0.0: a flaw `GHSA-0001-bbbb-cccc` `CVE-2026-1` | `a 1.0.0` in ' +
          '`web/package-lock.json` | `1.0.1` |',
        '| low | Input reaches a shell `command-injection` | `src/a.ts:3` |  |',
      ].join('\n'),
    )
    expect(summary).toContain(
      '```yaml\nsuppressions:\n  # critical: a 1.0.0 GHSA-0001-bbbb-cccc\n  - rule: vulnerable-dependency\n ' +
        '   fingerprint: "00000000000000000000000000000001"\n    reason: ""\n',
    )
  })

  it('offers suppressions that hold once somebody says why, and not before', () => {
    const lines = suppressionToPaste(flaw(1)).map((line) => `  ${line}`)
    const parse = (text: string) => parseSettings(text, { path: 'assay.yml', rules: ['vulnerable-dependency'] })
    expect(parse(['suppressions:', ...lines].join('\n'))).toMatchObject({
      suppressions: [],
      mistakes: [{ line: 4, message: 'suppressions[1].reason: is required: explain why the finding is acceptable' }],
    })
    expect(parse(['suppressions:', ...lines].join('\n').replace('""', '"not reached"'))).toMatchObject({
      mistakes: [],
      suppressions: [{ fingerprint: flaw(1).fingerprint, reason: 'not reached' }],
    })
  })

  it('counts every state and always the suppressed, and tells gaps, mistakes and suppressions', () => {
    const notice = {
      by: '.github/assay.yml:9',
      rule: 'vulnerable-dependency',
      path: 'x/*',
      reason: 'ours',
      expires: '2027-01-02T23:59:59.999Z',
    }
    const { summary, title } = texts({
      verdict: 'partial',
      findings: [
        storedFinding({ state: 'fixed', title: 'gone' }),
        storedFinding({
          state: 'suppressed',
          title: 'aside',
          suppression: { reason: 'not reached', by: '.github/assay.yml:4', expires: '2027-03-04T23:59:59.999Z' },
        }),
      ],
      gaps: ['There are no advisories for npm.'],
      settings: {
        path: '.github/assay.yml',
        ignored: 'assay.yml',
        mistakes: [{ path: '.github/assay.yml', line: 3, column: 5, message: 'failOn: should be one of a' }],
        suppressions: {
          ...nothingSuppressed,
          applied: 1,
          added: [notice],
          refused: [{ ...notice, by: 'inline a.js:3', why: 'suppressions from a fork have no effect' }],
          expired: [notice],
          unused: [notice],
          invalid: [{ path: 'b.js', line: 7, column: 1, message: 'a reason is needed' }],
        },
      },
      toolChanges: [{ kind: 'added', name: 'run_shell', detail: 'It runs commands.' }],
      reportUrl: 'https://assay.example/scans/scan_x',
    })
    expect(title).toBe(
      'Incomplete coverage: no new findings; 1 fixed, 1 suppressed; 2 mistakes in the project settings',
    )
    for (const part of [
      '**Grade C** · 66/100 · Partial: no new finding is `high` or worse, but the scan has 1 coverage gap.',
      '| new | 0 | 0 | 0 | 0 | 0 | 0 |',
      '| suppressed | 0 | 1 | 0 | 0 | 0 | 1 |',
      '- There are no advisories for npm.',
      '- `.github/assay.yml:3:5` failOn: should be one of a',
      '- `b.js:7:1` a reason is needed',
      '- `assay.yml` is ignored because `.github/assay.yml` exists',
      '- added: `run_shell` It runs commands.',
      '**Suppressions added by this pull request**\n\n- `.github/assay.yml:9` vulnerable-dependency in ' +
        'x/\\*, reason: ours, until 2027-01-02',
      '- `inline a.js:3` vulnerable-dependency in x/\\*, reason: ours, until 2027-01-02: ' +
        'suppressions from a fork have no effect',
      '**Expired suppressions**',
      '- high: aside (`vulnerable-dependency`), reason: not reached (`.github/assay.yml:4`, until 2027-03-04)',
      '- high: gone (`vulnerable-dependency`)',
      '[Full report](<https://assay.example/scans/scan_x>)',
    ])
      expect(summary).toContain(part)
    expect(texts().summary).toContain('| suppressed | 0 | 0 | 0 | 0 | 0 | 0 |')
  })

  it('holds 130 findings whole', () => {
    const { summary, title, annotations } = texts({
      findings: Array.from({ length: 130 }, (_, index) =>
        ownFlaw(index, { severity: index % 2 === 0 ? 'high' : 'low' }),
      ),
      changedLines: new Map([['web/package-lock.json', [[5, 9]]]]),
    })
    expect(title).toBe('130 new findings (65 high, 65 low)')
    expect(summary.match(/^\| (?:high|low) \|/gm)).toHaveLength(130)
    expect(summary.match(/fingerprint: /g)).toHaveLength(130)
    expect(summary).not.toContain('not shown')
    expect(annotations.batches.map(({ length }) => length)).toEqual([50, 50, 30])
    expect(annotations.batches.flat().map(({ annotation_level }) => annotation_level)).toEqual([
      ...Array.from({ length: 65 }, () => 'failure'),
      ...Array.from({ length: 65 }, () => 'notice'),
    ])
  })

  it(
    "stays below GitHub's 65,535 bytes where it would have more than 70,000, in whole rows, and says how many " +
      'are left out',
    () => {
      const findings = Array.from({ length: 400 }, (_, index) =>
        ownFlaw(index, { title: `🦊 größer ${'ÄÖÜ🦊'.repeat(8)}` }),
      )
      const fixed = Array.from({ length: 400 }, (_, index) => flaw(index, { state: 'fixed', title: 'fixed 🦊' }))
      const { summary } = texts({ findings: [...findings, ...fixed], reportUrl: 'https://assay.example/scans/scan_x' })
      const bytes = Buffer.byteLength(summary)
      expect(bytes).toBeLessThan(65_535)
      expect(bytes).toBeGreaterThan(60_000)
      const rows = summary.match(/^\| high \|.*\|$/gm) ?? []
      expect(summary.match(/^\| high \|/gm)).toHaveLength(rows.length)
      expect(rows.length).toBeGreaterThan(100)
      expect(summary).toContain(`${400 - rows.length} more findings are not shown.`)
      expect(summary.match(/fingerprint: /g)).toHaveLength(rows.length)
      const gone = summary.match(/^- high: fixed 🦊 .*\)$/gm) ?? []
      expect(gone.length).toBeGreaterThan(5)
      expect(summary).toContain(`- ${400 - gone.length} more, not shown`)
      expect(summary).not.toContain('\uFFFD')
      expect(summary.match(/<details>/g)).toHaveLength(summary.match(/<\/details>/g)?.length ?? 0)
      expect(summary).toMatch(/\[Full report\]\(<.*>\)$/)
    },
  )

  it('fits whatever the parts are', () => {
    const title = fc.string({
      unit: fc.constantFrom('a', '|', '`', '🦊', '<', '@', '\u202E', '\n', '\\'),
      maxLength: 400,
    })
    const states = fc.constantFrom('new', 'existing', 'fixed', 'suppressed')
    fc.assert(
      fc.property(
        fc.array(fc.record({ title, state: states, copies: fc.integer({ min: 1, max: 150 }), isOwn: fc.boolean() }), {
          maxLength: 8,
        }),
        fc.array(title, { maxLength: 200 }),
        (kinds, gaps) => {
          const findings = kinds.flatMap(({ title, state, copies, isOwn }) =>
            Array.from({ length: copies }, (_, index) => (isOwn ? ownFlaw : flaw)(index, { title, state })),
          )
          const { summary, title: line } = texts({ findings, gaps })
          expect(Buffer.byteLength(summary)).toBeLessThan(65_535)
          expect(Array.from(line).length).toBeLessThanOrEqual(255)
          expect(summary.isWellFormed()).toBe(true)
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('groups of new findings', () => {
  const rowsOf = (findings: readonly Finding[]) =>
    texts({ findings })
      .summary.split('\n')
      .filter((line) => /^\| (?:critical|high|low) \|/.test(line))

  it('are one row for a package version, with the upgrade that fixes them all', () => {
    const fixedIn = (index: number, fixedVersion: string, parts: Partial<Finding> = {}) => {
      const { advisory, ...others } = flaw(index)
      return { ...others, ...(advisory && { advisory: { ...advisory, fixedVersion } }), ...parts }
    }
    const findings = [fixedIn(1, '1.9.0'), fixedIn(2, '1.10.0', { severity: 'critical' })]
    expect(rowsOf(findings)).toEqual([
      '| critical | a 1.0.0: 2 known vulnerabilities. Upgrade a to 1.10.0 or later. `GHSA-0002-bbbb-cccc` ' +
        '`GHSA-0001-bbbb-cccc` | `a 1.0.0` in `web/package-lock.json` | `1.10.0` |',
    ])
    expect(texts({ findings }).summary.match(/fingerprint: /g)).toHaveLength(2)
    expect(texts({ findings }).title).toBe('2 new findings (1 critical, 1 high)')
  })

  it('are one row for a weakness in several places, without a column of versions', () => {
    const findings = Array.from({ length: 7 }, (_, index) => inCode(`${index}.ts`, 1, 1, { title: 'Weakness in *x*' }))
    expect(rowsOf(findings)).toEqual([
      '| high | Weakness in \\*x\\* (7 places) `command-injection` | `0.ts:1`, `1.ts:1`, `2.ts:1`, `3.ts:1`, ' +
        '`4.ts:1` and 2 more |',
    ])
  })

  it('of 10,000 findings leave room for others, and say how many suppressions are not shown', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => inCode(`${index}.ts`, 1, 1, { title: '\u0000' }))
    const { summary } = texts({ findings: [...many, inCode('x.ts', 1, 1, { title: 'other' })] })
    expect(summary).toContain('| high | \\[U+0000\\] (10000 places) `command-injection` |')
    expect(summary).toContain('| high | other `command-injection` | `x.ts:1` |')
    expect(summary).toContain('\n  # The full report contains the fingerprints of 9990 more.\n')
    expect(Buffer.byteLength(summary)).toBeLessThan(8_000)
  })

  it('are not shown in part: the summary counts the findings of groups without room', () => {
    const findings = [...Array.from({ length: 50 }, (_, index) => ownFlaw(index)), flaw(1), flaw(2)]
    const { summaryWithin } = texts({ findings })
    const shown = summaryWithin(3_000)
    const rows = shown.match(/^\| high \|/gm)?.length ?? 0
    expect(rows).toBeGreaterThan(2)
    expect(shown).toContain(`${52 - rows} more findings are not shown.`)
  })
})

describe('hostile texts', () => {
  /** What a finding's title becomes in the table. */
  const told = (title: string) => {
    const row =
      texts({ findings: [inCode('a.ts', 1, 1, { title })] })
        .summary.split('\n')
        .find((line) => line.startsWith('| high |')) ?? ''
    return row.slice('| high | '.length, row.indexOf(' `command-injection`'))
  }

  it.each([
    ['@octocat', '@&#8203;octocat'],
    ['#12 and GH-12', '#&#8203;12 and GH-&#8203;12'],
    ['a | b', 'a \\| b'],
    ['`code`', '\\`code\\`'],
    ['<img src=x onerror=y>', '&lt;img src=x onerror=y&gt;'],
    ['&lt;b&gt;', '&amp;lt;b&amp;gt;'],
    ['![x](https://evil.example/x.png)', '\\!\\[x\\](https\\://evil.example/x.png)'],
    ['www.evil.example', 'www\\.evil.example'],
    ['_www.evil.example', '\\_www\\.evil.example'],
    ['**a** _b_ ~~c~~ $d$', '\\*\\*a\\*\\* \\_b\\_ \\~\\~c\\~\\~ \\$d\\$'],
    ['a\nb\r\nc', 'a b  c'],
    ['user\u202Egnp.exe', 'user\\[U+202E\\]gnp.exe'],
    ['zero\u200Bwidth\u0000', 'zero\\[U+200B\\]width\\[U+0000\\]'],
    ['half \uD83E', 'half \uFFFD'],
    ['1. one', '1\\. one'],
    ['- one', '\\- one'],
  ])('%j', (title, markdown) => {
    expect(told(title)).toBe(markdown)
  })

  it('cannot end a piece of code, a row or a block', () => {
    const { summary } = texts({
      findings: [
        inCode('a`|`` b\n.ts', 1),
        flaw(1, {
          title: 'x',
          component: {
            purl: 'pkg:npm/a@1',
            name: '```\n</details>',
            version: '1',
            ecosystem: 'npm',
            direct: true,
            dev: false,
            introducedBy: [],
          },
        }),
      ],
    })
    expect(summary).toContain('| ```a`\\|`` b .ts:1``` |')
    expect(summary).toContain('````yaml\n')
    expect(summary).toContain('  # high: ``` </details> 1 GHSA-0001-bbbb-cccc\n')
    expect(summary.match(/^`{3,}/gm)).toEqual(['````', '````'])
  })

  it('is shown visibly in the title and in annotations too, which are plain text', () => {
    expect(texts({ verdict: 'error', results: undefined, reason: 'a\u202Eb\nc' }).title).toBe(
      'Not scanned: a[U+202E]b c',
    )
    const [annotation] =
      texts({
        findings: [inCode('a.ts', 1, 1, { title: 'a\u202Eb', message: 'c\u2066d' })],
        changedLines: new Map([['a.ts', [[1, 1]]]]),
      }).annotations.batches[0] ?? []
    expect(annotation).toMatchObject({ title: 'high: a[U+202E]b', message: 'c[U+2066]d\n\nUpgrade.' })
  })
})

describe('annotations', () => {
  it('are for new findings, only on changed lines, and the others are counted', () => {
    const findings = [
      inCode('a.ts', 3, 8),
      inCode('a.ts', 30),
      inCode('b.ts', 1),
      inCode('a.ts', 5, 5, { state: 'existing' }),
      inCode('a.ts', 5, 5, { state: 'suppressed' }),
      inCode('a.ts', 6, 6, { severity: 'info' }),
      inCode('a.ts', 6, 6, { severity: 'critical' }),
    ]
    const { annotations, summary } = texts({
      findings,
      changedLines: new Map([
        [
          'a.ts',
          [
            [1, 1],
            [5, 6],
          ],
        ],
      ]),
    })
    expect(
      annotations.batches
        .flat()
        .map(({ path, start_line, end_line, annotation_level }) => ({ path, start_line, end_line, annotation_level })),
    ).toEqual([
      { path: 'a.ts', start_line: 6, end_line: 6, annotation_level: 'failure' },
      { path: 'a.ts', start_line: 5, end_line: 6, annotation_level: 'failure' },
    ])
    expect(annotations).toMatchObject({ total: 2, outside: 2, below: 1, beyond: 0 })
    expect(summary).toContain(
      '2 new findings are annotated. Not annotated: 2 outside the changed lines, 1 below the `reportOn` severity.',
    )
  })

  it('of packages stand at the first changed line of a file that brings them', () => {
    const at = (path: string) =>
      texts({
        findings: [flaw(1)],
        changedLines: new Map([
          [
            path,
            [
              [40, 41],
              [90, 90],
            ],
          ],
        ]),
      })
        .annotations.batches.flat()
        .map(({ path, start_line, end_line }) => [path, start_line, end_line])
    expect(at('web/package-lock.json')).toEqual([['web/package-lock.json', 40, 40]])
    expect(at('package-lock.json')).toEqual([])
  })

  it("stop at a number that can be sent, and keep to GitHub's lengths", () => {
    const long = inCode('a.ts', 1, 1, { title: '🦊'.repeat(400), message: '🦊'.repeat(40_000), remediation: 'x' })
    const { annotations } = texts({
      findings: [long, ...Array.from({ length: 400 }, () => inCode('a.ts', 1))],
      changedLines: new Map([['a.ts', [[1, 1]]]]),
    })
    expect(annotations).toMatchObject({ total: 300, beyond: 101 })
    expect(annotations.batches.every(({ length }) => length === 50)).toBe(true)
    const [first] = annotations.batches[0] ?? []
    expect(Array.from(first?.title ?? '')).toHaveLength(255)
    expect(Buffer.byteLength(first?.message ?? '')).toBeLessThanOrEqual(65_535)
    expect(first?.message.isWellFormed()).toBe(true)
  })
})

describe('cutting', () => {
  it('never exceeds its bytes, never splits a character, and keeps what fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), fc.integer({ min: 3, max: 80 }), (text, most) => {
        const cut = cutToBytes(text, most)
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(most)
        expect(cut === text || (cut.endsWith('…') && text.startsWith(cut.slice(0, -1)))).toBe(true)
        if (cut !== text) expect(Buffer.byteLength(cut)).toBeGreaterThan(most - 4)
        const short = cutToCharacters(text, most)
        expect(Array.from(short).length).toBeLessThanOrEqual(most)
        expect(short === text || (Array.from(short).length === most && text.startsWith(short.slice(0, -1)))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
