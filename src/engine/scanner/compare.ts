import { randomUUID } from 'node:crypto'
import type { DetectedFinding, FindingRecord } from '../model/finding-record.ts'
import { comparePriority } from '../model/priority.ts'

/**
 * Compares findings with those of the previous scan. Known findings are `existing` and keep their first-seen time; all
 * others are `new`. If several findings have the same fingerprint (two versions of one package), the second becomes
 * `<fingerprint>:2`, and so on. If `known` is given, only those fingerprints count as existing. Sorted by priority,
 * title, and fingerprint, so equal scans have the same order.
 */
export function compareFindings(
  detected: readonly DetectedFinding[],
  firstSeen: ReadonlyMap<string, string>,
  now: Date,
  known: Pick<ReadonlySet<string>, 'has'> = firstSeen,
): FindingRecord[] {
  return numberFindings([...detected].sort(compareImportance), { firstSeen, now, known, occurrences: new Map() })
}

/** Orders findings by importance, most important first. */
export function compareImportance(a: DetectedFinding, b: DetectedFinding): number {
  return comparePriority(a, b) || compareText(a.title, b.title) || compareText(a.fingerprint, b.fingerprint)
}

/** Inputs of a comparison, and how often each fingerprint has occurred so far. */
interface Numbering {
  readonly firstSeen: ReadonlyMap<string, string>
  readonly now: Date
  readonly known: Pick<ReadonlySet<string>, 'has'>
  readonly occurrences: Map<string, number>
}

/** Compares the next section of the sorted findings. Updates `occurrences`. */
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

/** Compares by code units, so that the order does not depend on the locale. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
