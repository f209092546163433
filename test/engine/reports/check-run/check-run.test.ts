import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../../src/engine/model/finding.ts'
import { parseSettings } from '../../../../src/engine/project-settings/parse-settings.ts'
import { shortId } from '../../../../src/engine/model/short-id.ts'
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
/** A vulnerability of a package without other findings. */
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
    expect(summary).toBe("**No result:** The plan's 50 scans of today are used up.")
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
      '**Failed: Assay can scan the base commit, but not this commit.** The repository could not be read: its commit ' +
        'has too many bytes.',
    )
  })
})

describe('the first line', () => {
  const critical = storedFinding({ severity: 'critical', state: 'existing' })
  const undecided = storedFinding({
    precision: 'low',
    guard: { path: 'src/paths.ts', line: 4, outcome: 'undecided', reason: 'why' },
  })
  const lost = [{ path: 'src/run.ts', message: 'src/run.ts is no longer readable: it nests too deep.' }]
  const low = storedFinding({ severity: 'low' })
  const firstLine = (parts: Partial<CheckRunInput>) => texts(parts).summary.split('\n')[0]

  it.each([
    ['pass', { findings: [critical] }, 'Passed: no new findings.'],
    ['pass', { findings: [low] }, 'Passed: no new finding is high or worse.'],
    ['pass', { findings: [low], failOn: 'critical' }, 'Passed: no new finding is critical.'],
    ['pass', { findings: [{ ...low, state: 'fixed' }] }, 'Passed: no new findings. This change fixes 1 finding.'],
    ['pass', { isCompared: false }, 'Passed: no open findings.'],
    [
      'pass',
      { isCompared: false, findings: [undecided] },
      'Passed: no open finding is high or worse, except 1 uncertain finding.',
    ],
    ['fail', { findings: [undecided] }, 'Failed: 1 new finding is high or worse.'],
    [
      'pass',
      { findings: [storedFinding()] },
      'Passed: 1 new finding is high or worse, but the project settings treat it as a warning.',
    ],
    ['fail', { findings: [storedFinding(), low, critical] }, 'Failed: 1 of 2 new findings is high or worse.'],
    ['fail', { findings: [low] }, 'Failed: the project settings block the rule of at least one new finding.'],
    ['fail', { lost }, 'Failed: this change makes src/run.ts unreadable to Assay.'],
    [
      'fail',
      { findings: [storedFinding()], lost, exceeded: ['the score 80 is below 81'] },
      'Failed: this change makes src/run.ts unreadable to Assay, 1 new finding is high or worse, and the score 80 is ' +
        'below 81.',
    ],
    [
      'partial',
      { findings: [critical], gaps: ['a gap'] },
      'Incomplete: no new findings, but Assay could not analyze the whole project (1 coverage gap).',
    ],
  ] as const)('of %s with %o is the verdict in words', (verdict, parts, sentence) => {
    expect(firstLine({ verdict, ...parts })).toBe(`**${sentence}**`)
  })

  it('is followed by one number for existing findings, with a link', () => {
    const links = { reportUrl: 'https://assay.example/scan/scan_x' }
    const numbers = (findings: readonly Finding[]) =>
      texts({ verdict: 'pass', findings, links })
        .summary.split('\n')
        .find((line) => line.startsWith('Grade'))
    const report = '[Full report](<https://assay.example/scan/scan_x>)'
    expect(numbers([critical])).toBe(
      'Grade C (66/100) · [1 existing finding](<https://assay.example/scan/scan_x>) (1 high or worse) does not fail ' +
        `this check · ${report}`,
    )
    expect(numbers([])).toBe(`Grade C (66/100) · ${report}`)
  })

  it('comes with the permission that a setting needs', () => {
    expect(texts({ verdict: 'pass', notes: ['No <review>: grant it.'] }).summary).toContain(
      '\n\nNo &lt;review&gt;: grant it.',
    )
  })

  it('is followed by what the change makes unreadable', () => {
    const { summary, title, conclusion } = texts({
      verdict: 'fail',
      lost: [
        {
          path: 'src/<run>.ts',
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
        '| severity | finding | where | fix |',
        '|---|---|---|---|',
        '| critical | a 1.0.0: a flaw [`GHSA-0001-bbbb-cccc`](<https://osv.dev/vulnerability/GHSA-0001-bbbb-cccc>) ' +
          '`CVE-2026-1` `vulnerable-dependency` | `web/package-lock.json` | Upgrade. |',
        '| low | Input reaches a shell `command-injection` | `src/a.ts:3` | Upgrade. |',
      ].join('\n'),
    )
    expect(summary).toContain(
      '```yaml\nsuppressions:\n  # critical: a 1.0.0 GHSA-0001-bbbb-cccc\n  - rule: vulnerable-dependency\n ' +
        '   fingerprint: "00000000000000000000000000000001"\n    reason: ""\n',
    )
  })

  it('offers suppressions that apply only after a reason is added', () => {
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

  it('offers comments that accept findings, except for licenses, which only settings allow', () => {
    const findings = [flaw(1), flaw(2, { ruleId: 'license-not-allowed' })]
    const offered = (parts: Partial<CheckRunInput>) => texts({ findings, ...parts }).summary.match(/assay: accept \w+/g)
    expect(offered({ acceptsByComment: true })).toEqual([`assay: accept ${shortId(flaw(1).fingerprint)}`])
    expect(offered({})).toBeNull()
  })

  it('links each finding to its line at the commit and to its rule, whatever their names are', () => {
    const { summary } = texts({
      findings: [inCode('src/a |)>é\\.ts', 3)],
      links: { filesUrl: 'https://github.com/acme/demo/blob/0123', rulesUrl: 'https://assay.example/rules' },
    })
    expect(summary).toContain(
      '[`command-injection`](<https://assay.example/rules/command-injection>) | ' +
        '[`src/a \\|)>é\\.ts:3`](<https://github.com/acme/demo/blob/0123/src/a%20%7C)%3E%C3%A9%5C.ts#L3>) |',
    )
  })

  it('says first what to do next', () => {
    const next = (parts: Partial<CheckRunInput>) =>
      texts(parts)
        .summary.split('\n')
        .find((line) => line.startsWith('**Next:**'))
    const shell = {
      kind: 'added',
      what: 'tool',
      name: 'run',
      capabilities: ['executes-commands', 'reads-files'],
      isWidened: false,
      differences: [],
    } as const
    const changes = { tools: [shell], dependencies: [] }
    const fix = 'in `src/a.ts:3`: Use `execFile`.'
    const finding = inCode('src/a.ts', 3, 3, { remediation: 'Use `execFile`.' })
    expect(next({ findings: [finding] })).toBe(`**Next:** ${fix} Or suppress the finding and state a reason.`)
    expect(next({ findings: [finding, flaw(1)] })).toBe(`**Next:** ${fix} Then continue with the other finding below.`)
    expect(next({ findings: [finding], changes })).toBe(
      `**Next:** ${fix} Or suppress the finding and state a reason. Also review the new tool \`run\`, which executes ` +
        'commands and reads files.',
    )
    expect(next({ verdict: 'pass', changes })).toBe(
      '**Next:** review the new tool `run`, which executes commands and reads files. The check passes without this ' +
        'review.',
    )
    expect(next({ verdict: 'pass' })).toBe('**Next:** nothing to do.')
    expect(next({ verdict: 'pass', findings: [flaw(1, { severity: 'low' })] })).toBe(
      '**Next:** nothing is required. Review the 1 finding below when you can.',
    )
    expect(next({ verdict: 'partial', gaps: ['a', 'b'] })).toBe('**Next:** review the 2 coverage gaps below.')
  })

  it('is written in time for thousands of tools with other descriptions, and counts them', () => {
    const words = (start: number) => Array.from({ length: 400 }, (_, index) => `w${start + index}`).join(' ')
    const tools = Array.from({ length: 5_000 }, (_, index) => ({
      kind: 'changed' as const,
      what: 'tool' as const,
      name: `tool-${index}`,
      capabilities: [],
      isWidened: false,
      differences: [],
      description: { before: words(0), after: words(400) },
    }))
    const started = performance.now()
    const { summary } = texts({ changes: { tools, dependencies: [] } })
    expect(performance.now() - started).toBeLessThan(3_000)
    expect(summary).toContain('Tools and capabilities: 5000 changed')
    expect(summary).toContain('tool-0')
  })

  it('counts every state that occurs, and tells gaps, mistakes and suppressions', () => {
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
      changes: {
        tools: [
          {
            kind: 'added',
            what: 'tool',
            name: 'run_shell',
            place: { path: 'src/a.ts', line: 3 },
            capabilities: ['executes-commands'],
            isWidened: false,
            differences: [],
          },
        ],
        dependencies: [],
      },
      links: { reportUrl: 'https://assay.example/scans/scan_x' },
    })
    expect(title).toBe(
      'Incomplete coverage: no new findings; 1 fixed, 1 suppressed; 2 mistakes in the project settings',
    )
    for (const part of [
      '**Incomplete: no new findings, but Assay could not analyze the whole project (1 coverage gap). This change ' +
        'fixes 1 finding.**',
      'Grade C (66/100) · 1 fixed · 1 suppressed · [Full report](<https://assay.example/scans/scan_x>)',
      '- There are no advisories for npm.',
      '- `.github/assay.yml:3:5` failOn: should be one of a',
      '- `b.js:7:1` a reason is needed',
      '- `assay.yml` is ignored because `.github/assay.yml` exists',
      '**Tools and capabilities: 1 added**\n\n- new tool `run_shell` **executes commands** (`src/a.ts:3`)',
      '**Suppressions added by this pull request**\n\n- `.github/assay.yml:9` vulnerable-dependency in ' +
        'x/\\*, reason: ours, until 2027-01-02',
      '- `inline a.js:3` vulnerable-dependency in x/\\*, reason: ours, until 2027-01-02: ' +
        'suppressions from a fork have no effect',
      '**Expired suppressions**',
      '- high: aside (`vulnerable-dependency`), reason: not reached (`.github/assay.yml:4`, until 2027-03-04)',
      '- high: gone (`vulnerable-dependency`)',
    ])
      expect(summary).toContain(part)
    expect(texts({ verdict: 'pass' }).summary).toBe(
      '**Passed: no new findings.**\n\n**Next:** nothing to do.\n\nGrade C (66/100)',
    )
  })

  it('names new hosts and environment secrets of a tool with their places', () => {
    const reach = (name: string, line: number) => ({ name, path: 'src/http.ts', line })
    const { summary } = texts({
      verdict: 'pass',
      isCompared: true,
      findings: [],
      changes: {
        tools: [
          {
            kind: 'changed',
            what: 'tool',
            name: 'fetch_page',
            place: { path: 'src/a.ts', line: 3 },
            capabilities: [],
            destinations: [reach('api.example.com', 7)],
            secrets: [reach('GITHUB_TOKEN', 2), reach('NPM_TOKEN', 3)],
            isWidened: true,
            differences: [],
          },
          {
            kind: 'added',
            what: 'tool',
            name: 'many',
            capabilities: [],
            destinations: Array.from({ length: 8 }, (_, index) => reach(`h${index}.example`, index + 1)),
            isWidened: false,
            differences: [],
          },
        ],
        dependencies: [],
      },
      links: { filesUrl: 'https://github.com/o/r/blob/c0ffee' },
    })
    const link = (line: number) =>
      `[\`src/http.ts:${line}\`](<https://github.com/o/r/blob/c0ffee/src/http.ts#L${line}>)`
    for (const part of [
      '**Next:** review the changed tool `fetch_page`, which now connects to `api.example.com`',
      `- tool \`fetch_page\` **now connects to** \`api.example.com\` (${link(7)}); **now reads** \`GITHUB_TOKEN\` ` +
        `(${link(2)}) and \`NPM_TOKEN\` (${link(3)})`,
      '- new tool `many` **connects to** `h0.example`',
      `\`h4.example\` (${link(5)}), and 3 more`,
    ])
      expect(summary).toContain(part)
  })

  it('asks for a review of a tool whose hosts are not all known', () => {
    const { summary } = texts({
      verdict: 'pass',
      isCompared: true,
      findings: [],
      changes: {
        tools: [
          {
            kind: 'changed',
            what: 'tool',
            name: 'fetch_page',
            capabilities: [],
            areReachesUnknown: true,
            isWidened: true,
            differences: ['has code that is not listed'],
          },
        ],
        dependencies: [],
      },
    })
    expect(summary).toContain(
      '**Next:** review the changed tool `fetch_page`, which may connect to other hosts or read other secrets.',
    )
  })

  it('of 130 findings has 20 rows, and the report has the rest', () => {
    const { summary, title, annotations } = texts({
      findings: Array.from({ length: 130 }, (_, index) =>
        ownFlaw(index, {
          severity: index % 2 === 0 ? 'high' : 'low',
          location: { path: 'src/a.ts', startLine: index + 1 },
        }),
      ),
      changedLines: new Map([['src/a.ts', [[1, 200]]]]),
      links: { reportUrl: 'https://assay.example/scan/scan_x' },
    })
    expect(title).toBe('130 new findings (65 high, 65 low)')
    expect(summary.match(/^\| (?:high|low) \|/gm)).toHaveLength(20)
    expect(summary).toContain('110 more findings are in the [full report](<https://assay.example/scan/scan_x>).')
    expect(summary.match(/fingerprint: /g)).toHaveLength(20)
    expect(annotations.batches.map(({ length }) => length)).toEqual([50, 50, 30])
    expect(annotations.batches.flat().map(({ annotation_level }) => annotation_level)).toEqual([
      ...Array.from({ length: 65 }, () => 'failure'),
      ...Array.from({ length: 65 }, () => 'notice'),
    ])
  })

  it("stays below GitHub's 65,535 bytes where it would have more, and counts what it leaves out", () => {
    const fixed = Array.from({ length: 900 }, (_, index) =>
      flaw(index, { state: 'fixed', title: `fixed 🦊 größer ${'ÄÖÜ🦊'.repeat(8)}` }),
    )
    const findings = Array.from({ length: 500 }, (_, index) => ownFlaw(index, { title: `🦊 ${'ÄÖÜ🦊'.repeat(8)}` }))
    const gaps = Array.from({ length: 100 }, (_, index) => `gap ${index} ${'ÄÖÜ🦊'.repeat(20)}`)
    const { summary } = texts({ verdict: 'fail', findings: [...findings, ...fixed], gaps })
    const bytes = Buffer.byteLength(summary)
    expect(bytes).toBeLessThan(65_535)
    expect(bytes).toBeGreaterThan(60_000)
    expect(summary.match(/^\| high \|.*\|$/gm)).toHaveLength(20)
    expect(summary).toContain('480 more findings are not shown.')
    const gone = summary.match(/^- high: fixed 🦊 .*\)$/gm) ?? []
    expect(gone.length).toBeGreaterThan(5)
    expect(summary).toContain(`- ${900 - gone.length} more, not shown`)
    expect(summary).not.toContain('\uFFFD')
    expect(summary.match(/<details>/g)).toHaveLength(summary.match(/<\/details>/g)?.length ?? 0)
    expect(summary).toMatch(/<\/details>$/)
  })

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
      '| critical | a 1.0.0: 2 known vulnerabilities ' +
        '[`GHSA-0002-bbbb-cccc`](<https://osv.dev/vulnerability/GHSA-0002-bbbb-cccc>) ' +
        '[`GHSA-0001-bbbb-cccc`](<https://osv.dev/vulnerability/GHSA-0001-bbbb-cccc>) `vulnerable-dependency` | ' +
        '`web/package-lock.json` | Upgrade a to 1.10.0 or later. |',
    ])
    expect(texts({ findings }).summary.match(/fingerprint: /g)).toHaveLength(2)
    expect(texts({ findings }).title).toBe('2 new findings (1 critical, 1 high)')
  })

  it('are one row for a weakness in several places', () => {
    const findings = Array.from({ length: 7 }, (_, index) => inCode(`${index}.ts`, 1, 1, { title: 'Weakness in *x*' }))
    expect(rowsOf(findings)).toEqual([
      '| high | Weakness in \\*x\\* (7 places) `command-injection` | `0.ts:1`, `1.ts:1`, `2.ts:1`, `3.ts:1`, ' +
        '`4.ts:1` and 2 more | Upgrade. |',
    ])
  })

  it('write a long fix once when rows that follow each other repeat it', () => {
    const remediation = 'Start the program without a shell: execFile(program, args).'
    const findings = ['a', 'b', 'c'].map((name) => inCode(`${name}.ts`, 1, 1, { title: name, remediation }))
    expect(rowsOf([...findings, inCode('d.ts', 1, 1, { title: 'd' })])).toEqual([
      expect.stringContaining(' | Start the program without a shell'),
      '| high | b `command-injection` | `b.ts:1` | as above |',
      '| high | c `command-injection` | `c.ts:1` | as above |',
      '| high | d `command-injection` | `d.ts:1` | Upgrade. |',
    ])
  })

  it('of 10,000 findings leave room for others, and say how many suppressions are not shown', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => inCode(`${index}.ts`, 1, 1, { title: '\u0000' }))
    const { summary } = texts({ findings: [...many, inCode('x.ts', 1, 1, { title: 'other' })] })
    expect(summary).toContain('| high | \\[U+0000\\] (10000 places) `command-injection` |')
    expect(summary).toContain('| high | other `command-injection` | `x.ts:1` | Upgrade. |')
    expect(summary).toContain('\n  # The full report contains the fingerprints of 9990 more.\n')
    expect(Buffer.byteLength(summary)).toBeLessThan(8_000)
  })

  it('are not shown in part: the summary counts the findings of groups without room', () => {
    const findings = [...Array.from({ length: 50 }, (_, index) => ownFlaw(index)), flaw(1), flaw(2)]
    const { summaryWithin } = texts({ findings })
    const shown = summaryWithin(4_000)
    const rows = shown.match(/^\| high \|/gm)?.length ?? 0
    expect(rows).toBeGreaterThan(1)
    expect(shown).toContain(`${52 - rows} more findings are not shown.`)
  })
})

describe('hostile texts', () => {
  /** Returns how a finding's title appears in the table. */
  const told = (title: string) => {
    const row =
      texts({ findings: [inCode('a.ts', 1, 1, { title })] })
        .summary.split('\n')
        .find((line) => line.startsWith('| high |')) ?? ''
    return row.slice('| high | '.length, row.indexOf(' `command-injection`'))
  }

  it.each([
    ['@octocat', '`@octocat`'],
    ['(@octocat.)', '(`@octocat`.)'],
    ['@scope/name_x@1.0.0: a flaw', '`@scope/name_x@1.0.0`: a flaw'],
    ['`@octocat`', '`@octocat`'],
    ['@a|@b\\', '`@a`\\|`@b`\\\\'],
    ['https://a@evil.example/x', '`https://a@evil.example/x`'],
    ['#12 and GH-12', '`#12` and `GH-12`'],
    ['owner/name#12 and C#', '`owner/name#12` and C#'],
    ['# one', '\\# one'],
    ['a | b', 'a \\| b'],
    ['`code`', '`code`'],
    ['one ` two', 'one \\` two'],
    ['`a|b`<b>`', '`a\\|b`&lt;b&gt;\\`'],
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

  const placesOf = (finding: Finding, changed: readonly [string, number, number][], manifestLine?: number) =>
    texts({
      findings: [finding],
      changedLines: new Map(changed.map(([path, first, last]) => [path, [[first, last]]])),
      ...(manifestLine !== undefined && {
        fixes: new Map([[finding.fingerprint, { manifestLine: { path: 'web/package.json', line: manifestLine } }]]),
      }),
    })
      .annotations.batches.flat()
      .map(({ path, start_line, end_line }) => [path, start_line, end_line])

  it('of packages are at the changed line of the manifest, or else at their own entry in the lockfile', () => {
    const { component, ...others } = flaw(1)
    const path = ['project@1.0.0', 'a@1.0.0']
    const finding = {
      ...others,
      ...(component && {
        component: { ...component, introducedBy: [{ manifest: 'web/package-lock.json', path, line: 40, endLine: 44 }] },
      }),
    }
    const [lockfile, manifest] = [
      ['web/package-lock.json', 1, 90],
      ['web/package.json', 5, 9],
    ] as const
    expect(placesOf(finding, [[...lockfile], [...manifest]], 7)).toEqual([['web/package.json', 7, 7]])
    expect(placesOf(finding, [[...lockfile], [...manifest]], 12)).toEqual([['web/package-lock.json', 40, 40]])
    expect(placesOf(finding, [[...lockfile]])).toEqual([['web/package-lock.json', 40, 40]])
    expect(placesOf(finding, [['web/package-lock.json', 1, 39]])).toEqual([])
    // The finding has no line, so a changed line could belong to another package.
    expect(placesOf(flaw(1), [[...lockfile]])).toEqual([])
  })

  it('of several advisories about a package are one', () => {
    const { annotations } = texts({
      findings: [flaw(1), flaw(2, { severity: 'critical' })],
      changedLines: new Map([['package.json', [[3, 3]]]]),
      fixes: new Map(
        [flaw(1), flaw(2)].map(({ fingerprint }) => [
          fingerprint,
          {
            manifestLine: { path: 'package.json', line: 3 },
            fix: {
              path: 'package.json',
              startLine: 3,
              endLine: 3,
              before: '  "a": "^1.0.0"',
              after: '  "a": "^1.0.1"',
            },
          },
        ]),
      ),
    })
    expect(annotations).toMatchObject({ total: 2, outside: 0 })
    expect(annotations.batches.flat()).toMatchObject([
      {
        path: 'package.json',
        start_line: 3,
        annotation_level: 'failure',
        title: 'critical: a 1.0.0: 2 known vulnerabilities',
        message: 'Advisories: GHSA-0002-bbbb-cccc, GHSA-0001-bbbb-cccc.\n\nUpgrade a to 1.0.1 or later.',
        raw_details: expect.stringContaining(
          'Suggested change in package.json:3\n-   "a": "^1.0.0"\n+   "a": "^1.0.1"\n\nrule vulnerable-dependency\n',
        ),
      },
    ])
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
