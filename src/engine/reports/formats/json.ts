import type { ReportFormat } from './report-format.ts'

/** JSON: one line per target with the complete report. */
export const json: ReportFormat = {
  isJoint: false,
  render: (reports) => reports.map((report) => `${JSON.stringify(report)}\n`).join(''),
}
