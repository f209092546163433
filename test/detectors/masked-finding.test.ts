import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { workflowSecretsToForks } from '../../src/detectors/configuration/workflows/workflow-secrets-to-forks.ts'
import { messageOf, stepMessage, titleOf } from '../../src/detectors/dangerous-flows/wording.ts'
import { flowRules } from '../../src/detectors/dangerous-flows/rules/catalogue.ts'
import type { Flow } from '../../src/dataflow/flow.ts'
import { configuration } from '../../src/detectors/configuration/detector.ts'
import type { Detector } from '../../src/detectors/detector.ts'
import { runDetectors } from '../../src/detectors/run-detectors.ts'
import { noFlows } from '../../src/dataflow/flow.ts'
import { type DetectedFinding, Finding } from '../../src/model/finding.ts'
import { projectSnapshot } from '../inventory/project-snapshot.ts'
import { inventSecret } from './corpus/invent-secret.ts'
import { findBy } from './find-by.ts'

const token = inventSecret('github-token', 'a text of a finding')
/** Of a secret of 40 characters no more than four are shown, and those are what all of its kind begin with. */
const more = token.slice(0, 5)

type Schema = z.core.JSONSchema.BaseSchema

/** A value of a schema with the token in each text that is free. */
function filledIn(schema: Schema, definitions: Readonly<Record<string, Schema>>): unknown {
  const { $ref, type, properties, items } = schema
  if ($ref !== undefined) return filledIn(definitions[$ref.replace('#/$defs/', '')] ?? {}, definitions)
  if (schema.enum) return schema.enum[0]
  if (type === 'object') return Object.fromEntries(Object.entries(properties ?? {}).map(([key, inner]) => [key, filledIn(inner as Schema, definitions)]))
  if (type === 'array') return [filledIn(items as Schema, definitions)]
  if (type === 'string') return `it reads ${token}.`
  return type === 'boolean' ? true : 1
}

/** Not from the scanned project: lists of our own, digests, what is published of a flaw, and what doors put in afterwards. */
const own = new Set(['id', 'ruleId', 'cwe', 'owaspMcp', 'fingerprint', 'advisory', 'suppression', 'helpUrl', 'firstSeenAt', 'state', 'severity', 'precision', 'category'])

describe('every text that a finding can have', () => {
  it('is masked, whichever rule and field it is of', async () => {
    const schema = z.toJSONSchema(Finding, { io: 'output' }) as Schema & { $defs?: Record<string, Schema> }
    const root = schema.$ref === undefined ? schema : (schema.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? schema)
    const filled = filledIn(root, schema.$defs ?? {}) as DetectedFinding
    expect(Object.keys(filled).length).toBeGreaterThan(15)
    const teller: Detector = { id: 'configuration', rules: [], reads: () => false, detect: () => [filled] }
    const { findings: [told] } = await runDetectors({ snapshot: projectSnapshot({}), components: [], advisoryMatches: [], flows: noFlows, signal: new AbortController().signal }, [teller])
    const texts = Object.entries(told ?? {}).filter(([key]) => !own.has(key))
    expect(texts.map(([key]) => key).sort()).toEqual(['component', 'location', 'message', 'remediation', 'title', 'trace'])
    for (const [key, value] of texts) expect(JSON.stringify(value), key).not.toContain(more)
    for (const [key, value] of texts) expect(JSON.stringify(value), key).toContain('******')
  })
})

/** Texts that a cut at so many characters leaves a part of the token of. */
const cutAt = (length: number) => [1, 10, 20, 30].map((rest) => `${'a word '.repeat(length)}`.slice(0, length - rest - 1) + ` ${token}`.slice(0, rest + 1))

describe('a secret that was cut before a rule saw it', () => {
  it('is not shown by the sentences about a flow', () => {
    const rule = flowRules[0]
    if (!rule) throw new Error('there are no rules')
    for (const [index, label] of cutAt(500).entries()) {
      const flow: Flow = {
        kind: rule.kind, entry: 'tool-argument', entryLabel: label, tools: [], model: 'fs', effect: label, isWhole: true, isPurpose: false, isDeclared: false, isFreeElsewhere: false, ownHost: cutAt(300)[index],
        steps: [{ path: 'a.ts', line: 1, column: 1, message: cutAt(1_000)[index] ?? '' }], flaws: [{ mistake: 'prefix', reason: label, path: 'a.ts', line: 2 }],
      }
      for (const shown of [titleOf(rule, flow), messageOf(rule, flow, [{ ...flow, entryLabel: `b ${label}`.slice(0, 500) }]), stepMessage(flow.steps[0] ?? { message: '', path: '', line: 1, column: 1 })]) {
        expect(shown).toContain('a word')
        expect(shown).not.toContain(more)
      }
    }
  })

  it('is not shown by the name of a workflow that inherits all secrets', async () => {
    for (const length of [90, 100, 110, 118]) {
      const uses = `${'acme/'.repeat(40).slice(0, length)}/${token}@v1`
      const found = await findBy(configuration, { '.github/workflows/a.yml': `on: push\npermissions: {}\njobs:\n  a:\n    uses: ${uses}\n    secrets: inherit` })
      const inherits = found.filter(({ ruleId }) => ruleId === workflowSecretsToForks.document.id)
      expect(inherits.length).toBe(1)
      expect(JSON.stringify(inherits)).not.toContain(more)
    }
  })
})
