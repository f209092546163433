import { describe, expect, it } from 'vitest'
import { isExportDue } from '../../../../src/engine/advisories/sync/is-export-due.ts'
import { advisoryEcosystems } from '../../../../src/engine/model/component.ts'

const now = new Date('2025-06-10T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000)
const feed = {
  base: 'https://osv.example',
  ecosystem: 'npm' as const,
  syncedAt: daysAgo(0.1),
  fullAt: daysAgo(5),
  lastError: null,
  listingDigest: 'x',
}

describe('the whole export is read', () => {
  it.each([
    ['at first', { syncedAt: null, fullAt: null }, true],
    ['when single records came before it', { fullAt: null }, true],
    ['not while the listing tells of changes', {}, false],
    ['not after a pause in which nobody asked', { syncedAt: daysAgo(3) }, false],
    ['when the listing could not be followed for a day', { syncedAt: daysAgo(1.1), lastError: 'broken' }, true],
    ['when it listed records for a day that were not to be had', { syncedAt: daysAgo(1.1), listingDigest: null }, true],
    ['not when they were not to be had once', { listingDigest: null }, false],
    ['not when it could not be followed once', { lastError: 'broken' }, false],
    ['after a week', { fullAt: daysAgo(7.1) }, true],
    ['always from a folder', { base: 'file:///srv/osv' }, true],
  ])('%s', (_when, state, due) => {
    expect(isExportDue({ ...feed, ...state }, now)).toBe(due)
  })

  it('on different hours for feeds that were first synced together', () => {
    const dueAfter = advisoryEcosystems.map((ecosystem) =>
      Array.from({ length: 200 }, (_, hour) => hour).find((hour) =>
        isExportDue({ ...feed, ecosystem, fullAt: daysAgo(hour / 24) }, now),
      ),
    )
    expect(new Set(dueAfter).size).toBeGreaterThan(6)
    for (const hours of dueAfter) expect(hours).toBeGreaterThanOrEqual(6 * 24)
  })
})
