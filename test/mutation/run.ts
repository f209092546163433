import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isEquivalent, readEquivalents } from './equivalent.ts'
import { findMutants } from './find-mutants.ts'
import { root } from './module-hooks.ts'
import type { Mutant } from './mutant.ts'
import { keyOf, Results } from './results.ts'
import { sampled } from './sample.ts'
import { figuresTable, survivorLines } from './summary.ts'
import { targets, type Target } from './targets.ts'
import { runMutants } from './run-mutants.ts'

// npm run test:mutation [-- target or path…]: changes the sources in one place at a time, and counts the changes that
// the tests detect. See README.md.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    results: { type: 'string', default: '.assay/mutation.jsonl' },
    retry: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    only: { type: 'string' },
    tests: { type: 'string', multiple: true },
  },
})

const equivalents = readEquivalents()
const texts = new Map<string, string>()
const textOf = (path: string): string => {
  const text = texts.get(path) ?? readFileSync(`${root}${path}`, 'utf8')
  texts.set(path, text)
  return text
}

let nextId = 1
const results = new Results(resolve(root, values.results))
for (const target of targets) {
  const paths = target.sources
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .sort()
    .filter((path) => isChosen(target, path))
  if (paths.length === 0) continue
  const all = paths.flatMap((path) =>
    findMutants(textOf(path)).map((found): Mutant => ({ ...found, path, id: nextId++ })),
  )
  const chosen = sampled(all, {
    sample: values.sample,
    seed: values.seed,
    keyOf: (mutant) => keyOf(mutant, textOf(mutant.path)),
  }).filter(({ operator }) => values.only === undefined || values.only === operator)
  for (const mutant of chosen)
    if (isEquivalent(equivalents, mutant, textOf(mutant.path)))
      results.add(mutant, textOf(mutant.path), { outcome: 'equivalent' })
  const pending = chosen.filter((mutant) => results.isPending(mutant, textOf(mutant.path), values.retry))
  process.stderr.write(
    `${target.name}: ${all.length} mutants in ${paths.length} files, ${chosen.length} chosen, ` +
      `${pending.length} to run\n`,
  )
  if (!values.report && pending.length > 0)
    await runMutants({ ...target, tests: values.tests ?? target.tests }, pending, (mutant, outcome) =>
      results.add(mutant, textOf(mutant.path), outcome),
    )
  const done = chosen.map((mutant) => ({ mutant, result: results.of(mutant, textOf(mutant.path)) }))
  process.stdout.write(`${survivorLines(done, textOf)}\n${figuresTable(target, all.length, done)}\n`)
}

/** Selects targets by name, and sources by path or folder. Without names, everything is selected. */
function isChosen(target: Target, path: string): boolean {
  return (
    positionals.length === 0 ||
    positionals.some(
      (name) => name === target.name || path === name || path.startsWith(name.endsWith('/') ? name : `${name}/`),
    )
  )
}
