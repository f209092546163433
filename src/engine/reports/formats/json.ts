import type { ReportFormat } from './report-format.ts'

/** JSON: the whole report of each target as one line. */
export const json: ReportFormat = {
  isJoint: false,
  render: (reports) => reports.map((report) => `${JSON.stringify(report)}\n`).join(''),
}
