import type { DetectedFinding } from '../../src/engine/model/finding-record.ts'
import { scanTimeLimits } from '../../src/engine/sources/scan-time-limits.ts'
import { type JudgedServer, judgeServer, type Note } from './benign-notes.ts'
import { type DetectionCase, type FileLine, keyOfPlace, type VersionPlace } from './case.ts'
import type { BenignRecord } from './case-file.ts'
import { judgeCase, type JudgedCase } from './judge.ts'
import { NotObtained, openVersion } from './open-version.ts'
import type { PackageCache } from './package-cache.ts'
import { type ScanTreeContext, scanTree, type VersionOutcome } from './scan-tree.ts'
import { sinkOriginalOf } from './sink-original.ts'

export interface DetectContext extends ScanTreeContext {
  readonly cache: PackageCache
  readonly signal: AbortSignal
  /** Called after each version. */
  readonly onVersion?: (version: {
    readonly key: string
    /** Whether only blind cases use this version. */
    readonly isBlind: boolean
    readonly outcome: VersionOutcome
    readonly done: number
    readonly total: number
  }) => void
}

/** The versions to scan, and the cases to evaluate. */
export interface DetectionSubjects {
  readonly cases: readonly DetectionCase[]
  readonly benign: readonly BenignRecord[]
  readonly notes: readonly Note[]
}

export interface DetectionOutcome {
  readonly cases: readonly JudgedCase[]
  /**
   * The same cases, but those with a sink in a built file with a source map are evaluated by source file. Empty if
   * there are no such cases.
   */
  readonly byOriginal: readonly JudgedCase[]
  /** Number of cases that are evaluated by source file. */
  readonly mapped: number
  readonly benign: readonly JudgedServer[]
  /** Findings by version key. Excludes versions that only blind cases use. */
  readonly findings: ReadonlyMap<string, readonly DetectedFinding[]>
}

/** Number of versions that are scanned at the same time. All scans share one pool of child processes. */
const atOnce = 2

/**
 * Scans every version once, two at a time, and evaluates the cases and servers. A failure is recorded for its version
 * and does not stop the run.
 */
export async function detect(
  context: DetectContext,
  { cases, benign, notes }: DetectionSubjects,
): Promise<DetectionOutcome> {
  const places: AskedPlace[] = [
    ...cases.flatMap(({ set, vulnerable, fixed, silence, sink, fix }) => [
      { place: vulnerable, asked: [sink], isBlind: set === 'blind' },
      ...(silence === 'n/a' ? [] : [{ place: fixed, asked: fix ? [fix] : [], isBlind: set === 'blind' }]),
    ]),
    ...benign.map((server) => ({ place: placeOfServer(server), asked: [], isBlind: false })),
  ]
  const placesByKey = Map.groupBy(places, ({ place }) => keyOfPlace(place))
  const outcomes = await scanAll(context, placesByKey)
  const rules = context.detectors.flatMap((detector) => detector.rules)
  const outcomeOf = (place: VersionPlace): VersionOutcome =>
    outcomes.get(keyOfPlace(place)) ?? { failure: 'it was not scanned' }
  const evidence = cases.map((subject) => {
    const [vulnerable, fixed] = [
      outcomeOf(subject.vulnerable),
      subject.silence === 'n/a' ? undefined : outcomeOf(subject.fixed),
    ]
    return { subject, original: sinkOriginalOf(subject, vulnerable, fixed), strict: { rules, vulnerable, fixed } }
  })
  const mapped = evidence.filter(({ subject, original }) => subject.set !== 'blind' && original !== undefined).length
  return {
    cases: evidence.map(({ subject, strict }) => judgeCase(subject, strict)),
    byOriginal:
      mapped === 0 ? [] : evidence.map(({ subject, strict, original }) => judgeCase(subject, { ...strict, original })),
    mapped,
    benign: benign.map((server) => judgeServer(server, outcomeOf(placeOfServer(server)), notes)),
    findings: new Map(
      [...outcomes].flatMap(([key, outcome]) =>
        isOnlyBlind(placesByKey.get(key) ?? []) ? [] : [[key, 'failure' in outcome ? [] : outcome.findings]],
      ),
    ),
  }
}

/** Source of a popular server's files. */
export function placeOfServer({ ecosystem, package: name, version }: BenignRecord): VersionPlace {
  return { kind: 'package', ecosystem, name, version }
}

/** A version, and the lines whose original locations a case needs. */
interface AskedPlace {
  readonly place: VersionPlace
  readonly asked: readonly FileLine[]
  readonly isBlind: boolean
}

const isOnlyBlind = (places: readonly Pick<AskedPlace, 'isBlind'>[]) => places.every(({ isBlind }) => isBlind)

async function scanAll(
  context: DetectContext,
  places: ReadonlyMap<string, readonly AskedPlace[]>,
): Promise<Map<string, VersionOutcome>> {
  const outcomes = new Map<string, VersionOutcome>()
  const waiting = places.entries()
  const work = async () => {
    for (const [key, asking] of waiting) {
      const [first] = asking
      if (!first) continue
      const outcome = await outcomeOfScan(context, {
        place: first.place,
        asked: asking.flatMap(({ asked }) => asked),
      })
      outcomes.set(key, outcome)
      context.onVersion?.({
        key,
        isBlind: isOnlyBlind(asking),
        outcome,
        done: outcomes.size,
        total: places.size,
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return outcomes
}

async function outcomeOfScan(
  context: DetectContext,
  { place, asked }: Omit<AskedPlace, 'isBlind'>,
): Promise<VersionOutcome> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(scanTimeLimits.maxWorkMs)])
  try {
    await using snapshot = await openVersion(context, place, signal)
    return await scanTree(context, { snapshot, asked }, signal)
  } catch (error) {
    context.signal.throwIfAborted()
    if (error instanceof NotObtained) return { failure: `not obtained: ${error.message}` }
    return {
      failure: signal.aborted
        ? `it took longer than ${scanTimeLimits.maxWorkMs / 60_000} minutes`
        : `the scan failed: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}
