import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { inputDocuments } from '../../action/src/input-documents.ts'
import { grades, readInputs, severities } from '../../action/src/inputs.ts'
import { gradeThresholds } from '../../src/engine/model/score.ts'
import { severities as severitiesOfModel } from '../../src/engine/model/severity.ts'

const metadata: {
  inputs: Record<string, { description: string; default?: string; required?: boolean }>
  outputs: Record<string, unknown>
  runs: { using: string; main: string }
} = parse(readFileSync('action/action.yml', 'utf8'))
const readme = readFileSync('action/README.md', 'utf8')

it('action.yml is also at the root, where the Marketplace looks for it, with the path of the same file', () => {
  const atRoot = readFileSync('action.yml', 'utf8')
  expect(atRoot).toBe(
    readFileSync('action/action.yml', 'utf8').replace('main: dist/index.js', 'main: action/dist/index.js'),
  )
  expect(existsSync(parse(atRoot).runs.main)).toBe(true)
})

it('action.yml names the file that is built, and the node that runs it', () => {
  expect(metadata.runs).toEqual({ using: 'node24', main: 'dist/index.js' })
})

describe('inputs', () => {
  it('are the same in action.yml, in the README and in the program', () => {
    const documents = Object.entries(metadata.inputs).map(([name, { description, default: value, required }]) => ({
      name,
      description,
      ...(required ? {} : { default: value }),
    }))
    expect(documents).toEqual(inputDocuments)
    const rows = [...readme.matchAll(/^\| `([\w-]+)` \| (?:`([^`]*)`|(required)|)\s*\| (.*) \|$/gm)].map(
      ([, name, value, required, description]) => ({
        name,
        description,
        ...(required ? {} : { default: value ?? '' }),
      }),
    )
    expect(rows).toEqual(inputDocuments)
  })

  it('know the severities and grades of the model', () => {
    expect(severities).toEqual(severitiesOfModel)
    expect(grades).toEqual(gradeThresholds.map(([grade]) => grade))
  })

  it('have the defaults that they say, as the runner gives them', () => {
    const given = Object.fromEntries(
      Object.entries(metadata.inputs).map(([name, { default: value = '' }]) => [`INPUT_${name.toUpperCase()}`, value]),
    )
    const expected = {
      baseUrl: 'https://assay.example',
      without: [],
      onlyReachable: false,
      trustsProject: false,
      failOn: 'high',
      timeoutMs: 15 * 60_000,
      onError: 'fail',
      onFork: 'neutral',
      uploadSarif: false,
      summary: true,
      annotations: true,
    }
    expect(readInputs({ ...given, 'INPUT_BASE-URL': 'https://assay.example/' })).toEqual(expected)
    expect(readInputs({ 'INPUT_BASE-URL': 'https://assay.example' })).toEqual(expected)
  })

  it('turn the reachability analysis on and off, and limit what fails only without a service', () => {
    const service = { 'INPUT_BASE-URL': 'https://assay.example' }
    expect(readInputs({ ...service, INPUT_REACHABILITY: 'true' })).toMatchObject({ reachability: true })
    expect(readInputs({ ...service, INPUT_REACHABILITY: 'false' })).toMatchObject({ reachability: false })
    expect(readInputs({})).not.toHaveProperty('reachability')
    const only = { INPUT_REACHABILITY: 'true', 'INPUT_ONLY-REACHABLE': 'true' }
    expect(readInputs(only)).toMatchObject({ reachability: true, onlyReachable: true })
    expect(() => readInputs({ ...service, ...only })).toThrow('only-reachable: works only if base-url is empty')
    expect(() => readInputs({ 'INPUT_ONLY-REACHABLE': 'true' })).toThrow('Set reachability to true')
    expect(() => readInputs({ INPUT_REACHABILITY: 'maybe' })).toThrow('reachability:')
  })
})

describe('workflows of the README', () => {
  const workflows = [...readme.matchAll(/```yaml\n([\s\S]*?)```/g)].map(
    (match) =>
      parse(match[1] ?? '') as {
        on: Record<string, unknown>
        permissions: Record<string, string>
        jobs: Record<string, { steps: { uses?: string; with?: Record<string, string> }[] }>
      },
  )
  const steps = workflows.map(({ jobs }) =>
    Object.values(jobs)
      .flatMap(({ steps: all }) => all)
      .find(({ uses }) => uses?.startsWith('OWNER/REPOSITORY/action@')),
  )

  it('are two without a service and three with one, which run on events whose workflows get a key', () => {
    expect(workflows.map(({ on }) => Object.keys(on))).toEqual([
      ['pull_request', 'merge_group'],
      ['schedule', 'workflow_dispatch'],
      ['pull_request', 'merge_group'],
      ['schedule', 'workflow_dispatch'],
      ['release'],
    ])
    expect(workflows.map(({ permissions }) => permissions['id-token'])).toEqual([
      undefined,
      undefined,
      'write',
      'write',
      'write',
    ])
  })

  it('check out the files that a scan on the runner reads, and use no secret there', () => {
    for (const { jobs } of workflows.slice(0, 2))
      expect(Object.values(jobs)[0]?.steps[0]?.uses).toMatch(/^actions\/checkout@/)
    expect(JSON.stringify(workflows.slice(0, 2))).not.toContain('secrets.')
  })

  it('give inputs that exist and are accepted, to a pinned commit', () => {
    for (const [index, step] of steps.entries()) {
      expect(step?.uses).toMatch(/@[0-9a-f]{40}$/)
      expect(Object.keys(step?.with ?? {}).filter((name) => !(name in metadata.inputs))).toEqual([])
      expect(
        readInputs(
          Object.fromEntries(
            Object.entries(step?.with ?? {}).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, String(value)]),
          ),
        ).baseUrl,
      ).toBe(index < 2 ? undefined : 'https://assay.example')
    }
  })

  it('are shown in the README of the project with inputs that exist', () => {
    const [, block = ''] = /```yaml\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8')) ?? []
    const { jobs } = parse(block) as { jobs: { assay: { steps: { uses: string; with: Record<string, string> }[] } } }
    const step = jobs.assay.steps.find(({ uses }) => uses.startsWith('OWNER/'))
    expect(step?.uses).toBe('OWNER/REPOSITORY/action@COMMIT')
    expect(Object.keys(step?.with ?? {}).filter((name) => !(name in metadata.inputs))).toEqual([])
  })

  it('are shown in the guide with inputs that are accepted', () => {
    const guide = readFileSync('docs/guides/workflow-authors.md', 'utf8')
    const blocks = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, block = '']) => parse(block) as unknown)
    const inputs = blocks.flatMap(inputsIn)
    expect(inputs.length).toBeGreaterThan(4)
    for (const given of inputs) {
      expect(Object.keys(given).filter((name) => !(name in metadata.inputs))).toEqual([])
      const variables = Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, String(value)])
      expect(() => readInputs(Object.fromEntries(variables))).not.toThrow()
    }
  })

  it('use outputs that exist', () => {
    const used = [...readme.matchAll(/steps\.assay\.outputs\.([\w-]+)/g)].map((match) => match[1] ?? '')
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter((name) => !(name in metadata.outputs))).toEqual([])
    for (const name of Object.keys(metadata.outputs)) expect(readme).toContain(`\`${name}\``)
  })
})

/** The inputs of the Action in a workflow, or in a part of a step. */
function inputsIn(block: unknown): Record<string, unknown>[] {
  const part = block as {
    with?: Record<string, unknown>
    jobs?: Record<string, { steps: { uses?: string; with?: Record<string, unknown> }[] }>
  }
  const steps = Object.values(part.jobs ?? {}).flatMap(({ steps: all }) => all)
  return [part, ...steps.filter(({ uses }) => uses?.startsWith('OWNER/'))].flatMap((step) =>
    step.with === undefined ? [] : [step.with],
  )
}
