import { randomUUID } from 'node:crypto'
import type { DetectedFinding, FindingRecord } from '../model/finding-record.ts'
import { compareSeverity } from '../model/severity.ts'

/**
 * Findings beside those of the scan before: one that was there is `existing` and keeps the time at
 * which it was first seen, any other is `new`. What is known to be exploited (KEV) comes first, then the
 * rest, each worst first; equal ones by title and fingerprint, so that equal scans list them equally.
 * The second finding of a fingerprint (a package that is there in two versions) is told apart as
 * `<fingerprint>:2`, and so on. With `known`, only those fingerprints were there before.
 */
export function compareFindings(
  detected: readonly DetectedFinding[],
  firstSeen: ReadonlyMap<string, string>,
  now: Date,
  known: Pick<ReadonlySet<string>, 'has'> = firstSeen,
): FindingRecord[] {
  const sorted = [...detected].sort(
    (a, b) =>
      Number(isExploited(b)) - Number(isExploited(a)) ||
      compareSeverity(a.severity, b.severity) ||
      compareText(a.title, b.title) ||
      compareText(a.fingerprint, b.fingerprint),
  )
  const occurrences = new Map<string, number>()
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

/** By code points: the order does not depend on the machine's language. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
