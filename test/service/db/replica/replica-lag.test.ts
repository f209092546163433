import { expect, it } from 'vitest'
import { createReplicaLag } from '../../../../src/service/db/replica/replica-lag.ts'

/** Asks a primary every half second, which writes one byte between two questions. */
function writing(questions: number) {
  const lag = createReplicaLag()
  for (let index = 1; index <= questions; index += 1) lag.written(BigInt(index), index * 500)
  return lag
}

it.each([10, 999, 5_000, 100_000])('measures the age of the oldest missing change after %i positions', (questions) => {
  const nowMs = questions * 500
  for (const replayed of [0, 1, questions / 10, questions / 2, questions - 2]) {
    const lag = writing(questions)
    lag.replayed(BigInt(Math.floor(replayed)))
    const actualMs = nowMs - (Math.floor(replayed) + 1) * 500
    expect(lag.ms(nowMs)).toBeLessThanOrEqual(actualMs)
    // With many positions, the distance between two of them is at most a hundredth of the time that they cover.
    expect(lag.ms(nowMs)).toBeGreaterThanOrEqual(actualMs - nowMs / 100)
  }
})

it('forgets positions that a new primary does not have', () => {
  const lag = writing(10)
  lag.written(6n, 5_500)
  lag.replayed(6n)
  expect(lag.ms(60_000)).toBe(0)
  lag.written(7n, 60_000)
  expect(lag.ms(60_500)).toBe(500)
})
