import type { DetectedFinding, TraceStep } from '../model/finding.ts'
import { fingerprint } from '../model/fingerprint.ts'
import type { Precision, Rule } from '../model/rule.ts'
import type { Severity } from '../model/severity.ts'
import { maskedStart } from './leaked-secrets/masked-part.ts'

/** What a rule objects to at one place of a file, or about the project as a whole. */
export interface RuleMatch {
  readonly rule: Rule
  readonly title: string
  readonly message: string
  /**
   * What it is about, without where that stands: the same subject in the same file is the same problem in every scan.
   */
  readonly subject: string
  readonly at?: RuleMatchLocation
  /** How it comes to that place. */
  readonly trace?: readonly TraceStep[]
  /** What differs from the rule. */
  readonly severity?: Severity
  readonly precision?: Precision
  readonly remediation?: string
  /** Told once for the project, at its first place: the others are counted. */
  readonly isTold?: 'once'
}

/** A place in a file; line and column count from 1. Whoever cuts the snippet masks what is secret in it before. */
export interface RuleMatchLocation {
  readonly path: string
  readonly line?: number
  readonly column?: number
  readonly snippet?: string
}

/** Longest snippet, in UTF-16 units. */
const maxSnippetLength = 240

/** Longest message, which has names that the scanned project chose. */
const maxMessageLength = 1_500

/** The findings for objections, in their order. */
export function findingsOf(objections: readonly RuleMatch[]): DetectedFinding[] {
  const others = new Map<string, number>()
  const told = objections.filter((objection) => {
    if (objection.isTold !== 'once') return true
    const key = keyOf(objection)
    const known = others.get(key)
    others.set(key, known === undefined ? 0 : known + 1)
    return known === undefined
  })
  const alike = new Map<string, number>()
  return told.map((objection) => {
    const key = keyOf(objection)
    const occurrence = (alike.get(key) ?? 0) + 1
    alike.set(key, occurrence)
    return findingOf(
      objection,
      occurrence === 1 ? key : fingerprint([key, String(occurrence)]),
      objection.isTold === 'once' ? (others.get(key) ?? 0) : 0,
    )
  })
}

const keyOf = ({ rule, subject, at, isTold }: RuleMatch): string =>
  fingerprint([rule.id, isTold === 'once' ? '' : (at?.path ?? ''), subject])

function findingOf(
  { rule, title, message, at, trace, severity, precision, remediation }: RuleMatch,
  print: string,
  elsewhere: number,
): DetectedFinding {
  return {
    ruleId: rule.id,
    title: displayLine(title),
    message:
      elsewhere === 0
        ? displayLine(message, maxMessageLength)
        : `${displayLine(message, maxMessageLength)} The same stands in ${elsewhere} more ` +
          `${elsewhere === 1 ? 'place' : 'places'} of the project.`,
    severity: severity ?? rule.severity,
    precision: precision ?? rule.precision,
    category: rule.category,
    cwe: rule.cwe,
    owaspMcp: rule.owaspMcp,
    ...(at && {
      location: {
        path: at.path,
        ...(at.line !== undefined && { startLine: at.line }),
        ...(at.column !== undefined && { startColumn: at.column }),
        ...(at.snippet && { snippet: displayLine(withoutUsers(maskedStart(at.snippet, maxTextLength, at.path))) }),
      },
    }),
    ...(trace && { trace: trace.map((step) => ({ ...step, message: displayLine(step.message, maxMessageLength) })) }),
    fingerprint: print,
    remediation: remediation ?? rule.remediation,
  }
}

/** Of a text, no more than so much is looked at before it is made shorter, in UTF-16 units. */
const maxTextLength = 2_960

/**
 * An address as it may be shown: without who asks, which may be a password, without what it is asked with, which may be
 * a token, secrets masked.
 */
export function displayAddress(text: string): string {
  return withoutUsers(maskedStart(text, 2_000).slice(0, 2_000)).replaceAll(
    /(\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s"'`?]{1,500}\?)[^\s"'`]{1,1000}/gi,
    '$1…',
  )
}

/** A text without who asks for the addresses in it. */
const withoutUsers = (text: string): string =>
  text.slice(0, maxTextLength).replaceAll(/(\b[a-z][a-z\d+.-]{1,20}:\/\/)[^\s/@"'`]{1,500}@/gi, '$1')

/** A text of somebody else's file in one line, secrets masked, then cut, with nothing in it that is not seen. */
export function displayLine(text: string, longest = maxSnippetLength): string {
  const line = maskedStart(text, longest * 4)
    .slice(0, longest * 4)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  return line.length <= longest ? line : `${line.slice(0, longest).toWellFormed()}…`
}
