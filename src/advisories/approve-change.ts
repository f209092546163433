import type { FeedChange } from '../db/advisories-import.ts'
import { AdvisorySyncFailure } from './sync-failure.ts'

/** Feeds lose a few records each day; losing more than this at once is a fault of the export. */
const vanishingShare = 0.1
/** Small feeds may lose a larger share. */
const vanishingCount = 50

/**
 * Throws an AdvisorySyncFailure when an export should not replace a feed's state: nothing in it can
 * be read, too much cannot, or more than a tenth of the known records is gone.
 */
export function approveChange({ before, removed, readable, unreadable }: FeedChange & { readable: number; unreadable: number }): void {
  if (readable === 0) throw new AdvisorySyncFailure('broken-export', 'The advisory export has no readable record.')
  if (isTooMuch(unreadable, readable + unreadable)) {
    throw new AdvisorySyncFailure('broken-export', `Of the ${readable + unreadable} records of the advisory export ${unreadable} cannot be read.`)
  }
  if (isTooMuch(removed, before)) {
    throw new AdvisorySyncFailure('shrunk', `Of ${before} known advisories ${removed} are missing in the new export; it was not taken.`)
  }
}

function isTooMuch(part: number, whole: number): boolean {
  return part > vanishingCount && part > whole * vanishingShare
}
