import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { DetectionOutcome } from './detect.ts'
import { measureDetection, subjectsOf } from './measure.ts'
import type { JudgedCase } from './judge.ts'
import { benignLines, blindTable, caseLines, figuresTable } from './report.ts'
import { resultsOf } from './results.ts'
import { measuredDetectors } from './scan-tree.ts'
import { findingLines } from './verbose.ts'

// npm run -s bench:detection -- <cases.json or servers.json>… [--trees <folder>] [--cache <folder>] [--pairs <folder>]
// [--no-pairs] [--only <part of a name>] [--results <file>] [--json] [--verbose]

const usage =
  `npm run -s bench:detection -- <cases.json or servers.json>…
  --trees <folder>   prepared trees of git cases, <case id>/vulnerable and /fixed: ` +
  `bench/detection/prepare-trees.ts makes them
  --cache <folder>   where downloaded packages are kept (.assay/bench-detection)
  --pairs <folder>   our own pairs, <language>/<pair>/pair.json (test/corpus/pairs); --no-pairs leaves ` +
  `them out
  --only <text>      only cases, pairs and servers with this in their name, without blind cases; writes no result
  --results <file>   where the result is written (bench/results/detection.json)
  --json             prints the result in place of the tables
  --verbose          prints every finding with its trace
`
const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const
const options = {
  trees: text,
  cache: text,
  pairs: text,
  'no-pairs': flag,
  only: text,
  results: text,
  json: flag,
  verbose: flag,
} as const

async function run(): Promise<number> {
  const { positionals: files, values } = parseArgs({ allowPositionals: true, options })
  const { subjects, isWhole } = subjectsOf(files, {
    trees: values.trees,
    pairs: values['no-pairs'] === true ? undefined : (values.pairs ?? inProject('test/corpus/pairs')),
    only: values.only,
  })
  if (subjects.cases.length + subjects.benign.length === 0) {
    process.stderr.write(values.only === undefined ? usage : `nothing is named like ${values.only}\n`)
    return 2
  }
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new Error('stopped')))
  const outcome = await measureDetection(subjects, values.cache ?? inProject('.assay/bench-detection'), stop.signal)
  const results = resultsOf(outcome)
  if (values.json === true) process.stdout.write(`${JSON.stringify(results, undefined, 2)}\n`)
  else print(outcome)
  if (values.verbose === true)
    (values.json === true ? process.stderr : process.stdout).write(findingLines(outcome.findings))
  if (values.only === undefined)
    writeFileSync(
      values.results ?? inProject('bench/results/detection.json'),
      `${JSON.stringify(results, undefined, 2)}\n`,
    )
  return isWhole ? 0 : 1
}

function print({ cases, byOriginal, mapped, benign }: DetectionOutcome): void {
  if (measuredDetectors.length === 0)
    process.stdout.write('There is no detector but the one for dependencies: nothing can be caught.\n')
  for (const [title, set] of [
    ['Cases', 'cases'],
    ['Own pairs', 'pairs'],
  ] as const) {
    const judged = cases.filter((one) => one.case.set === set)
    if (judged.length > 0) process.stdout.write(`\n${title}\n${caseLines(judged)}${figuresTable(judged)}`)
  }
  const blind = cases.filter((one) => one.case.set === 'blind')
  if (blind.length > 0) process.stdout.write(`\nBlind cases, totals only\n${blindTable(blind)}`)
  const recorded = byOriginal.filter((one) => one.case.set === 'cases')
  if (recorded.length > 0)
    process.stdout.write(
      `\nCases by source file (a source map tells it of ${mapped}; of the others the file is that of the ` +
        `package)\n${caseLines(recorded.filter((one) => !cases.some((strict) => isJudgedAlike(strict, one))))}` +
        `${figuresTable(recorded)}`,
    )
  process.stdout.write(`\n${benignLines(benign)}`)
}

function isJudgedAlike(one: JudgedCase, other: JudgedCase): boolean {
  return (
    one.case === other.case &&
    one.inFile === other.inFile &&
    one.caught?.line === other.caught?.line &&
    one.noise.length === other.noise.length
  )
}

process.exitCode = await run()
