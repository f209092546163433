import { describe, expect, it } from 'vitest'
import { isMissingForNow, isOfOtherAdvisories, isWorthAnother } from '../../../src/service/github/checks/scan-again.ts'
import { githubAppLimits } from '../../../src/service/github/github-app-limits.ts'

const createdAt = new Date('2026-03-01T12:00:00Z')
const soon = new Date(createdAt.getTime() + 60_000)
const late = new Date(createdAt.getTime() + githubAppLimits.scanOutageTimeoutMs)

describe('a scan of a check', () => {
  it('is made again while what it needed may come back, and not for ever', () => {
    expect(isWorthAnother({ errorCode: 'UPSTREAM_UNAVAILABLE' }, { createdAt }, soon)).toBe(true)
    expect(isWorthAnother({ errorCode: 'UPSTREAM_UNAVAILABLE' }, { createdAt }, late)).toBe(false)
    expect(isWorthAnother({ errorCode: 'SOURCE_NOT_FOUND' }, { createdAt }, soon)).toBe(false)
    expect(isWorthAnother({ errorCode: 'SOURCE_TOO_LARGE' }, { createdAt }, soon)).toBe(false)
    expect(isWorthAnother({ errorCode: null }, { createdAt }, soon)).toBe(false)
  })

  it('is made again for a minute when it did not find what GitHub named', () => {
    const since = (ms: number) => ({ missingSince: new Date(soon.getTime() - ms) })
    expect(isMissingForNow({ errorCode: 'SOURCE_NOT_FOUND' }, { missingSince: null }, soon)).toBe(true)
    expect(isMissingForNow({ errorCode: 'SOURCE_NOT_FOUND' }, since(githubAppLimits.missingTimeoutMs - 1), soon)).toBe(
      true,
    )
    expect(isMissingForNow({ errorCode: 'SOURCE_NOT_FOUND' }, since(githubAppLimits.missingTimeoutMs), soon)).toBe(
      false,
    )
    expect(isMissingForNow({ errorCode: 'SOURCE_FORBIDDEN' }, { missingSince: null }, soon)).toBe(false)
  })

  it('is made again when advisories were synced between the scans that are compared', () => {
    const scan = (advisoryGenerations: Record<string, string> | null) => ({
      status: 'completed' as const,
      advisoryGenerations,
    })
    const judged = (base: Record<string, string> | null, head: Record<string, string> | null, now = soon) =>
      isOfOtherAdvisories(scan(base), scan(head), { createdAt }, now)
    expect(judged({ npm: '1', exploitation: 'a' }, { npm: '2', exploitation: 'a' })).toBe(true)
    expect(judged({ npm: '1', exploitation: 'a' }, { npm: '1', exploitation: 'a' })).toBe(false)
    expect(judged({ npm: '1' }, { npm: '1', PyPI: '3' })).toBe(false)
    expect(judged({ npm: '1' }, { npm: '2' }, late)).toBe(false)
    expect(judged(null, { npm: '2' })).toBe(false)
    expect(isOfOtherAdvisories(undefined, scan({ npm: '1' }), { createdAt }, soon)).toBe(false)
    expect(
      isOfOtherAdvisories(
        { status: 'failed', advisoryGenerations: { npm: '1' } },
        scan({ npm: '2' }),
        { createdAt },
        soon,
      ),
    ).toBe(false)
  })
})
