import { detectors as allDetectors } from '../../src/engine/rules/catalogue.ts'
import type { Detector } from '../../src/engine/rules/detector.ts'
import { runDetectors } from '../../src/engine/rules/run-detectors.ts'
import type { IsolationPool } from '../../src/engine/isolation/isolation.ts'
import type { DetectedFinding } from '../../src/engine/model/finding-record.ts'
import type { OriginalPlace } from '../../src/engine/model/location.ts'
import type { Snapshot } from '../../src/engine/model/snapshot.ts'
import { runTaintAnalysis } from '../../src/engine/scanner/run-taint-analysis.ts'
import { originalPlaces } from '../../src/engine/scanner/original-places.ts'
import { readSourceFiles } from '../../src/engine/scanner/read-source-files.ts'
import type { FileLine } from './case.ts'

// The only file of this benchmark that uses the engine.

/** Everything except dependency findings, so that no advisories are required. */
export const measuredDetectors: readonly Detector[] = allDetectors.filter(({ id }) => id !== 'vulnerable-dependencies')

export interface ScanTreeContext {
  readonly isolation: IsolationPool
  readonly detectors: readonly Detector[]
}

/** A detector that did not finish. The absence of its findings proves nothing. */
export interface UnfinishedDetector {
  readonly id: string
  readonly rules: readonly string[]
  readonly reason: string
}

/** The result of a version: the engine's report, or why there is nothing to evaluate. */
export type VersionOutcome = ScannedTree | { readonly failure: string }

/** The engine's results for one version. */
export interface ScannedTree {
  readonly findings: readonly DetectedFinding[]
  readonly unfinished: readonly UnfinishedDetector[]
  /** Source files that could not be parsed. The absence of findings in them proves nothing. */
  readonly unread: readonly { readonly path: string; readonly reason: string }[]
  readonly ms: number
  /** Original locations of the requested lines by `keyOfLine`, if a source map contains them. */
  readonly originals?: ReadonlyMap<string, OriginalPlace>
}

/** Key of a line. */
export const keyOfLine = ({ file, line }: FileLine) => `${file}:${line}`

/**
 * Scans the files of a version like `examine`, source files first, and looks up the original locations of the requested
 * lines. Throws if the signal aborts.
 */
export async function scanTree(
  { isolation, detectors }: ScanTreeContext,
  { snapshot, asked }: { readonly snapshot: Snapshot; readonly asked: readonly FileLine[] },
  signal: AbortSignal,
): Promise<ScannedTree> {
  const startedAt = performance.now()
  const code = await readSourceFiles({ isolation }, { snapshot, signal })
  const flows = await runTaintAnalysis({ isolation }, code, { snapshot, signal })
  const findOriginals = originalPlaces({ isolation }, snapshot, signal)
  const { findings, coverage } = await runDetectors(
    { snapshot, components: [], advisoryMatches: [], flows, signal },
    detectors,
    undefined,
    findOriginals,
  )
  const unfinished = coverage.flatMap(({ id, status, reason }) =>
    status === 'succeeded'
      ? []
      : [{ id, rules: rulesOf(detectors, id), reason: `${id} ${status}: ${reason ?? 'no reason given'}` }],
  )
  const ms = performance.now() - startedAt
  const found = await findOriginals(asked.map(({ file, line }) => ({ path: file, line })))
  const originals = new Map(
    asked.flatMap((one, index) => (found[index] ? [[keyOfLine(one), found[index]] as const] : [])),
  )
  return {
    findings,
    unfinished,
    unread: [...code.coverage.skipped.files, ...code.coverage.setAside.files],
    ms,
    originals,
  }
}

function rulesOf(detectors: readonly Detector[], wanted: string): string[] {
  return detectors.filter(({ id }) => id === wanted).flatMap(({ rules }) => rules.map(({ id }) => id))
}
