import type { Database } from '../db/client.ts'
import { findBaselineScan, type ScanRow } from '../db/scans/scans.ts'
import type { ResolvedSource } from '../../engine/sources/source.ts'

/** Period in which all scans without a comparison use one registry snapshot. */
const snapshotMs = 60 * 60_000

/** Age up to which the snapshot of a baseline is used again. An older one would hide what was published since. */
const maxBaselineAgeMs = 24 * 60 * 60_000

/** Returns the time of the registry snapshot for a scan that is requested at this time and compared with none. */
export function registrySnapshotTime(requestedAt: Date): Date {
  return new Date(Math.floor(requestedAt.getTime() / snapshotMs) * snapshotMs)
}

/**
 * Returns the time of the registry snapshot that a scan uses at each attempt: the one of its baseline if that is
 * recent, or the stored one.
 */
export async function snapshotTimeOf(
  db: Database,
  scan: Pick<ScanRow, 'id' | 'accountId' | 'baseline' | 'createdAt' | 'registrySnapshotAt'>,
  resolved: ResolvedSource,
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
