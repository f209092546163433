import { createHash } from 'node:crypto'
import type { FeedState } from './feed-store.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Of 762 changed records of PyPI, 709 had no newer `modified`, so that listings do not show them. The export is
 * therefore read at this interval.
 */
const reconcileMs = 7 * dayMs

/** Feeds that were first synced together are not all reconciled in the same hour. */
const spreadMs = dayMs

/** A listing that cannot be followed for this long is replaced by the export. */
const patienceMs = dayMs

/**
 * Whether to read the complete export instead of following the listing. For folders, the export is always read, and its
 * digest shows whether it changed.
 */
export function isExportDue(
  {
    base,
    ecosystem,
    syncedAt,
    fullAt,
    lastError,
    listingDigest,
  }: Pick<FeedState, 'base' | 'ecosystem' | 'syncedAt' | 'fullAt' | 'lastError' | 'listingDigest'>,
  now: Date,
): boolean {
  if (base.startsWith('file:') || !syncedAt || !fullAt) return true
  const share = createHash('sha256').update(`${base}/${ecosystem}`).digest().readUInt32BE(0) / 2 ** 32
  const isBehind = lastError !== null || listingDigest === null
  const isGivenUp = isBehind && now.getTime() - syncedAt.getTime() > patienceMs
  return isGivenUp || now.getTime() - fullAt.getTime() > reconcileMs - share * spreadMs
}
