import type { FeedChange } from './feed-store.ts'
import { AdvisorySyncFailure } from '../feed/sync-failure.ts'

/**
 * Largest plausible share of removed records. Feeds normally lose a few records each day, so a larger loss indicates a
 * faulty export.
 */
const vanishingShare = 0.1
/** Number of records that a small feed may lose, even if they are a larger share of it. */
const vanishingCount = 50

/**
 * Throws an AdvisorySyncFailure if an export must not replace the feed's state, because it has no readable records, has
 * too many unreadable ones, or lacks more than a tenth of the known records.
 */
export function approveChange({
  before,
  removed,
  readable,
  unreadable,
  acceptRemovals,
  syncCommand,
}: FeedChange & { readable: number; unreadable: number; acceptRemovals: boolean; syncCommand: string }): void {
  if (readable === 0) throw new AdvisorySyncFailure('broken-export', 'The advisory export has no readable record.')
  if (isTooMuch(unreadable, readable + unreadable)) {
    throw new AdvisorySyncFailure(
      'broken-export',
      `${unreadable} of the ${readable + unreadable} records in the advisory export cannot be parsed.`,
    )
  }
  if (!acceptRemovals) approveRemovals({ before, removed, where: 'export', syncCommand })
}

/** Throws an AdvisorySyncFailure if an implausible number of records would be removed. */
export function approveRemovals({
  before,
  removed,
  where,
  syncCommand,
}: {
  before: number
  removed: number
  where: 'export' | 'listing'
  syncCommand: string
}): void {
  if (!isTooMuch(removed, before)) return
  throw new AdvisorySyncFailure(
    'shrunk',
    `${removed} of ${before} known advisories are missing in the new ${where}; it was rejected. If they ` +
      `were really removed, run "${syncCommand} --accept-removals".`,
  )
}

/** Throws an AdvisorySyncFailure if almost no row of a listing is readable. */
export function approveListing({ readable, unreadable }: { readable: number; unreadable: number }): void {
  if (readable === 0 || isTooMuch(unreadable, readable + unreadable)) {
    throw new AdvisorySyncFailure(
      'broken-listing',
      `${unreadable} of the ${readable + unreadable} rows in the listing of the advisory feed cannot be parsed.`,
    )
  }
}

function isTooMuch(part: number, whole: number): boolean {
  return part > vanishingCount && part > whole * vanishingShare
}
