import { z } from 'zod'
import { listAllFindings } from '../../db/scans/findings.ts'
import { detectors } from '../../../engine/rules/catalogue.ts'
import { assay } from '../../../engine/model/product.ts'
import { sarifLog } from '../../../engine/reports/sarif.ts'
import { endpoint } from '../endpoint.ts'
import { requireCompletedScan, ScanParams } from './require-scan.ts'

/** Returns the findings of a completed scan as SARIF 2.1.0, for code scanning and editors. */
export const getScanSarif = endpoint({
  id: 'get-scan-sarif',
  method: 'get',
  path: '/api/v1/scans/:scanId/sarif',
  tag: 'scans',
  summary: 'Download findings as SARIF',
  description:
    'Returns the findings of a completed scan in SARIF 2.1.0 format, which code scanning services and editors ' +
    'can read. Suppressed findings are included and marked as suppressed.',
  permission: 'scans:read',
  forWorkflows: true,
  params: ScanParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  mediaType: 'application/sarif+json',
  data: z.looseObject({}),
  headers: { 'Content-Disposition': 'Suggested file name.' },
  errors: ['NOT_FOUND', 'NOT_READY', 'CONFLICT'],
  async respond({ db, publicUrl }, { caller, params }) {
    const scan = await requireCompletedScan(db, caller, params.scanId)
    const findings = await listAllFindings(db, scan.id, ['new', 'existing', 'suppressed'])
    const { gaps, components } = scan.coverage
    const { resolvedAt } = components
    const log = sarifLog([{ id: scan.id, source: scan.source, findings, gaps, resolvedAt }], {
      rules: detectors.flatMap(({ rules }) => rules),
      tool: { ...assay, homepage: publicUrl },
    })
    return { data: { ...log }, headers: { 'Content-Disposition': `attachment; filename="${scan.id}.sarif"` } }
  },
})
