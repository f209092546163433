import { expect, it } from 'vitest'
import { groupedDigits } from '../../../src/engine/model/grouped-digits.ts'

it('formats integers as Intl does in English', () => {
  for (const integer of [0, 7, 42, 999, 1_000, 12_345, 999_999, 1_000_000, 1_234_567_890])
    expect(groupedDigits(integer)).toBe(integer.toLocaleString('en'))
})
