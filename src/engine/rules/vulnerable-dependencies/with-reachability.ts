import type { DetectedFinding } from '../../model/finding-record.ts'
import type { Reachability } from '../../model/reachability.ts'
import { maskedFinding } from '../masked-finding.ts'
import { textOf } from '../finding-text.ts'
import { vulnerableDependency } from './vulnerable-dependency.ts'

/**
 * Returns a finding with the reachability of its vulnerable code, and with texts that mention it. Secrets in the result
 * are masked. Findings of other rules do not change: the code of a malicious package can run during installation.
 */
export function withReachability<Found extends DetectedFinding>(finding: Found, reachability: Reachability): Found {
  if (finding.ruleId !== vulnerableDependency.id) return finding
  const judged = { ...finding, ...maskedFinding({ ...finding, reachability }) }
  const text = judged.arguments && textOf(vulnerableDependency, judged.arguments, judged)
  if (!text) return judged
  const { title, message, remediation } = text
  return { ...judged, ...maskedFinding({ ...judged, title, message, remediation }) }
}
