import type { ReportFormat } from './report-format.ts'

/** JSON: each target's complete report on one line. */
export const json: ReportFormat = {
  isJoint: false,
  render: (reports) => reports.map((report) => `${JSON.stringify(report)}\n`).join(''),
}
