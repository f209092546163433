import { createHash } from 'node:crypto'
import type { FeedState } from './feed-store.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Of 762 changed records of PyPI 709 came without a newer `modified`, so that no listing tells of them: the export is
 * read this often all the same.
 */
const reconcileMs = 7 * dayMs

/** Feeds that were first synced together are not all reconciled in one hour. */
const spreadMs = dayMs

/** A listing that cannot be followed for so long is given up for the export. */
const patienceMs = dayMs

/**
 * Whether the whole export is to be read, rather than what the listing says has changed. Folders have the export at
 * hand, and its digest says whether it is another.
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
