import { terminalReport } from '../terminal-report.ts'
import type { ReportFormat } from './report-format.ts'

/** A report for people at a terminal. */
export const table: ReportFormat = {
  isJoint: false,
  render: (reports, view) => reports.map((report) => terminalReport(report, view)).join(''),
}
