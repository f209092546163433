import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { parseSettings } from '../../../src/engine/project-settings/parse-settings.ts'
import { readProjectSettings } from '../../../src/engine/project-settings/read-settings.ts'
import { ProjectSettings, settingsJsonSchema } from '../../../src/engine/project-settings/settings-shape.ts'
import { isWatchedBranch } from '../../../src/engine/project-settings/watched-branch.ts'
import { projectSnapshot } from '../inventory/project-snapshot.ts'

const rules = ['malicious-dependency', 'vulnerable-dependency']
const parse = (text: string) => parseSettings(text, { path: '.github/assay.yml', rules })
const told = (text: string) => parse(text).mistakes.map(({ line, column, message }) => `${line}:${column} ${message}`)

const whole = `branches: [develop, "release/*"]
paths:
  include: ["packages/**"]
  exclude: ["packages/*/fixtures/"]
failOn: medium
reportOn: high
codeScanning: true
reviews: true
comment: on-findings
rules:
  vulnerable-dependency: warn
  malicious-dependency: block
suppressions:
  - rule: vulnerable-dependency
    path: packages/docs/**
    reason: never shipped
  - fingerprint: "01234567890123456789012345678901:2"
    reason: waits for upstream
    expires: 2027-06-30
`

describe('assay.yml', () => {
  it('is understood wholly', () => {
    expect(parse(whole)).toEqual({
      path: '.github/assay.yml',
      branches: ['develop', 'release/*'],
      paths: { include: ['packages/**'], exclude: ['packages/*/fixtures/'], by: '.github/assay.yml:2' },
      failOn: 'medium',
      reportOn: 'high',
      codeScanning: true,
      reviews: true,
      comment: 'on-findings',
      rules: [
        { rule: 'vulnerable-dependency', state: 'warn', by: '.github/assay.yml:11' },
        { rule: 'malicious-dependency', state: 'block', by: '.github/assay.yml:12' },
      ],
      suppressions: [
        {
          by: '.github/assay.yml:14',
          rule: 'vulnerable-dependency',
          path: 'packages/docs/**',
          reason: 'never shipped',
        },
        {
          by: '.github/assay.yml:17',
          fingerprint: '01234567890123456789012345678901:2',
          reason: 'waits for upstream',
          expires: '2027-06-30T23:59:59.999Z',
        },
      ],
      mistakes: [],
    })
  })

  it('says nothing where it is empty', () => {
    for (const text of ['', '# nothing yet\n', '---\n'])
      expect(parse(text)).toEqual({ path: '.github/assay.yml', rules: [], suppressions: [], mistakes: [] })
  })

  it.each([
    ['failOn: hgih', '1:1 failOn: should be one of critical, high, medium, low, info'],
    ['failon: high', '1:1 unknown setting "failon"; use "failOn"'],
    [
      'severity: high',
      '1:1 unknown setting "severity"; use one of branches, paths, failOn, reportOn, resolve, licenses, ' +
        'codeScanning, reviews, comment, accept, rules, suppressions',
    ],
    ['\n\npaths:\n  exclde: [a]', '4:3 unknown setting "exclde" in paths; use "exclude"'],
    [
      'paths:\n  exclude: [a, /b]',
      '2:16 paths.exclude[2]: patterns are relative to the project root and cannot start with / or ./',
    ],
    ['codeScanning: yes', '1:1 codeScanning: should be true or false'],
    ['reviews: 1', '1:1 reviews: should be true or false'],
    ['comment: sometimes', '1:1 comment: should be one of off, on-findings, always'],
    ['failOn: [high]', '1:1 failOn: should be one of critical, high, medium, low, info'],
    [
      'failOn:\n  severity: low\n  capabilities: [network, exec]',
      '3:27 failOn.capabilities[2]: should be one of processes, network, file-reads, file-writes, secrets, deletion',
    ],
    ['failOn:\n  capability: [network]', '2:3 unknown setting "capability" in failOn; use "capabilities"'],
    ['accept:\n  days: 400', '2:3 accept.days: should be a number of days from 1 to 365'],
    ['accept:\n  days: soon', '2:3 accept.days: should be a number of days from 1 to 365'],
    ['accept:\n  days: [3]', '2:3 accept.days: should be a number of days from 1 to 365'],
    ['accept:\n  comments: yes', '2:3 accept.comments: should be true or false'],
    ['branches: main', '1:1 branches: should be a list of patterns'],
    ['rules:\n  vulnerable-dependancy: off', '2:3 unknown rule "vulnerable-dependancy"; use "vulnerable-dependency"'],
    ['rules:\n  no-such: off', '2:3 unknown rule "no-such"; the scan report lists the rule ID for each finding'],
    ['rules:\n  vulnerable-dependency: error', '2:3 rules.vulnerable-dependency: should be one of block, warn, off'],
    [
      'suppressions:\n  - rule: vulnerable-dependency',
      '2:5 suppressions[1].reason: is required: explain why the finding is acceptable',
    ],
    [
      'suppressions:\n  - rule: vulnerable-dependency\n    reason: " "',
      '3:5 suppressions[1].reason: is required: explain why the finding is acceptable',
    ],
    ['suppressions:\n  - reason: because', '2:5 suppressions[1]: should specify a rule, a fingerprint, or both'],
    [
      'suppressions:\n  - rule: vulnerable-dependency\n    reason: a\n    expires: tomorrow',
      '4:5 suppressions[1].expires: should be a date, for example 2027-06-30',
    ],
    [
      'suppressions:\n  - rule: vulnerable-dependency\n    reason: a\n    expires: 2027-02-29',
      '4:5 suppressions[1].expires: should be a date, for example 2027-06-30',
    ],
    [
      'suppressions:\n  - rule: other\n    reason: a',
      '2:5 unknown rule "other"; the scan report lists the rule ID for each finding',
    ],
    [
      'suppressions:\n  - fingerprint: abc\n    reason: a',
      '2:5 suppressions[1].fingerprint: should be a finding fingerprint in quotation marks',
    ],
    ['failOn: high\nfailOn: low', '2:1 "failOn" occurs twice in the same mapping; remove one of the entries'],
    ['- a', '1:1 the file should be a mapping of settings, for example "failOn: high"'],
    ['failOn: "high', '1:14 the YAML could not be parsed: Missing closing "quote'],
    [
      'a: b\n---\nfailOn: high',
      '2:1 the YAML could not be parsed: Source contains multiple documents; please use YAML.parseAllDocuments()',
    ],
    ['failOn: !!binary aGlnaA==', '1:9 the YAML could not be parsed: Unresolved tag: tag:yaml.org,2002:binary'],
  ])('tells where %j is wrong and what to do', (text, mistake) => {
    expect(told(text)).toEqual([mistake])
  })

  it('fails on capabilities, with and without a severity', () => {
    const read = (text: string) => {
      const { failOn, failOnCapabilities, mistakes } = parse(text)
      return { failOn, failOnCapabilities, mistakes: mistakes.length }
    }
    expect(read('failOn:\n  severity: low\n  capabilities: [processes, network]')).toEqual({
      failOn: 'low',
      failOnCapabilities: ['processes', 'network'],
      mistakes: 0,
    })
    expect(read('failOn: {capabilities: [secrets]}')).toEqual({
      failOn: undefined,
      failOnCapabilities: ['secrets'],
      mistakes: 0,
    })
    expect(read('failOn: {capabilities: [secrets], severity: hihg}')).toEqual({
      failOn: undefined,
      failOnCapabilities: undefined,
      mistakes: 1,
    })
  })

  it('fails only on what the project reaches', () => {
    expect(parse('failOn: {onlyReachable: true}')).toMatchObject({ onlyReachable: true })
    expect(parse('failOn: {onlyReachable: false, severity: low}')).toMatchObject({
      onlyReachable: false,
      failOn: 'low',
    })
    expect(parse('failOn: high').onlyReachable).toBeUndefined()
    expect(told('failOn: {onlyReachable: maybe}')).toEqual([expect.stringContaining('should be true or false')])
  })

  it('accepts findings by comment for a number of days', () => {
    expect(parse('accept: {comments: true, days: 30}').accept).toEqual({ comments: true, days: 30 })
    expect(parse('accept: {comments: true, byAuthor: false}').accept).toEqual({ comments: true, byAuthor: false })
    expect(parse('').accept).toBeUndefined()
  })

  it('never lets a mistake widen what holds', () => {
    const {
      failOn,
      paths,
      suppressions,
      rules: states,
    } = parse(
      'failOn: never\npaths: {include: ["a/**", "/b"]}\nrules: {vulnerable-dependency: of}\nsuppressions:\n ' +
        ' - rule: vulnerable-dependency\n    paht: docs/**\n    reason: a\n  - rule: malicious-dependency\n   ' +
        ' reason: this one holds\n',
    )
    expect({ failOn, paths, states }).toEqual({ states: [] })
    expect(suppressions.map(({ reason }) => reason)).toEqual(['this one holds'])
  })

  it('multiplies nothing: aliases are refused, and so is what nests without end', () => {
    const bomb = [
      'a: &a [x, x, x, x]',
      ...Array.from(
        { length: 20 },
        (_, level) => `b${level}: &b${level} [*${level === 0 ? 'a' : `b${level - 1}`}, *a]`,
      ),
    ].join('\n')
    expect(told(bomb)[0]).toBe('1:7 anchors and aliases are not supported; write out the value')
    expect(told('['.repeat(60_000))).toEqual([expect.stringMatching(/nested at most 10 levels deep$/)])
    expect(told(`a: ${'['.repeat(15)}${']'.repeat(15)}`)).toEqual([
      expect.stringMatching(/nested at most 10 levels deep$/),
    ])
    // A key of 30 KB with 17,000 entries. Looking up each entry by its whole path took two minutes and gigabytes.
    expect(told(`? "${'k'.repeat(30_000)}"\n: [${'a,'.repeat(17_000)}]`)).toEqual([
      expect.stringContaining('unknown setting'),
    ])
    expect(parse('__proto__: {failOn: low}').failOn).toBeUndefined()
    expect(told('__proto__: {failOn: low}')).toEqual([expect.stringContaining('unknown setting "__proto__"')])
  })

  it('tells the first twenty mistakes and counts the rest', () => {
    const mistakes = told(Array.from({ length: 50 }, (_, index) => `key${index}: a`).join('\n'))
    expect(mistakes).toHaveLength(21)
    expect(mistakes.at(-1)).toBe('21:1 30 more mistakes are not listed')
  })

  it('takes the first two hundred suppressions and says that the others do not hold', () => {
    const entry = '  - {rule: vulnerable-dependency, reason: a}\n'
    const settings = parse(`suppressions:\n${entry.repeat(201)}`)
    expect(settings.suppressions).toHaveLength(200)
    expect(settings.mistakes).toEqual([
      expect.objectContaining({
        line: 202,
        message: 'suppressions: should have at most 200 entries; this entry and all later entries are ignored',
      }),
    ])
  })

  it('ends in settings and mistakes whatever the text', () => {
    const piece = fc.constantFrom(
      ...whole.split(/(?<=[\s:])/),
      '[',
      ']',
      '{',
      '}',
      '"',
      '&a ',
      '*a',
      '!',
      '|',
      '>',
      '\t',
      '%',
      '? ',
      '- ',
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
        (text) => {
          const { mistakes, suppressions } = parse(text)
          for (const { line, column, message } of mistakes)
            expect([line > 0, column > 0, message !== '']).toEqual([true, true, true])
          for (const { reason } of suppressions) expect(reason.trim()).not.toBe('')
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('the file of a snapshot', () => {
  it('is the one in .github, and another one is named', () => {
    const read = readProjectSettings(
      projectSnapshot({ 'assay.yml': 'failOn: low', '.github/assay.yml': 'failOn: critical' }),
      rules,
    )
    expect(read).toMatchObject({ path: '.github/assay.yml', failOn: 'critical', ignored: 'assay.yml' })
    expect(readProjectSettings(projectSnapshot({ 'assay.yml': 'failOn: low' }), rules)).toEqual({
      path: 'assay.yml',
      failOn: 'low',
      rules: [],
      suppressions: [],
      mistakes: [],
    })
    expect(readProjectSettings(projectSnapshot({ 'docs/assay.yml': 'failOn: low' }), rules)).toEqual({
      rules: [],
      suppressions: [],
      mistakes: [],
    })
  })

  it('holds nothing when it is too large, no UTF-8 or was not read', () => {
    const messages = (
      files: Parameters<typeof projectSnapshot>[0],
      skipped: { path: string; reason: string }[] = [],
    ) => {
      const { mistakes, ...rest } = readProjectSettings({ ...projectSnapshot(files), notFollowed: skipped }, rules)
      expect(rest).toEqual({ path: 'assay.yml', rules: [], suppressions: [] })
      return mistakes.map(({ message }) => message)
    }
    expect(messages({ 'assay.yml': `failOn: low\n${'#'.repeat(65_536)}` })).toEqual([
      'the file has 65548 bytes, so its settings are ignored; the limit is 65536 bytes',
    ])
    expect(messages({ 'assay.yml': Buffer.from('failOn: low # \xff', 'latin1') })).toEqual([
      'the file is not encoded in UTF-8, so its settings are ignored; save the file as UTF-8',
    ])
    expect(messages({}, [{ path: 'assay.yml', reason: 'it is a symbolic link' }])).toEqual([
      'the file was not read, so its settings are ignored: it is a symbolic link',
    ])
  })

  it('never repeats values that were written into it by mistake', () => {
    const secret = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
    const { mistakes } = readProjectSettings(
      projectSnapshot({
        'assay.yml': `failOn: ${secret}\nbranches: ${secret}\nrules: {vulnerable-dependency: ${secret}}\n`,
      }),
      rules,
    )
    expect(mistakes).toHaveLength(3)
    expect(JSON.stringify(mistakes)).not.toContain(secret)
  })
})

describe('branches', () => {
  it('names those whose pushes are scanned', () => {
    const settings = parse('branches: [develop, "release/*"]')
    expect(['develop', 'release/1', 'release/1/x', 'main'].map((branch) => isWatchedBranch(settings, branch))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(isWatchedBranch(parse(''), 'main')).toBe(false)
  })
})

describe('docs/reference/project-settings.md', () => {
  const examples = [...readFileSync('docs/reference/project-settings.md', 'utf8').matchAll(/```yaml\n(.*?)```/gs)]
    .map(([, text = '']) => text)
    .filter((text) => !text.startsWith('#'))
  const accepts = new Ajv2020({ strict: false, formats: { date: true } }).compile(settingsJsonSchema())

  it('has examples for five kinds of repository, besides the whole file and both forms of failOn', () => {
    expect(examples).toHaveLength(8)
  })

  it.each(examples)('has the valid example %j, which editors accept', (text) => {
    const { mistakes, ...settings } = parse(text)
    expect(mistakes).toEqual([])
    expect({ ...settings, mistakes }).not.toEqual(parse(''))
    expect(accepts(parseYaml(text)), JSON.stringify(accepts.errors)).toBe(true)
  })

  it('documents every setting', () => {
    for (const key of Object.keys(ProjectSettings.shape)) expect(examples[0]).toMatch(new RegExp(`^${key}:`, 'm'))
  })
})

describe('docs/assay.schema.json', () => {
  it('is generated from the shape (vitest run -u writes it)', async () => {
    await expect(`${JSON.stringify(settingsJsonSchema(), undefined, 2)}\n`).toMatchFileSnapshot(
      '../../../docs/assay.schema.json',
    )
  })

  it('accepts what is understood, and refuses what is a mistake', () => {
    const accepts = new Ajv2020({ strict: false, formats: { date: true } }).compile(settingsJsonSchema())
    expect(
      accepts({
        branches: ['a'],
        paths: { exclude: ['b'] },
        failOn: 'high',
        rules: { 'vulnerable-dependency': 'off' },
        suppressions: [{ rule: 'vulnerable-dependency', reason: 'a', expires: '2027-06-30' }],
      }),
    ).toBe(true)
    expect(
      accepts({
        failOn: { severity: 'low', capabilities: ['network'] },
        accept: { comments: true, byAuthor: false, days: 30 },
      }),
    ).toBe(true)
    for (const wrong of [
      { failOn: { capabilities: ['exec'] } },
      { failOn: { sev: 'low' } },
      { accept: { days: 0 } },
      { accept: { days: 366 } },
      { accept: { comments: 'yes' } },
      { failon: 'high' },
      { failOn: 'x' },
      { paths: { exclde: [] } },
      { suppressions: [{ reason: 'a' }] },
      { suppressions: [{ rule: 'vulnerable-dependency' }] },
      { suppressions: [{ rule: 'a', reason: '' }] },
      { branches: ['/a'] },
    ])
      expect(accepts(wrong), JSON.stringify(wrong)).toBe(false)
  })
})
