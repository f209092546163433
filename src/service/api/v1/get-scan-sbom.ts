import { z } from 'zod'
import { listAllFindings } from '../../db/scans/findings.ts'
import { findInventory } from '../../db/scans/inventories.ts'
import { findingStates } from '../../../engine/model/finding.ts'
import { assay } from '../../../engine/model/product.ts'
import { billOfMaterials, cyclonedxMediaType } from '../../../engine/reports/cyclonedx/bill-of-materials.ts'
import { spdxDocument, spdxMediaType } from '../../../engine/reports/spdx/spdx-document.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { requireCompletedScan, ScanParams } from './require-scan.ts'

const formats = {
  cyclonedx: { mediaType: cyclonedxMediaType, extension: 'cdx.json', render: billOfMaterials },
  spdx: { mediaType: spdxMediaType, extension: 'spdx.json', render: spdxDocument },
} as const

/** Returns the components of a completed scan with their vulnerabilities, as CycloneDX 1.6 or SPDX 2.3. */
export const getScanSbom = endpoint({
  id: 'get-scan-sbom',
  method: 'get',
  path: '/api/v1/scans/:scanId/sbom',
  tag: 'scans',
  summary: 'Download the SBOM as CycloneDX or SPDX',
  description:
    'Returns the components that a completed scan found, in CycloneDX 1.6 or SPDX 2.3 format. A CycloneDX document ' +
    'lists the vulnerabilities of every package version and their analysis (VEX). An SPDX document lists the ' +
    'advisories of open findings. Both list the dependencies between packages and the declared licenses.',
  permission: 'scans:read',
  forWorkflows: true,
  params: ScanParams,
  query: z.strictObject({
    format: z
      .enum(['cyclonedx', 'spdx'])
      .default('cyclonedx')
      .meta({ description: 'Format of the document: `cyclonedx` for CycloneDX 1.6, `spdx` for SPDX 2.3.' }),
  }),
  body: undefined,
  status: 200,
  mediaType: cyclonedxMediaType,
  otherMediaTypes: [spdxMediaType],
  data: z.looseObject({}),
  headers: { 'Content-Disposition': 'Suggested file name.' },
  errors: ['NOT_FOUND', 'NOT_READY', 'CONFLICT'],
  async respond({ db, publicUrl }, { caller, params, query }) {
    const scan = await requireCompletedScan(db, caller, params.scanId)
    const components = scan.inventoryDigest === null ? undefined : await findInventory(db, scan.inventoryDigest)
    if (!components)
      throw new ApiError(
        'CONFLICT',
        'This scan was run by an older version of Assay that did not store components. Scan the project again.',
      )
    const { mediaType, extension, render } = formats[query.format]
    const document = render(
      {
        id: scan.id,
        source: scan.source,
        completedAt: scan.completedAt,
        resolvedAt: scan.coverage.components.resolvedAt,
        components,
        findings: await listAllFindings(db, scan.id, findingStates),
        gaps: scan.coverage.gaps,
      },
      { ...assay, homepage: publicUrl },
    )
    return {
      data: { ...document },
      headers: {
        'Content-Type': `${mediaType}; charset=utf-8`,
        'Content-Disposition': `attachment; filename="${scan.id}.${extension}"`,
      },
    }
  },
})
