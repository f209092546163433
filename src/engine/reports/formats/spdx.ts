import { assay } from '../../model/product.ts'
import { spdxDocument } from '../spdx/spdx-document.ts'
import { inventoriedScan } from '../inventoried-scan.ts'
import type { ReportFormat } from './report-format.ts'

/** SPDX 2.3: one line per target with its components. Targets without a result have no document. */
export const spdx: ReportFormat = {
  showsComponents: true,
  isJoint: false,
  render: (reports, { componentsOf }) =>
    reports
      .flatMap((report) => inventoriedScan(report, componentsOf(report)) ?? [])
      .map((scan) => `${JSON.stringify(spdxDocument(scan, assay))}\n`)
      .join(''),
}
