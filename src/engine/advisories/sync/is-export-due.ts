import { createHash } from 'node:crypto'
import type { FeedState } from './feed-store.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Interval between imports of the complete export. Listings alone are not enough: of 762 changed PyPI records, 709 had
 * no newer `modified` time.
 */
const reconcileMs = 7 * dayMs

/** Jitter for feeds that were first synced together, so that they are not all read in the same hour. */
const spreadMs = dayMs

/** Time after which the export is read if a listing cannot be followed. */
const patienceMs = dayMs

/**
 * Reports whether to read the complete export instead of following the listing. For local folders, the export is always
 * read, and its digest shows whether anything changed.
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
