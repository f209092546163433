import { randomUUID } from 'node:crypto'
import type { DetectedFinding, FindingRecord } from '../model/finding-record.ts'
import { compareSeverity } from '../model/severity.ts'

/**
 * Compares findings with those of the previous scan: a known finding is `existing` and keeps its first-seen time, and
 * all others are `new`. Known exploited ones (KEV) come first, then the rest, each most severe first, and equal ones by
 * title and fingerprint, so that equal scans have the same order. A second finding with the same fingerprint (two
 * versions of one package) becomes `<fingerprint>:2`, and so on. With `known`, only those fingerprints existed before.
 */
export function compareFindings(
  detected: readonly DetectedFinding[],
  firstSeen: ReadonlyMap<string, string>,
  now: Date,
  known: Pick<ReadonlySet<string>, 'has'> = firstSeen,
): FindingRecord[] {
  return numberFindings([...detected].sort(compareImportance), { firstSeen, now, known, occurrences: new Map() })
}

/** The order of findings. */
export function compareImportance(a: DetectedFinding, b: DetectedFinding): number {
  return (
    Number(isExploited(b)) - Number(isExploited(a)) ||
    compareSeverity(a.severity, b.severity) ||
    compareText(a.title, b.title) ||
    compareText(a.fingerprint, b.fingerprint)
  )
}

/** Inputs of a comparison, and the number of findings with each fingerprint so far. */
interface Numbering {
  readonly firstSeen: ReadonlyMap<string, string>
  readonly now: Date
  readonly known: Pick<ReadonlySet<string>, 'has'>
  readonly occurrences: Map<string, number>
}

/** Compares a part of the findings in their order. Adds to `occurrences`. */
export function numberFindings(
  sorted: readonly DetectedFinding[],
  { firstSeen, now, known, occurrences }: Numbering,
): FindingRecord[] {
  return sorted.map((finding) => {
    const occurrence = (occurrences.get(finding.fingerprint) ?? 0) + 1
    occurrences.set(finding.fingerprint, occurrence)
    const fingerprint = occurrence === 1 ? finding.fingerprint : `${finding.fingerprint}:${occurrence}`
    const before = firstSeen.get(fingerprint)
    return {
      id: `finding_${randomUUID()}`,
      ...finding,
      fingerprint,
      state: known.has(fingerprint) ? 'existing' : 'new',
      firstSeenAt: before ?? now.toISOString(),
    }
  })
}

function isExploited({ advisory }: DetectedFinding): boolean {
  return advisory?.kev !== undefined
}

/** By code points, so that the order does not depend on the locale. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
