import type { DetectedFinding } from '../../model/finding-record.ts'
import { fingerprint } from '../../model/fingerprint.ts'
import { type Precision, precisions, type RuleDocument } from '../../model/rule.ts'
import { type Severity, severities } from '../../model/severity.ts'
import type { Check } from './credential.ts'
import type { Candidate } from './credential-search.ts'
import { snippetOf } from './snippet.ts'
import type { TextPlace, TextPlaces } from './text-places.ts'

/**
 * A file in which secrets were found; `occurrences` counts, over its findings, those that nothing but their order tells
 * apart.
 */
export interface SecretFile {
  readonly path: string
  readonly text: Buffer
  readonly places: TextPlaces
  /** It is of tests, examples or documentation. */
  readonly aside: boolean
  readonly occurrences: Map<string, number>
}

/**
 * The finding for a candidate. Its secret stands nowhere in it: not in the texts, and no hash of it in the fingerprint.
 */
export function secretFinding(
  rule: RuleDocument,
  candidate: Candidate,
  { path, text, places, aside, occurrences }: SecretFile,
  neighbours: readonly Candidate[],
): DetectedFinding {
  const { credential, start, end, check } = candidate
  const begins = places.at(start)
  const ends = places.at(end)
  const steps = aside ? (credential.selfMade === true ? 2 : 1) : 0
  const key = [rule.id, path, nameBefore(text, start)]
  const occurrence = (occurrences.get(key.join('\n')) ?? 0) + 1
  occurrences.set(key.join('\n'), occurrence)
  return {
    ruleId: rule.id,
    title: `${credential.name} in ${path}`,
    message:
      `${path} holds what looks like a ${credential.name}, in line ${begins.line}. ` +
      `${check === 'right' ? 'Its checksum or structure is right. ' : ''}Whoever has it can ` +
      `${credential.grants}` +
      `.${aside ? ' It stands among tests, examples or documentation, so it counts for less.' : ''}`,
    severity: stepDown<Severity>(severities, rule.severity, steps),
    precision: stepDown<Precision>(precisions, precisionOf(rule, check), steps),
    category: rule.category,
    cwe: rule.cwe,
    owaspMcp: rule.owaspMcp,
    location: {
      path,
      startLine: begins.line,
      startColumn: begins.column,
      endLine: ends.line,
      endColumn: ends.column,
      snippet: snippetOf(text, candidate, neighbours),
    },
    fingerprint: fingerprint(occurrence === 1 ? key : [...key, String(occurrence)]),
    remediation: rule.remediation,
  }
}

/**
 * What is told of all further secrets of one rule in a file, once so many were told one by one; not `all` of them were
 * counted where there are very many.
 */
export function othersFinding(
  rule: RuleDocument,
  { path, aside }: Pick<SecretFile, 'path' | 'aside'>,
  {
    others,
    all,
    candidate: { credential, check },
    place,
  }: { readonly others: number; readonly all: boolean; readonly candidate: Candidate; readonly place: TextPlace },
): DetectedFinding {
  const more = `${all ? '' : 'at least '}${others.toLocaleString('en-US')} more`
  const steps = aside ? (credential.selfMade === true ? 2 : 1) : 0
  return {
    ruleId: rule.id,
    title: `${credential.name} in ${path}, and ${more}`,
    message:
      `${path} holds ${more} of what looks like a ${credential.name} than are told one by one, from line ` +
      `${place.line} on. Whoever has them can ${credential.grants}.`,
    severity: stepDown<Severity>(severities, rule.severity, steps),
    precision: stepDown<Precision>(precisions, precisionOf(rule, check), steps),
    category: rule.category,
    cwe: rule.cwe,
    owaspMcp: rule.owaspMcp,
    location: { path, startLine: place.line, startColumn: place.column },
    fingerprint: fingerprint([rule.id, path, 'others']),
    remediation: rule.remediation,
  }
}

/**
 * A check that is right has earned the highest; without one a form has earned `medium` at most, whatever the rule
 * claims for those that it verified.
 */
function precisionOf({ precision }: RuleDocument, check: Check): Precision {
  if (check === 'right') return 'very-high'
  return precisions.indexOf(precision) < precisions.indexOf('medium') ? 'medium' : precision
}

/** The one so many steps on in a list, or its last. */
function stepDown<Step extends string>(list: readonly Step[], from: Step, steps: number): Step {
  return list[Math.min(list.indexOf(from) + steps, list.length - 1)] ?? from
}

/** The name to which a secret is given, the part of its line that no new secret changes; empty where there is none. */
function nameBefore(text: Buffer, start: number): string {
  const line = text.toString('latin1', Math.max(start - 80, 0), start)
  return (
    /([A-Za-z_][\w.-]{0,60})["'`\])]{0,3}\s{0,4}[=:(,]{1,2}>?\s{0,4}\W{0,4}(?:bearer |basic )?$/i.exec(line)?.[1] ?? ''
  )
}
