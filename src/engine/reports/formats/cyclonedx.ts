import { assay } from '../../model/product.ts'
import { billOfMaterials } from '../cyclonedx/bill-of-materials.ts'
import { inventoriedScan } from '../inventoried-scan.ts'
import type { ReportFormat } from './report-format.ts'

/** CycloneDX 1.6: one line per target with its components. Targets without a result have no document. */
export const cyclonedx: ReportFormat = {
  showsComponents: true,
  isJoint: false,
  render: (reports, { componentsOf }) =>
    reports
      .flatMap((report) => inventoriedScan(report, componentsOf(report)) ?? [])
      .map((scan) => `${JSON.stringify(billOfMaterials(scan, assay))}\n`)
      .join(''),
}
