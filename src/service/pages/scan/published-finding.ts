import type { Finding } from '../../../engine/model/finding.ts'
import { publishedFinding } from '../../../engine/reports/published-finding.ts'

/**
 * Returns a finding with the details that the reader can see. For outsiders, the finding is as old as the scan, and its
 * code embargo starts with the scan. The actual first date comes from the account's earlier scans, which are private.
 */
export function readFinding(
  finding: Finding,
  { isInside, completedAt }: { readonly isInside: boolean; readonly completedAt: Date },
): Finding {
  if (isInside) return finding
  return publishedFinding(finding, { firstSeenAt: completedAt, now: new Date(), isClaimedByCaller: false })
}
