import { assay } from '../../model/product.ts'
import { spdxDocument } from '../spdx/spdx-document.ts'
import { inventoriedScan } from '../inventoried-scan.ts'
import type { ReportFormat } from './report-format.ts'

/** The components of each target in SPDX 2.3, one line for each. A target without a result has no document. */
export const spdx: ReportFormat = {
  showsComponents: true,
  isJoint: false,
  render: (reports, { componentsOf }) =>
    reports
      .flatMap((report) => inventoriedScan(report, componentsOf(report)) ?? [])
      .map((scan) => `${JSON.stringify(spdxDocument(scan, assay))}\n`)
      .join(''),
}
