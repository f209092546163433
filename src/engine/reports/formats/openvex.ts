import { assay } from '../../model/product.ts'
import { inventoriedScan } from '../inventoried-scan.ts'
import { openvexDocument } from '../openvex-document.ts'
import type { ReportFormat } from './report-format.ts'

/** OpenVEX 0.2.0: one line per target. Targets without a result or without a vulnerable package have no document. */
export const openvex: ReportFormat = {
  showsComponents: true,
  isJoint: false,
  render: (reports, { componentsOf }) =>
    reports
      .flatMap((report) => inventoriedScan(report, componentsOf(report)) ?? [])
      .flatMap((scan) => openvexDocument(scan, assay) ?? [])
      .map((document) => `${JSON.stringify(document)}\n`)
      .join(''),
}
