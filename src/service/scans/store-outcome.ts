import type { Database } from '../db/client.ts'
import { saveInventory } from '../db/scans/inventories.ts'
import type { ScanRow } from '../db/scans/scans.ts'
import type { Finding } from '../../engine/model/finding.ts'
import { comparisonFor } from './baseline.ts'
import { saveCapabilities } from '../db/scans/capabilities.ts'
import { saveReadingRecord } from '../db/scans/readings.ts'
import type { Coverage } from '../../engine/model/scan.ts'
import { compareFindings } from '../../engine/scanner/compare.ts'
import { type ComparedReadings, compareReadings } from './compare-readings.ts'
import { type AnnounceScanEnd, endWithFindings } from './end-scan.ts'
import type { ScanFindings } from './resolve-or-reuse.ts'
import { judge } from '../../engine/scanner/judge.ts'
import { maxNamedLosses, unknownReading } from '../../engine/scanner/reading-comparison.ts'

/** Thrown if the scan was canceled, removed, or ended by another worker before its result could be stored. */
export class ScanEndedOtherwise extends Error {
  override readonly name = 'ScanEndedOtherwise'
}

/**
 * Compares, scores, stores, and announces findings in one transaction. Throws ScanEndedOtherwise, and stores nothing,
 * if the scan has already ended.
 */
export async function storeOutcome(
  context: { readonly db: Database; readonly announceScanEnd: AnnounceScanEnd },
  scan: ScanRow,
  {
    source,
    inventory,
    detected,
    coverage,
    tools,
    facts,
    reuse,
    cached,
    reading,
    capabilities,
    projectConfig,
  }: ScanFindings,
) {
  const completedAt = new Date()
  const { firstSeen, known, note, baseline } = await comparisonFor(context.db, scan, source)
  const compared = baseline && (await compareReadings(context.db, baseline, reading))
  const findings: Finding[] = compareFindings(detected, firstSeen, completedAt, known)
  const { results, verdict } = judge(findings, {
    gaps: coverage.gaps,
    failOn: scan.failOn,
    onlyNew: scan.baseline !== null,
    isReadingLost: compared?.reading === 'compared' && compared.lost.length > 0,
  })
  await context.db.transaction(async (tx) => {
    const inventoryDigest = 'digest' in inventory ? inventory.digest : await saveInventory(tx, inventory.components)
    const completion = {
      source,
      canonicalUrl: source.canonicalUrl,
      isPrivate: source.isPrivate === true,
      inventoryDigest,
      results,
      verdict,
      coverage: {
        ...coverage,
        ...(note && { baseline: { ...note, ...(compared && toldReadings(compared, coverage)) } }),
      },
      tools,
      facts,
      cached,
      projectConfig,
      completedAt,
    }
    const isStored = await endWithFindings(
      context,
      tx,
      scan.id,
      { ...completion, ...reuse, examinedAt: reuse?.examinedAt ?? completedAt },
      findings,
    )
    if (isStored && reading) await saveReadingRecord(tx, scan.id, reading)
    if (isStored && capabilities) await saveCapabilities(tx, scan.id, capabilities)
    if (!isStored) throw new ScanEndedOtherwise(`the scan ${scan.id} was ended elsewhere`)
  })
  return { results, verdict }
}

/** Returns the coverage data for a comparison of read files. */
function toldReadings(
  compared: ComparedReadings,
  { gaps }: Pick<Coverage, 'gaps'>,
): Partial<NonNullable<Coverage['baseline']>> {
  if (compared.reading === 'unknown') return gaps.length === 0 ? compared : { ...compared, note: unknownReading }
  return {
    reading: compared.reading,
    ...(compared.lost.length > 0 && { lost: compared.lost.slice(0, maxNamedLosses) }),
  }
}
