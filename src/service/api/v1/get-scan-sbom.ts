import { z } from 'zod'
import { listAllFindings } from '../../db/scans/findings.ts'
import { findInventory } from '../../db/scans/inventories.ts'
import { findingStates } from '../../../engine/model/finding.ts'
import { assay } from '../../../engine/model/product.ts'
import { billOfMaterials, cyclonedxMediaType } from '../../../engine/reports/cyclonedx/bill-of-materials.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { requireCompletedScan, ScanParams } from './require-scan.ts'

/** The components of a completed scan as CycloneDX 1.6, with vulnerabilities and their analysis. */
export const getScanSbom = endpoint({
  id: 'get-scan-sbom',
  method: 'get',
  path: '/api/v1/scans/:scanId/sbom',
  tag: 'scans',
  summary: 'Download the SBOM as CycloneDX',
  description:
    'Returns the components that a completed scan found, in CycloneDX 1.6 format. For every package version in ' +
    'the project, the document lists the vulnerabilities and their analysis (VEX).',
  permission: 'scans:read',
  forWorkflows: true,
  params: ScanParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  mediaType: cyclonedxMediaType,
  data: z.looseObject({}),
  headers: { 'Content-Disposition': 'Suggested file name.' },
  errors: ['NOT_FOUND', 'NOT_READY', 'CONFLICT'],
  async respond({ db, publicUrl }, { caller, params }) {
    const scan = await requireCompletedScan(db, caller, params.scanId)
    const components = scan.inventoryDigest === null ? undefined : await findInventory(db, scan.inventoryDigest)
    if (!components)
      throw new ApiError(
        'CONFLICT',
        'This scan was run by an older version of Assay that did not store components. Scan the project again.',
      )
    const bom = billOfMaterials(
      {
        id: scan.id,
        source: scan.source,
        completedAt: scan.completedAt,
        components,
        findings: await listAllFindings(db, scan.id, findingStates),
        gaps: scan.coverage.gaps,
      },
      { ...assay, homepage: publicUrl },
    )
    return { data: { ...bom }, headers: { 'Content-Disposition': `attachment; filename="${scan.id}.cdx.json"` } }
  },
})
