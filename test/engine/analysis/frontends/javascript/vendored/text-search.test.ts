import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TextSearch } from '../../../../../../src/engine/analysis/frontends/javascript/vendored/text-search.ts'

const placesByIndexOf = (text: string, sought: readonly string[], most: number) =>
  sought
    .flatMap((one, index) => {
      const places: { at: number; index: number; of: string }[] = []
      for (let at = text.indexOf(one); at >= 0 && places.length < most; at = text.indexOf(one, at + one.length))
        places.push({ at, index, of: String(index) })
      return places
    })
    .sort((a, b) => a.at - b.at || a.index - b.index)
    .map(({ at, of }) => ({ at, of }))

const places = (text: string, sought: readonly string[], most = 50) =>
  new TextSearch(sought.map((one, index) => ({ text: one, of: String(index) }))).places(text, most)

describe('looking for many texts at once', () => {
  it('finds what looking for each finds', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\u2028', 'é'), minLength: 3, maxLength: 6 })
    fc.assert(
      fc.property(
        fc.array(letters, { minLength: 1, maxLength: 8 }),
        fc.array(letters, { maxLength: 60 }),
        fc.integer({ min: 1, max: 4 }),
        (sought, parts, most) => {
          const text = parts.join('')
          expect(places(text, sought, most)).toEqual(placesByIndexOf(text, sought, most))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('finds texts at both ends, and none in a shorter text', () => {
    expect(places('root path here: root', ['root', 'here'])).toEqual([
      { at: 0, of: '0' },
      { at: 10, of: '1' },
      { at: 16, of: '0' },
    ])
    expect(places('ro', ['root'])).toEqual([])
    expect(places('', ['root'])).toEqual([])
  })

  it('takes no text that is too short to be told from others', () => {
    expect(() => places('abc', ['ab'])).toThrow(RangeError)
  })
})
