import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../src/engine/model/finding.ts'
import { readInlineSuppressions } from '../../../src/engine/project-settings/inline-suppression.ts'
import { parseSettings } from '../../../src/engine/project-settings/parse-settings.ts'
import { setAside } from '../../../src/engine/project-settings/set-aside.ts'
import { trustOfPullRequest, trustWholly } from '../../../src/engine/project-settings/trusted-settings.ts'
import { projectSnapshot } from '../inventory/project-snapshot.ts'
import { dependencyFinding, storedFinding } from '../../support/findings.ts'

const rules = ['command-injection', 'vulnerable-dependency']
const now = new Date('2026-06-15T12:00:00.000Z')
const fileOf = (text: string) => parseSettings(text, { path: 'assay.yml', rules })
const noComments = { suppressions: [], mistakes: [] }

const [first, second] = ['1', '2'].map((digit) => digit.repeat(32)) as [string, string]
const flaw = (parts: Partial<Finding> = {}) =>
  dependencyFinding('GHSA-aaaa-bbbb-cccc', { fingerprint: first, ...parts })
const injection = (path: string, startLine: number, parts: Partial<Finding> = {}) =>
  storedFinding({
    ruleId: 'command-injection',
    category: 'code',
    fingerprint: second,
    location: { path, startLine },
    ...parts,
  })

/** Returns the states of findings and who suppressed them, for a project with these settings. */
function applied(text: string, findings: readonly Finding[]) {
  const aside = setAside(findings, { trusted: trustWholly(fileOf(text)), inline: noComments, now })
  return {
    told: aside.findings.map(({ state, suppression }) =>
      suppression ? `${state} by ${suppression.by}: ${suppression.reason}` : state,
    ),
    ...aside.suppressions,
  }
}

const suppression = (...lines: readonly string[]) => `suppressions:\n  - ${lines.join('\n    ')}\n    reason: because\n`

describe('setting findings aside', () => {
  it('goes by rule, by fingerprint and by path, each narrowing the others', () => {
    const findings = [flaw(), injection('src/a.js', 3), injection('examples/a.js', 3)]
    const by = 'suppressed by assay.yml:2: because'
    expect(applied(suppression('rule: command-injection'), findings).told).toEqual(['new', by, by])
    expect(applied(suppression(`fingerprint: "${first}"`), findings).told).toEqual([by, 'new', 'new'])
    expect(applied(suppression('rule: command-injection', 'path: examples/**'), findings).told).toEqual([
      'new',
      'new',
      by,
    ])
    expect(applied(suppression('rule: vulnerable-dependency', `fingerprint: "${second}"`), findings).told).toEqual([
      'new',
      'new',
      'new',
    ])
    expect(applied(suppression('rule: vulnerable-dependency', 'path: web/*'), findings).told).toEqual([
      by,
      'new',
      'new',
    ])
  })

  it('counts what it set aside, and tells the unused and the expired, which hold no more', () => {
    const text = [
      'suppressions:',
      '  - {rule: vulnerable-dependency, reason: old, expires: 2026-06-14}',
      '  - {rule: vulnerable-dependency, reason: today, expires: 2026-06-15}',
      '  - {rule: command-injection, reason: nothing}',
    ].join('\n')
    const { told, ...report } = applied(text, [
      flaw(),
      flaw({ id: 'b', state: 'existing' }),
      flaw({ id: 'c', state: 'fixed' }),
    ])
    expect(told).toEqual(['suppressed by assay.yml:3: today', 'suppressed by assay.yml:3: today', 'fixed'])
    expect(report).toEqual({
      applied: 2,
      expired: [
        { by: 'assay.yml:2', rule: 'vulnerable-dependency', reason: 'old', expires: '2026-06-14T23:59:59.999Z' },
      ],
      unused: [{ by: 'assay.yml:4', rule: 'command-injection', reason: 'nothing' }],
      invalid: [],
      added: [],
      refused: [],
    })
    expect(applied(text.replace('15}', '14}'), [flaw()])).toMatchObject({ told: ['new'], applied: 0 })
  })

  it('suppresses findings of rules that are off and in ignored paths', () => {
    expect(
      applied('rules: {vulnerable-dependency: off, command-injection: warn}', [flaw(), injection('a.js', 1)]).told,
    ).toEqual(['suppressed by assay.yml:1: rule is set to off in assay.yml', 'new'])
    const findings = [injection('src/a.js', 1), injection('test/a.js', 1), flaw()]
    const out = 'suppressed by assay.yml:1: path is excluded by assay.yml'
    expect(applied('paths: {exclude: ["test/**"]}', findings).told).toEqual(['new', out, 'new'])
    expect(applied('paths: {include: ["src/**"]}', findings).told).toEqual(['new', out, out])
    expect(applied('paths: {include: ["**/a.js"], exclude: ["test/**"]}', findings).told).toEqual(['new', out, out])
  })

  it('takes reason and day from the first suppression that holds', () => {
    const text = [
      'suppressions:',
      '  - {rule: vulnerable-dependency, reason: over, expires: 2026-06-14}',
      '  - {rule: vulnerable-dependency, reason: first, expires: 2026-07-01}',
      '  - {rule: vulnerable-dependency, reason: second}',
    ].join('\n')
    const suppressionOf = (lines: string) =>
      setAside([flaw()], { trusted: trustWholly(fileOf(lines)), inline: noComments, now }).findings[0]?.suppression
    expect(suppressionOf(text)).toStrictEqual({
      reason: 'first',
      expires: '2026-07-01T23:59:59.999Z',
      by: 'assay.yml:3',
    })
    expect(suppressionOf(text.replace('2026-07-01', '2026-01-01'))).toStrictEqual({
      reason: 'second',
      by: 'assay.yml:4',
    })
  })

  it('holds up to the last millisecond of its day', () => {
    const trusted = trustWholly(fileOf('suppressions: [{rule: vulnerable-dependency, reason: a, expires: 2026-06-15}]'))
    const stateAt = (at: string) =>
      setAside([flaw()], { trusted, inline: noComments, now: new Date(at) }).findings[0]?.state
    expect([stateAt('2026-06-15T23:59:59.999Z'), stateAt('2026-06-16T00:00:00.000Z')]).toEqual(['suppressed', 'new'])
  })

  it('lists a suppression that is over and that no finding needs as over alone', () => {
    const { expired, unused } = applied('suppressions: [{rule: command-injection, reason: old, expires: 2026-06-14}]', [
      flaw(),
    ])
    expect([expired.length, unused]).toEqual([1, []])
  })

  it('goes by all files of a finding, and by none that are not known', () => {
    const { component } = flaw()
    if (!component) throw new Error('no component')
    const of = (...manifests: readonly string[]) =>
      flaw({
        component: {
          ...component,
          introducedBy: manifests.map((manifest) => ({ manifest, path: ['project', 'a@1.0.0'] })),
        },
      })
    const text = suppression('rule: vulnerable-dependency', 'path: web/**')
    expect(
      applied(text, [
        of('web/package-lock.json'),
        of('web/package-lock.json', 'package-lock.json'),
        of(),
        storedFinding(),
      ]).told,
    ).toEqual(['suppressed by assay.yml:2: because', 'new', 'new', 'new'])
  })

  it('counts a file that any of the included patterns means', () => {
    const findings = [injection('src/a.js', 1), injection('lib/a.js', 1), injection('test/a.js', 1)]
    expect(applied('paths: {include: ["src/**", "lib/**"]}', findings).told).toEqual([
      'new',
      'new',
      expect.stringContaining('path is excluded'),
    ])
  })

  it('compares a costly pattern with one path once, whatever number of findings there are', () => {
    const path = `d/${'a/'.repeat(500)}b`
    const findings = Array.from({ length: 10_000 }, () => injection(path, 1))
    const { told, invalid } = applied(
      suppression('rule: command-injection', `path: "${'{*/,**/}'.repeat(5)}${'**/'.repeat(31)}b"`),
      findings,
    )
    expect([new Set(told), invalid]).toEqual([new Set(['suppressed by assay.yml:2: because']), []])
  })

  it('sets nothing aside by a pattern that cannot be understood', () => {
    const trusted = {
      ...trustWholly(fileOf('')),
      suppressions: [{ by: 'assay.yml:2', path: '!src', reason: 'because' }],
    }
    expect(setAside([injection('src/a.js', 1)], { trusted, inline: noComments, now }).findings[0]?.state).toBe('new')
  })

  it(
    'compares no longer than it may with paths that are made for it, sets nothing aside by what is left, and ' +
      'says so',
    () => {
      const costly = `${'{*/,**/}'.repeat(5)}${'**/*/'.repeat(31)}`
      const deep = (from: string) => `${from}/${'a/'.repeat(500)}b`
      const findings = Array.from({ length: 20 }, (_, index) => injection(deep(`d${index}`), 1))
      const suppressions = [
        'suppressions:',
        ...Array.from(
          { length: 40 },
          (_, index) => `  - {rule: command-injection, path: "${costly}x${index}*", reason: never}`,
        ),
      ]
      const { told, invalid } = applied(
        [
          ...suppressions,
          '  - {rule: command-injection, path: "**", reason: because}',
          'paths:',
          '  include: ["src/**"]',
        ].join('\n'),
        findings,
      )
      expect(told.at(0)).toBe('suppressed by assay.yml:43: path is excluded by assay.yml')
      expect(told.at(-1)).toBe('new')
      expect(invalid).toEqual([
        { path: 'assay.yml', line: 1, column: 1, message: expect.stringContaining('takes too long') },
      ])
    },
  )

  it('hides no package that another file may bring as well', () => {
    const introduced = (...manifests: readonly string[]) => {
      const { component } = flaw()
      if (!component) throw new Error('no component')
      return flaw({
        component: {
          ...component,
          introducedBy: manifests.map((manifest) => ({ manifest, path: ['project', 'a@1.0.0'] })),
        },
      })
    }
    const text = 'paths: {exclude: ["examples/**"]}'
    expect(applied(text, [introduced('examples/package-lock.json')]).told).toEqual([
      expect.stringContaining('suppressed'),
    ])
    expect(applied(text, [introduced('examples/package-lock.json', 'package-lock.json')]).told).toEqual(['new'])
    // At most three dependency paths are stored, so a fourth may exist.
    expect(applied(text, [introduced(...Array.from({ length: 3 }, () => 'examples/package-lock.json'))]).told).toEqual([
      'new',
    ])
    expect(applied(text, [introduced()]).told).toEqual(['new'])
  })
})

/** Returns the suppressions by comments in a file with these lines. */
function commented(lines: readonly string[], findings: readonly Finding[], trusted = trustWholly(fileOf(''))) {
  const inline = readInlineSuppressions(projectSnapshot({ 'src/a.js': lines.join('\n') }), findings, rules)
  const aside = setAside(findings, { trusted, inline, now })
  return {
    told: aside.findings.map(({ state, suppression }) =>
      suppression ? `${suppression.by}: ${suppression.reason}` : state,
    ),
    inline,
    report: aside.suppressions,
  }
}

describe('comments in the code', () => {
  it.each([
    ['run(x) // assay-ignore command-injection: x is ours', 'x is ours'],
    ['run(x) # assay-ignore command-injection: x is ours', 'x is ours'],
    ['run(x) /* assay-ignore command-injection: x is ours */', 'x is ours'],
    ['run(x) /* assay-ignore command-injection: x is ours */; run(y)', 'x is ours'],
    ['<a> <!-- assay-ignore command-injection: x is ours --> </a>', 'x is ours'],
    ['run x -- assay-ignore command-injection: x is ours', 'x is ours'],
    ['run(x) //assay-ignore   command-injection :  a: b', 'a: b'],
  ])('%s', (line, reason) => {
    expect(commented(['', line], [injection('src/a.js', 2)]).told).toEqual([`inline src/a.js:2: ${reason}`])
  })

  it('speak of their own line, and of the next one when they stand alone', () => {
    const comment = '// assay-ignore command-injection: fine'
    expect(commented([`  ${comment}`, 'run(x)'], [injection('src/a.js', 2)]).told).toEqual(['inline src/a.js:1: fine'])
    expect(
      commented([`run(x) ${comment}`, 'run(y)'], [injection('src/a.js', 1), injection('src/a.js', 2)]).told,
    ).toEqual(['inline src/a.js:1: fine', 'new'])
    expect(commented([comment, '', 'run(x)'], [injection('src/a.js', 3)]).told).toEqual(['new'])
    expect(commented(['run(x)', comment], [injection('src/a.js', 1)]).told).toEqual(['new'])
    expect(commented(['a\r\nb\rc', '', `run(x) ${comment}`], [injection('src/a.js', 5)]).told).toEqual([
      'inline src/a.js:5: fine',
    ])
  })

  it('set nothing aside of another rule, outside a comment, or without a reason', () => {
    const finding = injection('src/a.js', 1)
    expect(commented(['run(x) // assay-ignore vulnerable-dependency: fine'], [finding])).toMatchObject({
      told: ['new'],
      report: { unused: [{ by: 'inline src/a.js:1' }] },
    })
    expect(commented(['run("assay-ignore command-injection: fine")'], [finding])).toMatchObject({
      told: ['new'],
      inline: { suppressions: [], mistakes: [] },
    })
    expect(commented(['run(x) // assay-ignored command-injection: fine'], [finding])).toMatchObject({
      told: ['new'],
      inline: { suppressions: [], mistakes: [] },
    })
    expect(commented(['run(x) // assay-ignore command-injection'], [finding])).toMatchObject({
      told: ['new'],
      report: {
        invalid: [
          {
            path: 'src/a.js',
            line: 1,
            column: 11,
            message:
              'a reason is required: write assay-ignore command-injection: followed by the reason why the finding ' +
              'is acceptable',
          },
        ],
      },
    })
    expect(commented(['run(x) /* assay-ignore command-injection: */ // x'], [finding])).toMatchObject({
      told: ['new'],
      report: { invalid: [{ line: 1 }] },
    })
    expect(commented(['run(x) // assay-ignore no-such: fine'], [finding])).toMatchObject({
      told: ['new'],
      report: {
        invalid: [
          {
            message: 'unknown rule "no-such"; write assay-ignore <rule>: reason, with the rule ID from the report',
          },
        ],
      },
    })
  })

  it('that no finding needs are unused, and of a fork only those that one needs are refused', () => {
    const lines = [
      'run(x) // assay-ignore command-injection: fine',
      'run(y) // assay-ignore vulnerable-dependency: fine',
    ]
    const findings = [injection('src/a.js', 1), injection('src/a.js', 2)]
    expect(commented(lines, findings).report.unused.map(({ by }) => by)).toEqual(['inline src/a.js:2'])
    const fork = trustOfPullRequest({ base: fileOf(''), head: fileOf(''), authorMayWrite: false, isFromFork: true })
    expect(commented(lines, findings, fork).report.refused.map(({ by }) => by)).toEqual(['inline src/a.js:1'])
  })

  it('are looked for around findings alone, also in a huge line', () => {
    const comment = '// assay-ignore command-injection: fine'
    expect(commented([comment, '', '', 'run(x)'], [injection('src/a.js', 4)]).inline).toEqual({
      suppressions: [],
      mistakes: [],
    })
    expect(commented(['x'.repeat(3_000_000) + comment], [injection('src/a.js', 1)]).told).toEqual(['new'])
    expect(commented([comment], [injection('src/a.js', 1_000_000), injection('other.js', 1)]).told).toEqual([
      'new',
      'new',
    ])
  })
})

describe('a pull request', () => {
  const base = fileOf(
    `failOn: critical\nrules: {command-injection: warn}\n${suppression('rule: vulnerable-dependency', 'path: web/**')}`,
  )
  const head = fileOf(
    `failOn: info\nrules: {vulnerable-dependency: off}\nsuppressions:\n  - {rule: command-injection, ` +
      `reason: mine}\n  - {rule: vulnerable-dependency, path: web/**, reason: because}\n`,
  )
  const lines = ['run(x) // assay-ignore command-injection: fine']
  const findings = [flaw(), injection('src/a.js', 1)]

  it('has the settings of its base, and those of its head in nothing', () => {
    for (const isFromFork of [true, false])
      for (const authorMayWrite of [true, false]) {
        const { file } = trustOfPullRequest({ base, head, authorMayWrite, isFromFork })
        expect(file).toEqual(base)
      }
  })

  it('of a writer adds suppressions, which are listed as added here', () => {
    const { told, report } = commented(
      lines,
      findings,
      trustOfPullRequest({ base, head, authorMayWrite: true, isFromFork: false }),
    )
    expect(told).toEqual(['assay.yml:4: because', 'assay.yml:4: mine'])
    expect(report).toMatchObject({
      applied: 2,
      added: [{ by: 'assay.yml:4', rule: 'command-injection', reason: 'mine' }],
      refused: [],
    })
  })

  it.each([
    ['a fork', { isFromFork: true, authorMayWrite: true }, 'suppressions from a fork have no effect'],
    [
      'somebody who may not write',
      { isFromFork: false, authorMayWrite: false },
      'the author of the pull request does not have write access to the repository',
    ],
  ])('of %s adds none, neither in the file nor in a comment', (_, who, why) => {
    const { told, report } = commented(lines, findings, trustOfPullRequest({ base, head, ...who }))
    expect(told).toEqual(['assay.yml:4: because', 'new'])
    expect(report).toMatchObject({
      applied: 1,
      added: [],
      refused: [
        { by: 'assay.yml:4', reason: 'mine', why },
        { by: 'inline src/a.js:1', reason: 'fine', why },
      ],
    })
  })

  it('that changes a reason, a pattern or a day adds a suppression', () => {
    const longer = fileOf('suppressions:\n  - {rule: vulnerable-dependency, reason: a, expires: 2027-01-02}\n')
    const shorter = fileOf('suppressions:\n  - {rule: vulnerable-dependency, reason: a, expires: 2026-01-02}\n')
    const { suppressions, refused } = trustOfPullRequest({
      base: shorter,
      head: longer,
      authorMayWrite: false,
      isFromFork: true,
    })
    expect([suppressions, refused.map(({ expires }) => expires)]).toEqual([
      shorter.suppressions,
      ['2027-01-02T23:59:59.999Z'],
    ])
  })

  it('shows the mistakes of its head, and those of its base as such', () => {
    const wrong = fileOf('failOn: x')
    expect(
      trustOfPullRequest({
        base: wrong,
        head: fileOf('reportOn: x'),
        authorMayWrite: true,
        isFromFork: false,
      }).file.mistakes.map(({ message }) => message),
    ).toEqual([
      'reportOn: should be one of critical, high, medium, low, info',
      'failOn: should be one of critical, high, medium, low, info (on the base branch)',
    ])
    expect(
      trustOfPullRequest({ base: wrong, head: wrong, authorMayWrite: true, isFromFork: false }).file.mistakes,
    ).toHaveLength(1)
  })
})
