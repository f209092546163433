import { describe, expect, it } from 'vitest'
import type { Flow } from '../../../../src/engine/analysis/flow.ts'
import { mistakes } from '../../../../src/engine/analysis/taint/sanitizers/mistakes.ts'
import { sinkActions } from '../../../../src/engine/analysis/taint/sinks/sink-action.ts'
import { SourceLabel } from '../../../../src/engine/analysis/taint/sources/source-label.ts'
import { taintSourceKinds } from '../../../../src/engine/analysis/taint/sources/taint-source.ts'
import type { DetectedFinding } from '../../../../src/engine/model/finding-record.ts'
import { renderFinding } from '../../../../src/engine/rules/render-finding.ts'
import { flowRules } from '../../../../src/engine/rules/dangerous-flows/rules/catalogue.ts'
import type { FlowRule } from '../../../../src/engine/rules/dangerous-flows/flow-rule.ts'
import { textProblems } from '../plain-text.ts'
import { findInFlows, findInSource, flowOf } from './find-in-source.ts'

const at = { path: 'src/paths.ts', line: 7 }
const sinkIn = (path: string): Flow['steps'] => [
  { path, line: 1, column: 1, kind: 'source' },
  { path, line: 9, column: 1, kind: 'sink' },
]

const labels: readonly Flow['source'][] = SourceLabel.shape.part.options.flatMap((part) =>
  SourceLabel.shape.of.options.flatMap((of) => [
    { part, of },
    { part, of, name: 'host', owner: 'example' },
  ]),
)

/** Sink action of rules that cover only one action. */
const actionOfRule: Readonly<Record<string, Flow['action']>> = {
  'ldap-injection': 'search-directory',
  'xpath-injection': 'select-in-document',
  'slow-regular-expression': 'match-slowly',
}

/** Returns flows of a rule for every variant of its texts. */
function variantsOf({ id, kind }: FlowRule): Flow[] {
  const flaws: Flow['flaws'] = id === 'symlink-following' ? [{ mistake: 'links-not-resolved', ...at }] : []
  const own = actionOfRule[id]
  const flow = (change: Partial<Flow> = {}) => flowOf({ kind, flaws, ...(own && { action: own }), ...change })
  const ofOthers: readonly Flow['action'][] =
    kind === 'query' || kind === 'pattern' ? [...Object.values(actionOfRule), 'run-in-database'] : []
  const actions = own ? [own] : sinkActions.filter((action) => !ofOthers.includes(action))
  return [
    flow(),
    flow({ isWhole: false }),
    flow({ steps: sinkIn('server.py') }),
    flow({ tools: [] }),
    flow({ toolKind: 'resource' }),
    ...labels.map((source) => flow({ source, tools: [] })),
    ...labels.map((source) => flow({ source, entry: 'http-request', tools: [] })),
    flow({ isDeclared: true }),
    flow({ isDeclared: true, entry: 'prompt-argument' }),
    flow({ isFreeElsewhere: true }),
    flow({ entry: 'remote-response', ownHost: 'login.example' }),
    flow({ model: 'urllib.request.urlopen' }),
    ...taintSourceKinds.map((entry) => flow({ entry, tools: [] })),
    ...actions.map((action) => flow({ action })),
    ...actions.map((action) => flow({ action, isWhole: false })),
    ...(id === 'nosql-injection' ? [flow({ kind: 'query', action: 'run-in-database' })] : []),
    ...(id === 'symlink-following'
      ? []
      : [
          flow({ undecided: at }),
          flow({ undecided: { name: 'validatePath', ...at } }),
          flow({ flaws: mistakes.slice(0, 3).map((mistake) => ({ mistake, ...at })) }),
        ]),
  ]
}

/** Checks that a finding is easy to read, and that it renders the same after it was stored. */
function expectPlain({ title, message, remediation, ...finding }: DetectedFinding): void {
  expect([title, message, remediation].flatMap((text) => textProblems(text, 30))).toEqual([])
  expect((finding.trace ?? []).flatMap((step) => textProblems(step.message, 15))).toEqual([])
  expect(title.length, title).toBeLessThanOrEqual(120)
  const { trace, guard } = finding
  const stored = { ...finding, id: 'finding_1', state: 'new', firstSeenAt: '2026-11-26T00:00:00.000Z' }
  // Texts are removed, so that they are rendered from the arguments.
  const blank = {
    title: '',
    message: '',
    remediation: '',
    ...(trace && { trace: trace.map((step) => ({ ...step, message: '' })) }),
    ...(guard && { guard: { ...guard, reason: '' } }),
  }
  const record = JSON.parse(JSON.stringify({ ...stored, ...blank }))
  const shown = renderFinding(record)
  expect(shown).toMatchObject({ title, message, remediation })
  expect([shown.trace, shown.guard]).toEqual([trace, guard])
}

describe.each(flowRules)('the texts of $id', (rule) => {
  it('explain the rule in short sentences', () => {
    const { title, what, why, remediation } = rule
    expect([title, what, why, remediation].flatMap((text) => textProblems(text, 25))).toEqual([])
    expect(title).toMatch(/^[^:]{5,60}: \S/)
  })

  it('describe every kind of finding in short sentences', async () => {
    for (const flow of variantsOf(rule)) {
      const findings = await findInFlows([flow])
      // A command-line argument may be the program's purpose, and is then not reported.
      expect(findings.length).toBe(flow.entry === 'cli-argument' && findings.length === 0 ? 0 : 1)
      for (const finding of findings) {
        expect(finding.ruleId).toBe(rule.id)
        expectPlain(finding)
      }
    }
  })

  it('are the same when the findings of the examples are read from storage', async () => {
    for (const text of rule.examples.bad) {
      const path = text.startsWith('# server.py\n') ? 'server.py' : 'server.ts'
      for (const finding of await findInSource({ [path]: text })) expectPlain(finding)
    }
  })
})

describe('the sentence about a check', () => {
  const messageOf = async (change: Partial<Flow>) => (await findInFlows([flowOf(change)]))[0]?.message ?? ''

  it('is another one for each mistake', async () => {
    const messages = await Promise.all(mistakes.map(async (mistake) => messageOf({ flaws: [{ mistake, ...at }] })))
    for (const message of messages)
      expect(message).toMatch(/ The check at src\/paths\.ts:7 does not prevent this: its? .{20,}\.$/)
    expect(new Set(messages).size).toBe(mistakes.length)
  })

  it('gives the reason of several checks with the same mistake once', async () => {
    const message = await messageOf({
      flaws: [
        { mistake: 'deny-list', ...at },
        { mistake: 'deny-list', path: 'src/other.ts', line: 9 },
      ],
    })
    expect(message).toContain('Use an allowlist. The check at src/other.ts:9 has the same flaw.')
    expect(message.match(/allowlist/g)).toHaveLength(1)
  })

  it('comes with a claim that nothing is validated only if there is no check', async () => {
    expect(await messageOf({})).toContain('. Assay found no check that prevents this. ')
    expect(await messageOf({ undecided: at })).not.toContain('found no check')
    expect(await messageOf({ flaws: [{ mistake: 'deny-list', ...at }] })).not.toContain('found no check')
  })
})

describe('the name of a source', () => {
  it.each<[Flow['source'], string]>([
    [{ part: 'argument', name: 'host', of: 'tool', owner: 'ping' }, 'argument "host" of tool "ping" reaches'],
    [{ part: 'arguments', of: 'tool', owner: 'ping' }, 'arguments of tool "ping" reach'],
    [{ part: 'arguments', of: 'tool' }, 'arguments of tool calls reach'],
    [{ part: 'uri', of: 'resource', owner: 'notes' }, 'URI of resource "notes" reaches'],
    [{ part: 'parameter', name: 'name', of: 'prompt' }, 'parameter "name" of prompt requests reaches'],
    [{ part: 'parameter', name: 'id', of: 'route', owner: '/x' }, 'parameter "id" of route /x reaches'],
    [{ part: 'request', of: 'route', owner: 'GET /x' }, 'request to GET /x reaches'],
    [{ part: 'request', of: 'route' }, 'request to a route reaches'],
    [{ part: 'request', of: 'server' }, 'HTTP request reaches'],
    [{ part: 'request', of: 'tool', owner: 'ping' }, 'HTTP request of tool "ping" reaches'],
    [{ part: 'headers', of: 'server' }, 'HTTP request headers reach'],
    [{ part: 'parameter', name: 'args', of: 'server' }, 'parameter "args" of the HTTP request reaches'],
    [{ part: 'response', of: 'host', owner: 'api.example' }, 'response from api.example reaches'],
    [{ part: 'response', of: 'host' }, 'response from another server reaches'],
    [{ part: 'argument', of: 'command-line' }, 'command-line argument reaches'],
    [{ part: 'completion', of: 'prompt' }, 'argument of a completion request reaches'],
  ])('of %o is what a developer calls it', async (source, text) => {
    const [finding] = await findInFlows([flowOf({ source })])
    expect(finding?.message).toContain(`The ${text} exec() at `)
  })

  it('is the place of a finding without a tool', async () => {
    const source = { part: 'request', of: 'route', owner: 'GET /x' } as const
    const [finding] = await findInFlows([flowOf({ source, tools: [] })])
    expect(finding?.title).toBe('Command injection in route GET /x')
  })
})

describe('the privileges of an attack', () => {
  it.each<[string, Partial<Flow>, string]>([
    ['a tool', {}, "the server's privileges."],
    ['a request', { entry: 'http-request', tools: [] }, "the server's privileges."],
    ['a response that a tool gets', { entry: 'remote-response' }, "the server's privileges."],
    ['a response that a program gets', { entry: 'remote-response', tools: [] }, "the program's privileges."],
  ])('are those of the process: %s', async (_source, change, text) => {
    const [finding] = await findInFlows([flowOf(change)])
    expect(finding?.message).toContain(` can run any command with ${text}`)
  })
})

describe('the name of a sink', () => {
  it.each([
    ['child_process.exec', undefined, 'exec()'],
    ['fs.readFile', undefined, 'readFile()'],
    ['.goto', undefined, 'goto()'],
    ['requests.get', undefined, 'requests.get()'],
    ['typeorm.….where', undefined, 'where()'],
    ['starlette.responses.HTMLResponse', undefined, 'HTMLResponse()'],
    ['module.createRequire()', undefined, 'require()'],
    ['shell', undefined, 'a shell'],
    ['.innerHTML', 'assign', 'innerHTML'],
    ['process.env', 'assign', 'process.env'],
  ] as const)('of %s is what the code calls it', async (model, action, name) => {
    const [finding] = await findInFlows([flowOf({ model, ...(action && { action }) })])
    expect(finding?.message).toContain(` reaches ${name} at src/server.ts:2. `)
  })
})
