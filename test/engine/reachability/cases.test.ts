import { expect, it } from 'vitest'
import { judgeCase } from './judge-case.ts'
import { readCases } from './read-cases.ts'

const judged = readCases().map((one) => ({ ...one, result: judgeCase(one) }))

/** Cases that the analysis denies although their code runs. */
const openDenials = new Set([
  // The IR does not tie `arguments` to the parameters.
  'called/arguments-alias-back',
  'called/arguments-alias',
  // What `require` returns is replaced by other means than an assignment to `module.exports`.
  'called/assign-to-module',
  'called/module-exports-export',
  // A worker receives its code as a text that is not constant.
  'called/import-maps-of-text',
  'called/module-cache-internal',
  // Manifests in the folders of a package or project are not read.
  'called/nested-manifest',
  'called/workspace-script',
  // The namespace of a CommonJS module has the module under a second name.
  'called/namespace-module-exports',
  // Prototypes and functions of the runtime that a program changes in ways that the graph of objects does not follow.
  'called/hole-in-list',
  'called/reflect-set-on-runtime',
  'called/symbol-prototype',
  // Accessors that the graph of objects does not tie to their objects.
  'called/proxy-prototype-set',
  'called/setter-with-dot',
  'called/super-returns-field',
  'called/text-proto',
])

/** Cases that the analysis calls reachable although a run does not reach them. */
const openReachable = new Set(['not-called/event-without-emitter', 'not-called/replaced-by-project'])

it('no case is denied more than its run shows, except the open ones', () => {
  const wrong = judged.filter(
    ({ outcome, result: { status } }) =>
      (outcome === 'called' && (status === 'imported' || status === 'not-loaded')) ||
      (outcome === 'not-called' && status === 'not-loaded'),
  )
  expect(wrong.map(({ name }) => name).toSorted()).toEqual([...openDenials].toSorted())
})

it('no case is reachable that its run does not reach, except the open ones', () => {
  const wrong = judged.filter(({ outcome, result }) => outcome !== 'called' && result.status === 'reachable')
  expect(wrong.map(({ name }) => name).toSorted()).toEqual([...openReachable])
})

it('the results of all cases are as recorded', async () => {
  const counts: Record<string, Record<string, number>> = {}
  const results: Record<string, string> = {}
  for (const { name, outcome, result } of judged) {
    const ofOutcome = (counts[outcome] ??= {})
    ofOutcome[result.status] = (ofOutcome[result.status] ?? 0) + 1
    results[name] = result.reason === undefined ? result.status : `${result.status}: ${result.reason}`
  }
  await expect(`${JSON.stringify({ counts, results }, undefined, 2)}\n`).toMatchFileSnapshot('case-results.json')
})
