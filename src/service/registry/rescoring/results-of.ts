import type { Finding } from '../../../engine/model/finding.ts'
import type { ScanResults } from '../../../engine/model/scan.ts'
import { countBySeverity } from '../../../engine/model/severity.ts'
import { scoreFindings } from '../../../engine/scanner/score.ts'

/** Returns the result that a scan with these findings has under the current formula. All findings count. */
export function resultsOf(results: ScanResults, findings: readonly Finding[]): ScanResults {
  const { score: securityScore, grade, method } = scoreFindings(findings, { partial: results.partial })
  return { ...results, securityScore, grade, method, vulnerabilities: countBySeverity(findings) }
}
