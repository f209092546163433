import type { DetectedFinding } from '../../src/engine/model/finding-record.ts'
import type { TraceStep } from '../../src/engine/model/finding.ts'
import { isUndecided } from '../../src/engine/model/undecided.ts'
import type { RuleDocument } from '../../src/engine/model/rule.ts'
import type { DetectionCase } from './case.ts'
import { isAnswered, isKnownClass, isOfClass, isOfFamily, rulesOfClass } from './classes.ts'
import type { VersionOutcome } from './scan-tree.ts'
import type { SinkOriginal } from './sink-original.ts'

/** Location of a finding in a report line. */
export interface Spot {
  readonly rule: string
  readonly severity: string
  readonly file: string
  readonly line: number | undefined
}

/**
 * `unknown` means that nothing was reported, but no rule exists for the class, the version could not be downloaded, or
 * a detector did not finish. It does not count as silent.
 */
export type Silence = 'silent' | 'noisy' | 'unknown' | 'not-judged'

/** The result of one case. */
export interface JudgedCase {
  readonly case: DetectionCase
  /**
   * The finding of the class in the sink's file of the vulnerable version that is nearest to the sink. Undefined if the
   * case was missed.
   */
  readonly caught: Spot | undefined
  /** Lines between the sink and the finding, or the nearest step of its trace in the sink's file. */
  readonly linesAway: number | undefined
  /** Whether the fixed version has no finding of the class in the sink's file. */
  readonly inFile: Silence
  /** Whether the fixed version has no finding of the class anywhere. */
  readonly anywhere: Silence
  /** Findings of the fixed version in the sink's file. */
  readonly noise: readonly Spot[]
  readonly noiseElsewhere: readonly Spot[]
  /** Findings of the class in the sink's file behind an undecided guard. They count neither as caught nor as noise. */
  readonly undecided: { readonly vulnerable: readonly Spot[]; readonly fixed: readonly Spot[] }
  /** Reasons why the case could not be evaluated completely, as sentences. */
  readonly problems: readonly string[]
}

/** Engine results for the two versions, and the rules that could have reported a finding. */
export interface CaseEvidence {
  readonly vulnerable: VersionOutcome
  /** Absent if there is no fix to evaluate. */
  readonly fixed: VersionOutcome | undefined
  readonly rules: readonly Pick<RuleDocument, 'id' | 'cwe'>[]
  /**
   * If present, findings are compared by source file: code built from a different source file is not in the sink's
   * file. If absent, a built file counts as one file.
   */
  readonly original?: SinkOriginal | undefined
}

/** Evaluates one case. */
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
  // A location without an original location may belong to the sink's file.
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

/** Whether a finding counts as caught or as noise. Low-precision findings do not. */
export const isCounted = ({ precision }: Pick<DetectedFinding, 'precision'>): boolean => precision !== 'low'

/**
 * Reports whether a finding is located in a file or its data flow passes through it. The source of the data flow does
 * not count.
 */
function touches({ location, trace = [] }: DetectedFinding, isAt: (place: BuiltFilePlace) => boolean): boolean {
  return (location !== undefined && isAt(location)) || trace.slice(1).some(isAt)
}

type BuiltFilePlace = Pick<TraceStep, 'path' | 'original'>

/**
 * Reports whether a location in the sink's file was built from the sink's source file. Returns `otherwise` if the
 * source file of the location is unknown.
 */
function isOfOriginal(place: BuiltFilePlace, original: SinkOriginal | undefined, otherwise: boolean): boolean {
  return original === undefined || (place.original ? place.original.path === original.file : otherwise)
}

/** Returns the reasons why a version could not be evaluated completely, including parse failures of the sink's file. */
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

/** Returns the path of a file without its source or output folder and without its extension. */
const moduleName = (path: string) =>
  path.replace(/^(?:src|source|lib|dist|build|out)\//, '').replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '')

function distance({ location, trace = [] }: DetectedFinding, { sink }: DetectionCase): number {
  const lines = [location && { path: location.path, line: location.startLine }, ...trace].flatMap((place) =>
    place?.path === sink.file && place.line !== undefined ? [place.line] : [],
  )
  return Math.min(...lines.map((line) => Math.abs(line - sink.line)), Number.MAX_SAFE_INTEGER)
}

/** Returns the location of a finding. */
export function spotOf({ ruleId, severity, location, trace }: DetectedFinding): Spot {
  const end = trace?.at(-1)
  return {
    rule: ruleId,
    severity,
    file: location?.path ?? end?.path ?? '(no file)',
    line: location?.startLine ?? end?.line,
  }
}
