import { assay } from '../../model/product.ts'
import type { ScanReport } from '../../model/scan-report.ts'
import { projectNotices } from '../project-notices.ts'
import { sarifLog, type SarifScan } from '../sarif.ts'
import type { ReportFormat } from './report-format.ts'

/** SARIF 2.1.0: one log with a run for each target. */
export const sarif: ReportFormat = {
  showsRules: true,
  isJoint: true,
  render: (reports, { rules }) =>
    `${JSON.stringify(sarifLog(reports.map(sarifScan), { rules, tool: assay }), undefined, 2)}\n`,
}

function sarifScan({ target, source, findings, coverage, error, projectSettings }: ScanReport): SarifScan {
  const skipped = coverage?.detectors.flatMap(({ id, status }) => (status === 'skipped' ? [id] : [])) ?? []
  return {
    id: source?.canonicalUrl ?? target,
    source,
    findings,
    gaps: [
      ...(coverage?.gaps ?? []),
      ...skipped.map((id) => `Detector ${id} was skipped (--without).`),
      ...(projectSettings ? projectNotices(projectSettings) : []),
    ],
    resolvedAt: coverage?.components.resolvedAt,
    failure: error,
  }
}
