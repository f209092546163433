import { terminalReport } from '../terminal-report.ts'
import type { ReportFormat } from './report-format.ts'

/** Tables for the terminal. */
export const table: ReportFormat = {
  isJoint: false,
  render: (reports, view) => reports.map((report) => terminalReport(report, view)).join(''),
}
