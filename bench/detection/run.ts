import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { createIsolationPool } from '../../src/isolation/isolation-pool.ts'
import { readNotes } from './benign-notes.ts'
import { caseOfRecord } from './case.ts'
import { readRecordFile } from './case-file.ts'
import { detect, type DetectionOutcome, type DetectionSubjects } from './detect.ts'
import { configuredReach } from './package-reach.ts'
import { readPairs } from './pair-folders.ts'
import { benignLines, caseLines, figuresTable } from './report.ts'
import { resultsOf } from './results.ts'
import { measuredDetectors } from './scan-tree.ts'
import { findingLines } from './verbose.ts'

// npm run -s bench:detection -- <cases.json or servers.json>… [--trees <folder>] [--cache <folder>] [--pairs <folder>] [--no-pairs] [--only <part of a name>] [--results <file>] [--json] [--verbose]

const usage = `npm run -s bench:detection -- <cases.json or servers.json>…
  --trees <folder>   prepared trees of git cases, <case id>/vulnerable and /fixed: bench/detection/prepare-trees.ts makes them
  --cache <folder>   where downloaded packages are kept (.assay/bench-detection)
  --pairs <folder>   our own pairs, <language>/<pair>/pair.json (test/corpus/pairs); --no-pairs leaves them out
  --only <text>      only cases, pairs and servers with this in their name; writes no result
  --results <file>   where the result is written (bench/results/detection.json)
  --json             prints the result in place of the tables
  --verbose          prints every finding with its trace
`
const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const
const options = { trees: text, cache: text, pairs: text, 'no-pairs': flag, only: text, results: text, json: flag, verbose: flag } as const

async function run(): Promise<number> {
  const { positionals: files, values } = parseArgs({ allowPositionals: true, options })
  const { subjects, isWhole } = subjectsOf(files, { trees: values.trees, pairs: values['no-pairs'] === true ? undefined : (values.pairs ?? inProject('test/corpus/pairs')), only: values.only })
  if (subjects.cases.length + subjects.benign.length === 0) {
    process.stderr.write(values.only === undefined ? usage : `nothing is named like ${values.only}\n`)
    return 2
  }
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new Error('stopped')))
  await using stack = new AsyncDisposableStack()
  const isolation = stack.use(createIsolationPool({ tasks: new URL('../../src/dataflow/tasks.ts', import.meta.url), log: pino({ level: 'error' }, pino.destination(2)) }))
  const cache = { folder: resolve(values.cache ?? inProject('.assay/bench-detection')), reach: configuredReach(stack) }
  const outcome = await detect({ isolation, detectors: measuredDetectors, cache, signal: stop.signal, onVersion }, subjects)
  const results = resultsOf(outcome)
  if (values.json === true) process.stdout.write(`${JSON.stringify(results, undefined, 2)}\n`)
  else print(outcome)
  if (values.verbose === true) (values.json === true ? process.stderr : process.stdout).write(findingLines(outcome.findings))
  if (values.only === undefined) writeFileSync(values.results ?? inProject('bench/results/detection.json'), `${JSON.stringify(results, undefined, 2)}\n`)
  return isWhole ? 0 : 1
}

/** What is to be judged. Pairs that make no sense are told on standard error; then it is not the whole. */
function subjectsOf(files: readonly string[], { trees, pairs, only }: { trees: string | undefined; pairs: string | undefined; only: string | undefined }): { subjects: DetectionSubjects; isWhole: boolean } {
  const records = files.map(readRecordFile)
  const own = pairs === undefined ? { cases: [], broken: [] } : readPairs(resolve(pairs))
  for (const { path, reason } of own.broken) process.stderr.write(`${path} is left out: ${reason}\n`)
  const isWanted = (name: string) => only === undefined || name.includes(only)
  const recorded = records.flatMap(({ cases }) => cases).map((record) => caseOfRecord(record, trees === undefined ? undefined : resolve(trees)))
  const subjects = {
    cases: [...recorded, ...own.cases].filter(({ id }) => isWanted(id)),
    benign: records.flatMap(({ benign }) => benign).filter((server) => isWanted(server.package)),
    notes: readNotes(fileURLToPath(new URL('benign-notes.json', import.meta.url))),
  }
  return { subjects, isWhole: own.broken.length === 0 }
}

const onVersion: NonNullable<Parameters<typeof detect>[0]['onVersion']> = ({ key, outcome, done, total }) => {
  const said = 'failure' in outcome ? outcome.failure : `${outcome.findings.length} findings, ${(outcome.ms / 1000).toFixed(1)} s`
  process.stderr.write(`${done}/${total} ${key}: ${said}\n`)
}

function print({ cases, benign }: DetectionOutcome): void {
  if (measuredDetectors.length === 0) process.stdout.write('There is no detector but the one for dependencies: nothing can be caught.\n')
  for (const [title, set] of [['Cases', 'cases'], ['Own pairs', 'pairs']] as const) {
    const judged = cases.filter((one) => one.case.set === set)
    if (judged.length > 0) process.stdout.write(`\n${title}\n${caseLines(judged)}${figuresTable(judged)}`)
  }
  process.stdout.write(`\n${benignLines(benign)}`)
}

process.exitCode = await run()
