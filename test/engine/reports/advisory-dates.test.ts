import { describe, expect, it } from 'vitest'
import { advisoryDateTexts } from '../../../src/engine/reports/advisory-dates.ts'

describe('advisoryDateTexts', () => {
  it('names the sync and the newest advisory of each ecosystem, and an age above a month', () => {
    expect(
      advisoryDateTexts({
        npm: { syncedAt: '2026-11-23T00:00:00.000Z', newestModified: '2026-01-29T05:11:16.988Z' },
        PyPI: { syncedAt: '2026-11-23T23:59:59.000Z', newestModified: '2026-11-22T00:00:00.000Z' },
        Hex: { syncedAt: '2026-11-23T00:00:00.000Z' },
      }),
    ).toEqual([
      'npm advisories synced 2026-11-23 (latest 2026-01-29, 297 days old)',
      'PyPI advisories synced 2026-11-23 (latest 2026-11-22)',
      'Hex advisories synced 2026-11-23',
    ])
  })
})
