import type { DetectedFinding, FindingArguments } from '../model/finding-record.ts'
import type { TraceStep } from '../model/finding.ts'
import { fingerprint } from '../model/fingerprint.ts'
import type { Precision } from '../model/rule.ts'
import type { Severity } from '../model/severity.ts'
import { displayLine, displaySnippet } from './display-text.ts'
import { findingOf } from './finding-text.ts'
import type { Rule } from './rule.ts'

/** A rule's match at a place in a file, or for the whole project. */
export interface RuleMatch {
  readonly arguments: FindingArguments
  /**
   * Subject of the finding, independent of its location. A finding with the same subject in the same file is the same
   * problem in every scan.
   */
  readonly subject: string
  readonly at?: RuleMatchLocation
  /** Path from the source of the problem to the location. */
  readonly trace?: readonly TraceStep[]
  /** Severity and precision, if they differ from those of the rule. */
  readonly severity?: Severity
  readonly precision?: Precision
  /** True if the problem is reported once for the project, at its first place. Other places are counted. */
  readonly isOncePerProject?: true
}

/** Location in a file. Lines and columns start at 1. The caller masks secrets before it truncates the snippet. */
export interface RuleMatchLocation {
  readonly path: string
  readonly line?: number
  readonly column?: number
  readonly snippet?: string
}

/** A match and the rule that found it. */
export interface FoundMatch {
  readonly rule: Rule
  readonly match: RuleMatch
}

/** Returns the findings for matches, in the same order. */
export function findingsOf(found: readonly FoundMatch[]): DetectedFinding[] {
  const otherPlaces = new Map<string, number>()
  const reported = found.filter((entry) => {
    if (!entry.match.isOncePerProject) return true
    const key = keyOf(entry)
    const places = otherPlaces.get(key)
    otherPlaces.set(key, places === undefined ? 0 : places + 1)
    return places === undefined
  })
  const alike = new Map<string, number>()
  return reported.map((entry) => {
    const key = keyOf(entry)
    const occurrence = (alike.get(key) ?? 0) + 1
    alike.set(key, occurrence)
    return findingOfMatch(
      entry,
      occurrence === 1 ? key : fingerprint([key, String(occurrence)]),
      entry.match.isOncePerProject ? (otherPlaces.get(key) ?? 0) : 0,
    )
  })
}

const keyOf = ({ rule, match: { subject, at, isOncePerProject } }: FoundMatch): string =>
  fingerprint([rule.id, isOncePerProject ? '' : (at?.path ?? ''), subject])

function findingOfMatch(
  { rule, match: { arguments: args, at, trace, severity, precision } }: FoundMatch,
  print: string,
  otherPlaces: number,
): DetectedFinding {
  return findingOf(rule, {
    arguments: otherPlaces === 0 ? args : { ...args, otherPlaces },
    fingerprint: print,
    ...(severity && { severity }),
    ...(precision && { precision }),
    ...(at && {
      location: {
        path: at.path,
        ...(at.line !== undefined && { startLine: at.line }),
        ...(at.column !== undefined && { startColumn: at.column }),
        ...(at.snippet && { snippet: displaySnippet(at.snippet, at.path) }),
      },
    }),
    ...(trace && { trace: trace.map((step) => ({ ...step, message: displayLine(step.message, 1_500) })) }),
  })
}
