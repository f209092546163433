import { assay } from '../../model/product.ts'
import { billOfMaterials } from '../cyclonedx/bill-of-materials.ts'
import type { ReportFormat } from './report-format.ts'

/** The components of each target in CycloneDX 1.6, one line for each. A target without a result has no document. */
export const cyclonedx: ReportFormat = {
  showsComponents: true,
  isJoint: false,
  render: (reports, { componentsOf }) =>
    reports
      .flatMap((report) => {
        const { source, findings, coverage } = report
        if (source === undefined) return []
        const id = `${source.canonicalUrl} ${source.digest}`
        const completedAt = new Date()
        const scan = { id, source, completedAt, findings, components: componentsOf(report), gaps: coverage?.gaps ?? [] }
        return [`${JSON.stringify(billOfMaterials(scan, assay))}\n`]
      })
      .join(''),
}
