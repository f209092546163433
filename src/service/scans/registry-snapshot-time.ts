import type { Database } from '../db/client.ts'
import { findBaselineScan, type ScanRow } from '../db/scans/scans.ts'
import type { Revision } from '../../engine/scanner/source-scanner.ts'

/** Period in which all scans that are not compared with another scan use the same registry snapshot. */
const snapshotMs = 60 * 60_000

/** Maximum age at which a baseline's snapshot is used again. An older one would hide newer releases. */
const maxBaselineAgeMs = 24 * 60 * 60_000

/** Returns the registry snapshot time for a scan that is requested at this time and not compared with another scan. */
export function registrySnapshotTime(requestedAt: Date): Date {
  return new Date(Math.floor(requestedAt.getTime() / snapshotMs) * snapshotMs)
}

/**
 * Returns a scan's registry snapshot time, for all its attempts: its baseline's if that is recent, or else the stored
 * one.
 */
export async function snapshotTimeOf(
  db: Database,
  scan: Pick<ScanRow, 'id' | 'accountId' | 'baseline' | 'createdAt' | 'registrySnapshotAt'>,
  resolved: Pick<Revision, 'type' | 'canonicalUrl' | 'folder'>,
): Promise<Date> {
  const stored = scan.registrySnapshotAt ?? registrySnapshotTime(scan.createdAt)
  if (scan.baseline === null || resolved.type !== 'git') return stored
  const { canonicalUrl, folder } = resolved
  const baseline = await findBaselineScan(db, {
    accountId: scan.accountId,
    canonicalUrl,
    folder,
    baseline: scan.baseline,
    scanId: scan.id,
  })
  if (!baseline || baseline.registrySnapshotAt === null) return stored
  const ofBaseline = new Date(baseline.registrySnapshotAt)
  return stored.getTime() - ofBaseline.getTime() <= maxBaselineAgeMs ? ofBaseline : stored
}
