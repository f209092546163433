import type { ReportFormat } from './report-format.ts'

/** The whole report as JSON, one line for each target. */
export const json: ReportFormat = {
  isJoint: false,
  render: (reports) => reports.map((report) => `${JSON.stringify(report)}\n`).join(''),
}
