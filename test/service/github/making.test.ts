import { describe, expect, it } from 'vitest'
import {
  beingMade,
  beingMadeFrom,
  leftToMakeMs,
  madeElsewhereUntil,
  mayBeMade,
} from '../../../src/service/github/checks/making.ts'
import { githubAppLimits } from '../../../src/service/github/github-app-limits.ts'

const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms)
const reserved = { checkRunId: null, publishedDigest: beingMadeFrom(at(0)) }
const { firstRunTimeoutMs: firstRunMs, firstRunReservedMs } = githubAppLimits

describe('a run that whoever stored the check makes', () => {
  it('is nobody else’s until the time is over', () => {
    expect(madeElsewhereUntil(reserved, at(0))).toEqual(at(firstRunReservedMs))
    expect(madeElsewhereUntil(reserved, at(firstRunReservedMs - 1))).toEqual(at(firstRunReservedMs))
    expect(madeElsewhereUntil(reserved, at(firstRunReservedMs))).toBeUndefined()
    expect(mayBeMade(reserved)).toBe(true)
  })

  it('has the less time the later it is begun, and none when others may look for it', () => {
    expect(leftToMakeMs(reserved, at(0))).toBe(firstRunMs)
    expect(leftToMakeMs(reserved, at(4_000))).toBe(firstRunMs - 4_000)
    expect(leftToMakeMs(reserved, at(firstRunMs))).toBe(0)
    expect(leftToMakeMs(reserved, at(firstRunReservedMs + 1))).toBe(0)
    expect(leftToMakeMs({ checkRunId: null, publishedDigest: beingMade }, at(0))).toBe(0)
    expect(leftToMakeMs({ ...reserved, checkRunId: 1 }, at(0))).toBe(0)
  })

  it('is not waited for when a clock that was ahead has reserved it, nor is one without a time', () => {
    expect(madeElsewhereUntil(reserved, at(-10_000))).toEqual(at(firstRunReservedMs))
    expect(madeElsewhereUntil(reserved, at(-60 * 60_000))).toBeUndefined()
    expect(
      madeElsewhereUntil({ checkRunId: null, publishedDigest: `${beingMade} until whenever` }, at(0)),
    ).toBeUndefined()
  })
})
