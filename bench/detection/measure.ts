import { fileURLToPath } from 'node:url'
import { resolve } from 'node:path'
import pino from 'pino'
import { createIsolationPool } from '../../src/engine/isolation/isolation-pool.ts'
import { readNotes } from './benign-notes.ts'
import { blindAmong, readBlindIds } from './blind.ts'
import { caseOfRecord } from './case.ts'
import { readRecordFile } from './case-file.ts'
import { detect, type DetectionOutcome, type DetectionSubjects } from './detect.ts'
import { configuredReach } from './package-reach.ts'
import { readPairs } from './pair-folders.ts'
import { measuredDetectors } from './scan-tree.ts'

/**
 * Returns the subjects to evaluate. Invalid pairs are reported on stderr and make the run incomplete. Blind cases are
 * evaluated together or not at all, and never with `only`.
 */
export function subjectsOf(
  files: readonly string[],
  { trees, pairs, only }: { trees: string | undefined; pairs: string | undefined; only: string | undefined },
): { subjects: DetectionSubjects; isWhole: boolean } {
  const records = files.map(readRecordFile)
  const own = pairs === undefined ? { cases: [], broken: [] } : readPairs(resolve(pairs))
  for (const { path, reason } of own.broken) process.stderr.write(`${path} is left out: ${reason}\n`)
  const isWanted = (name: string) => only === undefined || name.includes(only)
  const blindIds = readBlindIds(fileURLToPath(new URL('blind-cases.json', import.meta.url)))
  const recorded = records.flatMap(({ cases }) => cases)
  const folder = trees === undefined ? undefined : resolve(trees)
  const open = recorded.filter(({ id }) => !blindIds.has(id)).map((record) => caseOfRecord(record, folder))
  const blind = only === undefined ? blindAmong(recorded, blindIds) : []
  const subjects = {
    cases: [
      ...[...open, ...own.cases].filter(({ id }) => isWanted(id)),
      ...blind.map((record) => caseOfRecord(record, folder, 'blind')),
    ],
    benign: records.flatMap(({ benign }) => benign).filter((server) => isWanted(server.package)),
    notes: readNotes(fileURLToPath(new URL('benign-notes.json', import.meta.url))),
  }
  return { subjects, isWhole: own.broken.length === 0 }
}

/** Scans and evaluates the subjects. Each version has its own child processes. Packages are cached in `cache`. */
export async function measureDetection(
  subjects: DetectionSubjects,
  cache: string,
  signal: AbortSignal,
): Promise<DetectionOutcome> {
  await using stack = new AsyncDisposableStack()
  const isolation = stack.use(
    createIsolationPool({
      tasks: new URL('../../src/engine/analysis/tasks.ts', import.meta.url),
      log: pino({ level: 'error' }, pino.destination(2)),
    }),
  )
  return await detect(
    {
      isolation,
      detectors: measuredDetectors,
      cache: { folder: resolve(cache), reach: configuredReach(stack) },
      signal,
      onVersion,
    },
    subjects,
  )
}

const onVersion: NonNullable<Parameters<typeof detect>[0]['onVersion']> = ({ key, isBlind, outcome, done, total }) => {
  const said =
    'failure' in outcome ? outcome.failure : `${outcome.findings.length} findings, ${(outcome.ms / 1000).toFixed(1)} s`
  process.stderr.write(`${done}/${total} ${isBlind ? 'a version of a blind case' : `${key}: ${said}`}\n`)
}
