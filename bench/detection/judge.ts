import type { DetectedFinding } from '../../src/engine/model/finding-record.ts'
import { isUndecided, type TraceStep } from '../../src/engine/model/finding.ts'
import type { RuleDocument } from '../../src/engine/model/rule.ts'
import type { DetectionCase } from './case.ts'
import { isAnswered, isKnownClass, isOfClass, isOfFamily, rulesOfClass } from './classes.ts'
import type { VersionOutcome } from './scan-tree.ts'
import type { SinkOriginal } from './sink-original.ts'

/** Where a finding is, for a line of a report. */
export interface Spot {
  readonly rule: string
  readonly severity: string
  readonly file: string
  readonly line: number | undefined
}

/**
 * `unknown`: nothing was said, but there is no rule for the class, the version could not be had, or who could have
 * spoken did not come to an end. It counts as not silent.
 */
export type Silence = 'silent' | 'noisy' | 'unknown' | 'not-judged'

/** The verdict on one case. */
export interface JudgedCase {
  readonly case: DetectionCase
  /**
   * The finding of the right class at the sink's file of the vulnerable version, the nearest to the sink; undefined:
   * missed.
   */
  readonly caught: Spot | undefined
  /** How many lines of the sink's file lie between that finding, or a step of its trace, and the sink. */
  readonly linesAway: number | undefined
  /** Whether the fixed version has no finding of the class at the sink's file. */
  readonly inFile: Silence
  /** Whether it has none of the class at all. */
  readonly anywhere: Silence
  /** What is said of the fixed version at the sink's file. */
  readonly noise: readonly Spot[]
  readonly noiseElsewhere: readonly Spot[]
  /**
   * Findings of the class at the sink's file behind a guard that could not be judged. They neither catch a flaw nor
   * break the silence.
   */
  readonly undecided: { readonly vulnerable: readonly Spot[]; readonly fixed: readonly Spot[] }
  /** Why something could not be judged, or not wholly, as sentences. */
  readonly problems: readonly string[]
}

/** What a case is judged by: what the engine said of its two versions, and by which rules it could have spoken. */
export interface CaseEvidence {
  readonly vulnerable: VersionOutcome
  /** Absent where no fix is judged. */
  readonly fixed: VersionOutcome | undefined
  readonly rules: readonly Pick<RuleDocument, 'id' | 'cwe'>[]
  /**
   * Judged by source files: what was built from another one is not at the sink's file. Without it, a built file is one
   * file.
   */
  readonly original?: SinkOriginal | undefined
}

/** Judges one case. */
export function judgeCase(subject: DetectionCase, { vulnerable, fixed, rules, original }: CaseEvidence): JudgedCase {
  const problems = isKnownClass(subject.class)
    ? []
    : [
        `the class ${subject.class} is not in classes.ts: judged by a rule of its own name and the weakness ` +
          'of its record',
      ]
  const isMute = !isAnswered(subject.class, rules)
  if (isMute) problems.push('no rule answers for the class')
  const ofClass = (outcome: VersionOutcome) =>
    'failure' in outcome ? [] : outcome.findings.filter((finding) => isOfClass(finding, subject))
  const isAtSink = (finding: DetectedFinding) =>
    touches(
      finding,
      (place) => place.path === subject.sink.file && isOfOriginal(place, original, original?.isOfVulnerable !== true),
    )
  const reported = ofClass(vulnerable).filter(isAtSink)
  const hits = reported.filter(isCounted)
  problems.push(...problemsOf('vulnerable', subject, vulnerable))
  const caught = hits.toSorted((a, b) => distance(a, subject) - distance(b, subject))[0]
  const undecided = { vulnerable: reported.filter(isUndecided).map(spotOf), fixed: [] }
  const result = { case: subject, caught: caught && spotOf(caught), linesAway: caught && distance(caught, subject) }
  if (subject.silence === 'n/a' || fixed === undefined)
    return {
      ...result,
      undecided,
      inFile: 'not-judged',
      anywhere: 'not-judged',
      noise: [],
      noiseElsewhere: [],
      problems,
    }
  const said = ofClass(fixed).filter(isCounted)
  const isSinkFile = sinkFileOfFixed(subject)
  // What has no original may be of the sink's.
  const isAtSinkOfFix = (finding: DetectedFinding) =>
    touches(finding, (place) => isSinkFile(place.path) && isOfOriginal(place, original, true))
  const atSink = said.filter(isAtSinkOfFix)
  const untold = problemsOf('fixed', subject, fixed, isSinkFile)
  problems.push(...untold)
  const silence = (findings: readonly DetectedFinding[]): Silence => {
    if (findings.length > 0) return 'noisy'
    return isMute || untold.length > 0 ? 'unknown' : 'silent'
  }
  return {
    ...result,
    undecided: {
      ...undecided,
      fixed: ofClass(fixed)
        .filter((finding) => isUndecided(finding) && isAtSinkOfFix(finding))
        .map(spotOf),
    },
    inFile: silence(atSink),
    anywhere: silence(said),
    noise: atSink.map(spotOf),
    noiseElsewhere: said.filter((finding) => !atSink.includes(finding)).map(spotOf),
    problems,
  }
}

/** Whether a finding counts as caught or as noise: only with a precision of medium or better. */
export const isCounted = ({ precision }: Pick<DetectedFinding, 'precision'>): boolean => precision !== 'low'

/**
 * A finding is at a file when it lies there, or when its data passes there on the way; where the data only came from
 * does not count.
 */
function touches({ location, trace = [] }: DetectedFinding, isAt: (place: BuiltFilePlace) => boolean): boolean {
  return (location !== undefined && isAt(location)) || trace.slice(1).some(isAt)
}

type BuiltFilePlace = Pick<TraceStep, 'path' | 'original'>

/**
 * Whether a place of the sink's file was built from the sink's source file; `otherwise` where nothing is known of it.
 */
function isOfOriginal(place: BuiltFilePlace, original: SinkOriginal | undefined, otherwise: boolean): boolean {
  return original === undefined || (place.original ? place.original.path === original.file : otherwise)
}

/** Why nothing, or not all, can be said of a version; with the wanted file, also when that was not understood. */
function problemsOf(
  which: 'vulnerable' | 'fixed',
  { class: name, sink }: DetectionCase,
  outcome: VersionOutcome,
  isSinkFile: (path: string) => boolean = (path) => path === sink.file,
): string[] {
  if ('failure' in outcome) return [`${which}: ${outcome.failure}`]
  const unfinished = outcome.unfinished.filter(({ rules }) =>
    rules.some((rule) => isOfFamily(rule, rulesOfClass(name))),
  )
  const unread = outcome.unread.filter(({ path }) => isSinkFile(path))
  return [
    ...unfinished.map(({ reason }) => `${which}: ${reason}`),
    ...unread.map(({ path, reason }) => `${which}: ${path} was not read: ${reason}`),
  ]
}

function sinkFileOfFixed({ sink, isBuiltDifferently }: DetectionCase): (path: string) => boolean {
  return isBuiltDifferently ? (path) => moduleName(path) === moduleName(sink.file) : (path) => path === sink.file
}

/** The path of a file without the folder that tells source from build, and without its ending. */
const moduleName = (path: string) =>
  path.replace(/^(?:src|source|lib|dist|build|out)\//, '').replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '')

function distance({ location, trace = [] }: DetectedFinding, { sink }: DetectionCase): number {
  const lines = [location && { path: location.path, line: location.startLine }, ...trace].flatMap((place) =>
    place?.path === sink.file && place.line !== undefined ? [place.line] : [],
  )
  return Math.min(...lines.map((line) => Math.abs(line - sink.line)), Number.MAX_SAFE_INTEGER)
}

/** Where a finding is. */
export function spotOf({ ruleId, severity, location, trace }: DetectedFinding): Spot {
  const end = trace?.at(-1)
  return {
    rule: ruleId,
    severity,
    file: location?.path ?? end?.path ?? '(no file)',
    line: location?.startLine ?? end?.line,
  }
}
