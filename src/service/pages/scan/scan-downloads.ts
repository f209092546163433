import type { Database } from '../../db/client.ts'
import { listAllFindings } from '../../db/scans/findings.ts'
import { findInventory } from '../../db/scans/inventories.ts'
import { detectors } from '../../../engine/rules/catalogue.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import { assay } from '../../../engine/model/product.ts'
import type { Coverage } from '../../../engine/model/scan.ts'
import { billOfMaterials, cyclonedxMediaType } from '../../../engine/reports/cyclonedx/bill-of-materials.ts'
import { spdxDocument, spdxMediaType } from '../../../engine/reports/spdx/spdx-document.ts'
import { htmlDocument } from '../../../engine/reports/formats/html.ts'
import { sarifLog } from '../../../engine/reports/sarif.ts'
import { type AskInsider, findReadableScan } from './public-scan.ts'
import { readFinding } from './published-finding.ts'

/** Downloadable scan file. */
export interface Download {
  readonly type: string
  readonly name: string
  /** Content. Objects are sent as JSON. */
  readonly body: object | string
}

/** File types, by the URL's last segment. */
export const downloadKinds = ['report.html', 'report.json', 'report.sarif', 'sbom.cdx.json', 'sbom.spdx.json'] as const
export type DownloadKind = (typeof downloadKinds)[number]

/** Returns a completed scan's file with the details that the reader can see, or undefined if it does not exist. */
export async function findDownload(
  context: { readonly db: Database; readonly publicUrl: string },
  scanId: string,
  kind: DownloadKind,
  askInsider: AskInsider,
): Promise<Download | undefined> {
  const { db, publicUrl } = context
  const readable = await findReadableScan(db, scanId, askInsider)
  if (!readable) return undefined
  const {
    scan: { id, status, source, results, verdict, coverage, completedAt, failOn, inventoryDigest },
    isInside,
  } = readable
  if (status !== 'completed' || !source || !verdict || !coverage || !completedAt) return undefined
  const stored = await listAllFindings(db, id, isInside ? ['new', 'existing', 'suppressed'] : ['new', 'existing'])
  const findings = isInside ? stored : stored.map((finding) => publicFinding(finding, completedAt))
  const product = { ...assay, homepage: publicUrl }
  const shownCoverage = isInside ? coverage : publicCoverage(coverage)
  const { resolvedAt } = coverage.components
  switch (kind) {
    case 'report.html':
      return {
        type: 'text/html',
        name: `${id}.html`,
        body: htmlDocument([
          {
            target: source.canonicalUrl,
            source,
            verdict,
            ...(results && { results }),
            findings,
            coverage: shownCoverage,
          },
        ]),
      }
    case 'report.json':
      return {
        type: 'application/json',
        name: `${id}.json`,
        body: {
          scanId: id,
          source,
          completedAt: completedAt.toISOString(),
          failOn,
          verdict,
          results,
          coverage: shownCoverage,
          findings,
        },
      }
    case 'report.sarif':
      return {
        type: 'application/sarif+json',
        name: `${id}.sarif`,
        body: sarifLog([{ id, source, findings, gaps: coverage.gaps, resolvedAt }], {
          rules: detectors.flatMap(({ rules }) => rules),
          tool: product,
        }),
      }
    case 'sbom.cdx.json':
    case 'sbom.spdx.json': {
      const components = inventoryDigest === null ? undefined : await findInventory(db, inventoryDigest)
      if (!components) return undefined
      const scan = { id, source, completedAt, resolvedAt, components, findings, gaps: coverage.gaps }
      return kind === 'sbom.cdx.json'
        ? { type: cyclonedxMediaType, name: `${id}.cdx.json`, body: billOfMaterials(scan, product) }
        : { type: spdxMediaType, name: `${id}.spdx.json`, body: spdxDocument(scan, product) }
    }
  }
}

/** Removes the baseline, because a scan's ID gives access to its report. */
function publicCoverage({ baseline: _baseline, ...coverage }: Coverage): Coverage {
  return coverage
}

/** Hides a finding's state and first date, because they come from private earlier scans of the account. */
function publicFinding(finding: Finding, completedAt: Date): Finding {
  return { ...readFinding(finding, { isInside: false, completedAt }), state: 'new' }
}
