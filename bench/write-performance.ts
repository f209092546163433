import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Measurement } from './measurement.ts'
import { type Circumstances, type MeasuredPart, performanceDocument } from './performance-document.ts'
import { scaleDocument } from './scale-document.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const resultsFolder = `${root}bench/results/`
/** File with the circumstances of each part. It is not a part itself. */
const circumstancesFile = 'circumstances.json'

/** Returns the results of the last run of each part. */
export function readResults(): MeasuredPart[] {
  const known = existsSync(resultsFolder + circumstancesFile)
    ? (JSON.parse(readFileSync(resultsFolder + circumstancesFile, 'utf8')) as Readonly<Record<string, Circumstances>>)
    : {}
  return readdirSync(resultsFolder)
    .filter((name) => name.endsWith('.json') && name !== circumstancesFile)
    .map((name) => ({ name, read: JSON.parse(readFileSync(resultsFolder + name, 'utf8')) as unknown }))
    .filter((part): part is { name: string; read: Measurement[] } => Array.isArray(part.read))
    .map(({ name, read }) => ({
      id: name.slice(0, -'.json'.length),
      measurements: read,
      circumstances: known[name.slice(0, -'.json'.length)],
    }))
}

/** What a run may change, or may change during a run. Read before it. */
export type StateBefore = Required<Pick<Circumstances, 'loadBefore' | 'commit'>>

/** Returns the load average of the machine and the commit of the sources. */
export function stateBefore(): StateBefore {
  const commit = git('rev-parse', '--short=12', 'HEAD') || 'unknown'
  return {
    loadBefore: Math.round(10 * (loadavg()[0] ?? NaN)) / 10,
    commit: git('status', '--porcelain', '--', 'src') === '' ? commit : `${commit}-changed`,
  }
}

/**
 * Records the circumstances of a part's latest run, and regenerates the performance and scale documents.
 *
 * @param before state before the run.
 */
export function notePart(id: string, before: StateBefore): void {
  const file = resultsFolder + circumstancesFile
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Circumstances>) : {}
  const sorted = Object.entries({ ...known, [id]: circumstancesOf(before) }).toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`)
  writePerformance()
}

export function writePerformance(): void {
  writeFileSync(`${root}docs/explanation/performance.md`, performanceDocument(readResults()))
  writeFileSync(`${root}docs/explanation/scale.md`, scaleDocument(readResults()).text)
}

function git(...words: readonly string[]): string {
  try {
    return execFileSync('git', ['-C', root, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

function circumstancesOf({ loadBefore, commit }: StateBefore): Circumstances {
  return {
    date: new Date().toISOString(),
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 1e9),
    node: process.version,
    loadBefore,
    commit,
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writePerformance()
