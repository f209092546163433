import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { workflowSecretsToForks } from '../../../src/engine/rules/configuration/workflows/workflow-secrets-to-forks.ts'
import { configuration } from '../../../src/engine/rules/configuration/detector.ts'
import type { Detector } from '../../../src/engine/rules/detector.ts'
import { runDetectors } from '../../../src/engine/rules/run-detectors.ts'
import { noFlows } from '../../../src/engine/analysis/flow.ts'
import { maskedWord } from '../../../src/engine/rules/leaked-secrets/masked-texts.ts'
import type { DetectedFinding } from '../../../src/engine/model/finding-record.ts'
import { Finding } from '../../../src/engine/model/finding.ts'
import { Coverage } from '../../../src/engine/model/scan.ts'
import { coverageOf } from '../../../src/engine/scanner/coverage.ts'
import { projectSnapshot } from '../inventory/project-snapshot.ts'
import { inventSecret } from './corpus/invent-secret.ts'
import { findInFlows, flowOf } from './dangerous-flows/find-in-source.ts'
import { findBy } from './find-by.ts'

const token = inventSecret('github-token', 'a text of a finding')
/** At most the first four of 40 characters may be shown. They are the same for all tokens of this kind. */
const more = token.slice(0, 5)

type Schema = z.core.JSONSchema.BaseSchema

/** Returns a value of a schema with this text in each free string. */
function filledIn(schema: Schema, definitions: Readonly<Record<string, Schema>>, text: string): unknown {
  const { $ref, type, format, properties, items } = schema
  const within = (inner: unknown) => filledIn(inner as Schema, definitions, text)
  if ($ref !== undefined) return within(definitions[$ref.replace('#/$defs/', '')] ?? {})
  if (schema.enum) return schema.enum[0]
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties ?? {}).map(([key, inner]) => [key, within(inner)]))
  if (type === 'array') return [within(items)]
  // Times are not free text.
  if (type === 'string') return format === 'date-time' ? '2026-01-01T00:00:00Z' : text
  return type === 'boolean' ? true : 1
}

/** Returns a value of a zod schema. */
function filledOf(of: z.ZodType, text: string): unknown {
  const schema = z.toJSONSchema(of, { io: 'output' }) as Schema & { $defs?: Record<string, Schema> }
  const root = schema.$ref === undefined ? schema : (schema.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? schema)
  return filledIn(root, schema.$defs ?? {}, text)
}

/**
 * Fields that do not come from the scanned project: constants, digests, published data of advisories, and values that
 * are added later.
 */
const own = new Set([
  'id',
  'ruleId',
  'cwe',
  'owaspMcp',
  'fingerprint',
  'group',
  'advisory',
  'suppression',
  'helpUrl',
  'firstSeenAt',
  'state',
  'severity',
  'precision',
  'category',
])

describe('every text that a finding can have', () => {
  it('is masked, whichever rule and field it is of', async () => {
    const filled = filledOf(Finding, `it reads ${token}.`) as DetectedFinding
    expect(Object.keys(filled).length).toBeGreaterThan(15)
    const teller: Detector = { id: 'configuration', rules: [], reads: () => false, detect: () => [filled] }
    const {
      findings: [told],
    } = await runDetectors(
      {
        snapshot: projectSnapshot({}),
        components: [],
        advisoryMatches: [],
        flows: noFlows,
        signal: new AbortController().signal,
      },
      [teller],
    )
    const texts = Object.entries(told ?? {}).filter(([key]) => !own.has(key))
    expect(texts.map(([key]) => key).sort()).toEqual([
      'component',
      'guard',
      'location',
      'message',
      'reachability',
      'remediation',
      'title',
      'trace',
    ])
    for (const [key, value] of texts) expect(JSON.stringify(value), key).not.toContain(more)
    for (const [key, value] of texts) expect(JSON.stringify(value), key).toContain('******')
  })
})

describe('every text that a coverage can have', () => {
  const password = inventSecret('password', 'of an address')
  const told = (text: string, files: Readonly<Record<string, string>> = {}) => {
    const filled = filledOf(Coverage, text) as { [Key in keyof Coverage]-?: NonNullable<Coverage[Key]> }
    const { method, unresolved, unreadable } = filled.components
    const snapshot = {
      ...projectSnapshot(files),
      skipped: filled.files.skipped,
      notFollowed: filled.files.notFollowed ?? [],
    }
    const inventory = {
      components: [],
      method,
      unresolved: unresolved.map(({ isGap: _isGap, ...gap }) => gap),
      unreadable: unreadable ?? [],
      complete: false,
    }
    return {
      filled,
      seen: coverageOf({
        snapshot,
        inventory,
        code: filled.code,
        repository: filled.repository,
        reachability: filled.reachability,
        detection: { findings: [], coverage: filled.detectors.map((one) => ({ ...one, status: 'failed' })) },
        isolation: { kind: 'child-process', bounds: [] },
        advisories: { matches: [], dates: {}, undecided: 0, gaps: filled.gaps },
      }),
    }
  }

  it.each([
    ['a secret', `it reads ${token}.`, more],
    ['who somebody is', `git+https://somebody:${password}@git.example/a`, password],
    ['a name alone', `x@https://${password}@git.example/a`, password],
    ['a half secret', `a word ${'https://git.example/'.padEnd(180, 'a')}/${token}`.slice(0, 200) + '…', more],
  ])('is masked: %s', (_, text, secret) => {
    const { filled, seen } = told(text)
    // Comparison results are added later. The next test covers files that were not analyzed.
    expect(Object.keys(seen).sort()).toEqual(
      Object.keys(filled)
        .filter((key) => key !== 'baseline' && key !== 'notAnalyzed')
        .sort(),
    )
    expect(seen.gaps).toHaveLength(6)
    expect(JSON.stringify(filled).split(secret).length).toBeGreaterThan(25)
    expect(JSON.stringify(seen)).not.toContain(secret)
    expect(JSON.stringify(seen)).not.toContain('somebody')
  })

  it('is masked in the names of what was not analyzed', () => {
    const { seen } = told('a word', { Dockerfile: `FROM registry.example/base:${token}\n` })
    expect(seen.notAnalyzed?.items).toMatchObject([{ kind: 'container-image', path: 'Dockerfile' }])
    expect(JSON.stringify(seen.notAnalyzed)).toContain('******')
    expect(JSON.stringify(seen)).not.toContain(more)
  })

  it('keeps what is no secret', () => {
    for (const text of [
      'git+ssh://git@git.example/a#v1',
      'https://git.example/a@v1',
      'An address such as https://git.example. Write to a@git.example',
      'a…',
      '@scope/name@^1.0.0',
    ])
      expect(maskedWord(text)).toBe(text)
    expect(maskedWord('a@git+https://b:c@d%40git.example/x@v1')).toBe('a@git+https://git.example/x@v1')
  })
})

/** Returns texts in which a cut after this number of characters leaves a part of the token. */
const cutAt = (length: number) =>
  [1, 10, 20, 30].map(
    (rest) => `${'a word '.repeat(length)}`.slice(0, length - rest - 1) + ` ${token}`.slice(0, rest + 1),
  )

describe('a secret that was cut before a rule saw it', () => {
  it('is not shown by the sentences about a flow', async () => {
    for (const [index, name] of cutAt(300).entries()) {
      const [finding] = await findInFlows([
        flowOf({
          source: { part: 'argument', name, of: 'tool', owner: name },
          tools: [name],
          model: name,
          ownHost: name,
          undecided: { name: cutAt(200)[index], path: 'a.ts', line: 2 },
          steps: [
            { path: 'a.ts', line: 1, column: 1, kind: 'source' },
            { path: 'a.ts', line: 2, column: 1, kind: 'passed', name, parameter: name },
            { path: 'a.ts', line: 3, column: 1, kind: 'sink' },
          ],
        }),
        flowOf({
          source: { part: 'arguments', of: 'tool', owner: `b ${name}`.slice(0, 300) },
          entry: 'remote-response',
          undecided: { path: 'a.ts', line: 2 },
          steps: [{ path: 'a.ts', line: 3, column: 1, kind: 'sink' }],
        }),
      ])
      expect(finding?.title).toContain('a word')
      expect(finding?.message.split('a word').length).toBeGreaterThan(4)
      expect(JSON.stringify(finding)).not.toContain(more)
    }
  })

  it('is not shown by the name of a workflow that inherits all secrets', async () => {
    for (const length of [90, 100, 110, 118]) {
      const uses = `${'acme/'.repeat(40).slice(0, length)}/${token}@v1`
      const found = await findBy(configuration, {
        '.github/workflows/a.yml': `on: push\npermissions: {}\njobs:\n  a:\n    uses: ${uses}\n    secrets: inherit`,
      })
      const inherits = found.filter(({ ruleId }) => ruleId === workflowSecretsToForks.id)
      expect(inherits.length).toBe(1)
      expect(JSON.stringify(inherits)).not.toContain(more)
    }
  })
})
