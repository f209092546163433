import { isOpen } from '../../engine/model/finding.ts'
import { countBySeverity } from '../../engine/model/severity.ts'
import { maliciousDependency } from '../../engine/rules/vulnerable-dependencies/malicious-dependency.ts'
import type { StoredReport } from '../../engine/scanner/file-reports/file-reports.ts'
import type { ScanResult, ScanView } from '../../mcp/tool-host.ts'
import type { BackgroundScan } from './background-scans.ts'

/** Converts a scan of this process to the form used by the MCP tools. */
export function viewOf({ id, target, stage, percent, outcome }: BackgroundScan): ScanView {
  return { id, target, stage, percent, end: outcome && endOf(outcome) }
}

function endOf(outcome: NonNullable<BackgroundScan['outcome']>): ScanView['end'] {
  if (outcome.status === 'finished') return { status: 'finished', result: resultOf(outcome) }
  if (outcome.status === 'cancelled') return outcome
  return { status: 'crashed', message: 'The scan ended with an internal error. The log on stderr has the details.' }
}

/** Converts a stored report to a scan result. */
export function resultOf({ report, scannedAt }: StoredReport): ScanResult {
  const findings = report.findings.filter(isOpen)
  return {
    ...report,
    scannedAt,
    findings,
    findingCounts: countBySeverity(findings),
    hasMalware: report.findings.some(({ ruleId }) => ruleId === maliciousDependency.id),
  }
}
