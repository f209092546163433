import type { Finding } from '../../model/finding.ts'
import type { ScanResults } from '../../model/scan.ts'
import { countBySeverity } from '../../model/severity.ts'
import { scoreFindings } from '../../scan/score.ts'

/** What a scan with these findings, all of which count, would say by the formula of now. */
export function resultsOf(results: ScanResults, findings: readonly Finding[]): ScanResults {
  const { score: securityScore, grade, method } = scoreFindings(findings, { partial: results.partial })
  return { ...results, securityScore, grade, method, vulnerabilities: countBySeverity(findings) }
}
