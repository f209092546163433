import { describe, expect, it } from 'vitest'
import { clockSteps } from '../../../src/service/queue/clock-steps.ts'

/**
 * Returns the detected step of the database clock for each response, in seconds. A response has a request time and a
 * duration. The clock is off by `setBy`, and is read at the end or at the start of the request.
 */
function saidOf(
  looks: readonly {
    readonly at: number
    readonly took?: number
    readonly isGivenLate?: boolean
    readonly setBy?: number
  }[],
): number[] {
  const stepBefore = clockSteps()
  return looks.map(({ at, took = 0, isGivenLate = false, setBy = 0 }) => {
    const [askedAt, answeredAt] = [at * 1_000, (at + took) * 1_000]
    return (
      stepBefore({
        databaseMs: 1_700_000_000_000 + setBy * 1_000 + (isGivenLate ? answeredAt : askedAt),
        askedAt,
        answeredAt,
      }) / 1_000
    )
  })
}

describe('the clock of the database', () => {
  it('that goes on as it did was not set, whenever in a slow look its answer was given', () => {
    for (const isGivenLate of [true, false])
      expect(
        saidOf([
          { at: 0 },
          { at: 5, took: 40, isGivenLate },
          { at: 45 },
          { at: 50, took: 0.9, isGivenLate },
          { at: 55 },
        ]),
      ).toEqual([0, 0, 0, 0, 0])
    for (const isGivenLate of [true, false])
      expect(saidOf([{ at: 0, took: 40, isGivenLate }, { at: 45 }, { at: 50 }])).toEqual([0, 0, 0])
  })

  it('was set when it differs by seconds, which is reported once', () => {
    expect(saidOf([{ at: 0 }, { at: 5, setBy: -3_600 }, { at: 10, setBy: -3_600 }])).toEqual([0, -3_600, 0])
    expect(saidOf([{ at: 0 }, { at: 5, setBy: 3_600 }, { at: 10, setBy: 3_600 }])).toEqual([0, 3_600, 0])
    expect(saidOf([{ at: 0 }, { at: 5, setBy: -2 }])).toEqual([0, 0])
  })

  it('that was set during a slow look is heard of with that one or with the next', () => {
    expect(
      saidOf([{ at: 0 }, { at: 5, took: 30, setBy: -20 }, { at: 40, setBy: -20 }, { at: 45, setBy: -20 }]),
    ).toEqual([0, -20, 0, 0])
    expect(saidOf([{ at: 0 }, { at: 5, took: 30, isGivenLate: true, setBy: -20 }, { at: 40, setBy: -20 }])).toEqual([
      0, 0, -20,
    ])
  })
})
