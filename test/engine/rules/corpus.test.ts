import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DetectedFinding } from '../../../src/engine/model/finding-record.ts'
import { rulesFor, rulesOfClass } from './corpus/class-rules.ts'
import { detectorOf, examineCorpus, type ExaminedCorpus } from './corpus/examine-corpus.ts'
import { type CorpusFigures, figuresOf } from './corpus/figures.ts'
import { inventSecret, secretKinds } from './corpus/invent-secret.ts'
import { judgeCase } from './corpus/judge-case.ts'
import { corpusCategories } from './corpus/read-cases.ts'
import { casesTable, rulesTable, withTable } from './corpus/tables.ts'
import { unfold } from './corpus/unfold.ts'
import { findIn } from './leaked-secrets/find-in.ts'

const folder = join(import.meta.dirname, '../../corpus')
const again = 'if that is meant, run: npm run corpus:figures'

describe('the rules on the labelled corpus', () => {
  let corpus: ExaminedCorpus
  let written: CorpusFigures
  beforeAll(async () => {
    corpus = await examineCorpus()
    written = JSON.parse(await readFile(join(folder, 'figures.json'), 'utf8'))
  })

  it('find every case that they found before', () => {
    const missed = corpus.figures.missed.filter((name) => !written.missed.includes(name))
    expect(missed, `these malicious cases are not found any more; ${again}`).toEqual([])
  })

  it('report nothing in a benign case that they left alone before', () => {
    const alarms = Object.entries(corpus.figures.falseAlarms).flatMap(([name, rules]) =>
      rules.filter((rule) => written.falseAlarms[name]?.includes(rule) !== true).map((rule) => `${rule} in ${name}`),
    )
    expect(alarms, `these are false alarms; ${again}`).toEqual([])
  })

  it('have the figures that are written down', () => {
    expect(corpus.figures, again).toEqual(written)
  })

  it('have the tables that stand in the documents', async () => {
    const readme = await readFile(join(folder, 'cases/README.md'), 'utf8')
    expect(withTable(readme, casesTable(corpus.cases)), again).toBe(readme)
    const method = await readFile(join(folder, '../../docs/explanation/detection-method.md'), 'utf8')
    expect(withTable(method, rulesTable(corpus.figures)), again).toBe(method)
  })

  it('are tested on at least 200 cases, at least half of them benign', () => {
    const benign = corpus.cases.filter(({ label }) => label === 'benign').length
    expect(corpus.cases.length).toBeGreaterThanOrEqual(200)
    expect(benign * 2).toBeGreaterThanOrEqual(corpus.cases.length)
  })

  it('exist, as the table of classes names them', () => {
    const known = new Set(corpusCategories.flatMap((category) => detectorOf[category].rules.map(({ id }) => id)))
    const named = [
      ...Object.values(rulesOfClass).flat(),
      ...corpus.cases.filter(({ label }) => label === 'malicious').flatMap(rulesFor),
    ]
    expect([...new Set(named)].filter((rule) => !known.has(rule))).toEqual([])
  })

  it('claim high precision only with five decoys or more', () => {
    const decoys = (rule: string) =>
      corpus.cases.filter((labelled) => labelled.label === 'benign' && rulesOfClass[labelled.class]?.includes(rule))
        .length
    // Whether a signature verifies is not a matter of judgment.
    const verified = new Set(['invalid-signature'])
    const sure = corpusCategories
      .filter((category) => category !== 'leaked-secrets')
      .flatMap((category) => detectorOf[category].rules)
      .filter(({ precision }) => precision === 'high' || precision === 'very-high')
    expect(sure.filter(({ id }) => decoys(id) < 5 && !verified.has(id)).map(({ id }) => id)).toEqual([])
  })
})

describe('a judgement', () => {
  const files = new Map([['Dockerfile', Buffer.from('FROM base\n')]])
  const malicious = {
    name: 'configuration/one',
    category: 'configuration',
    class: 'docker-root',
    label: 'malicious',
    at: { path: 'Dockerfile', line: 10 },
    why: '',
    files,
    secretsAt: [],
  } as const
  const benign = {
    name: 'configuration/two',
    category: 'configuration',
    class: 'docker-root',
    label: 'benign',
    why: '',
    files,
    secretsAt: [],
  } as const
  const found = (ruleId: string, startLine: number, path = 'Dockerfile'): DetectedFinding => ({
    ruleId,
    location: { path, startLine },
    title: '',
    message: '',
    severity: 'low',
    precision: 'low',
    category: 'configuration',
    cwe: [],
    owaspMcp: [],
    fingerprint: '',
    remediation: '',
  })

  it('takes a finding of a rule of the class within two lines of the place of a setting', () => {
    expect(judgeCase(malicious, [found('docker-root-user', 8)]).foundBy).toEqual(['docker-root-user'])
    expect(judgeCase(malicious, [found('docker-root-user', 7)]).foundBy).toEqual([])
    expect(judgeCase(malicious, [found('docker-root-user', 10, 'other/Dockerfile')]).foundBy).toEqual([])
    expect(judgeCase(malicious, [found('exposed-port', 10)]).foundBy).toEqual([])
  })

  it('takes a finding at the other place that is as good', () => {
    expect(
      judgeCase({ ...malicious, or: { path: 'compose.yaml', line: 3 } }, [found('docker-root-user', 3, 'compose.yaml')])
        .foundBy,
    ).toEqual(['docker-root-user'])
  })

  it('takes a secret in its very line only', () => {
    const secret = { ...malicious, category: 'leaked-secrets', secretsAt: ['npm-token'] } as const
    expect(judgeCase(secret, [found('leaked-npm-token', 10)]).foundBy).toEqual(['leaked-npm-token'])
    expect(judgeCase(secret, [found('leaked-npm-token', 11)]).foundBy).toEqual([])
  })

  it('takes whatever is reported in a benign case for a false alarm', () => {
    expect(judgeCase(benign, [found('exposed-port', 1), found('exposed-port', 2)]).alarmedBy).toEqual(['exposed-port'])
  })

  it(
    'is added up: a case is missed when none of its rules found it, and a rule misses each of its cases that ' +
      'it did not find',
    () => {
      const sidenote = {
        ...malicious,
        name: 'tool-definitions/weather-with-environment',
        category: 'tool-definitions',
        class: 'poisoned-description',
      } as const
      const again = { ...sidenote, name: 'tool-definitions/query-field-with-key' } as const
      const { rules, missed, falseAlarms } = figuresOf([
        judgeCase(sidenote, [found('tool-text-asks-for-secrets', 10)]),
        judgeCase(again, []),
        judgeCase(benign, [found('tool-text-asks-for-secrets', 1)]),
      ])
      expect(rules['tool-text-asks-for-secrets']).toEqual({ found: 1, missed: 1, falseAlarms: 1 })
      expect(rules['tool-text-asks-for-silence']).toEqual({ found: 0, missed: 2, falseAlarms: 0 })
      expect(missed).toEqual(['tool-definitions/query-field-with-key'])
      expect(falseAlarms).toEqual({ 'configuration/two': ['tool-text-asks-for-secrets'] })
    },
  )
})

describe('a file of the corpus', () => {
  it('has nothing in the form of a credential before it is unfolded', async () => {
    const entries = await readdir(join(folder, 'cases'), { recursive: true, withFileTypes: true })
    const texts = entries
      .filter((entry) => entry.isFile())
      .map(
        async ({ parentPath, name }) =>
          [join(parentPath, name).slice(folder.length + 1), await readFile(join(parentPath, name))] as const,
      )
    const found = await findIn(Object.fromEntries(await Promise.all(texts)))
    expect(found.map(({ ruleId, location }) => `${ruleId} ${location?.path}:${location?.startLine}`)).toEqual([])
  })

  it('unfolds to the same bytes each time, with another secret at each place', () => {
    const text =
      'a={{secret:npm-token}} b={{secret:npm-token}} {{unicode:E0041}}{{glue:gh|p_}}{{bytes:00FF}}{{noise:4}}'
    expect(unfold(text, 'x')).toEqual(unfold(text, 'x'))
    expect(unfold(text, 'x')).not.toEqual(unfold(text, 'y'))
    const { a, b } =
      /a=(?<a>npm_\w{36}) b=(?<b>npm_\w{36}) \u{e0041}ghp_/u.exec(unfold(text, 'x').toString())?.groups ?? {}
    expect(a).toBeDefined()
    expect(a).not.toBe(b)
  })

  it('is rejected if it contains an unknown placeholder', () => {
    expect(() => unfold('{{secret:no-such}}', '')).toThrow('no such kind of secret: no-such')
    expect(() => unfold('{{unicode:xyz}}', '')).toThrow('no number of base 16')
    expect(() => unfold('{{bytes:0}}', '')).toThrow('these are no bytes')
  })

  it('may ask for every kind of secret that the README names, and for no other', async () => {
    const readme = await readFile(join(folder, 'cases/README.md'), 'utf8')
    expect([...readme.matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map(([, kind]) => kind).sort()).toEqual(
      [...secretKinds].sort(),
    )
    for (const kind of secretKinds) expect(inventSecret(kind, 'x').length, kind).toBeGreaterThanOrEqual(18)
  })
})
