import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlacedFinding } from '../../../../src/service/db/rematching/server-findings.ts'
import { placeFindings } from '../../../../src/service/registry/rematching/place-findings.ts'
import type { RegistryFinding } from '../../../../src/engine/model/registry-finding.ts'
import { storedFinding } from '../../../support/findings.ts'

const findingOf = (fingerprint: string, title = 'A path'): RegistryFinding => ({
  finding: storedFinding({ fingerprint, title }),
  firstSeenAt: '2026-01-01T00:00:00.000Z',
})
const placed = (ordinals: Readonly<Record<string, number>>): PlacedFinding[] =>
  Object.entries(ordinals).map(([fingerprint, ordinal]) => ({ ...findingOf(fingerprint), ordinal }))

/** Returns the stored findings after these changes. Fails if two have the same position. */
function stored(before: readonly PlacedFinding[], { removed, added }: ReturnType<typeof placeFindings>) {
  const places = new Map(before.map((finding) => [finding.ordinal, finding]))
  for (const ordinal of removed) expect(places.delete(ordinal)).toBe(true)
  for (const finding of added) {
    expect(places.has(finding.ordinal)).toBe(false)
    places.set(finding.ordinal, finding)
  }
  return [...places.values()].toSorted((one, other) => one.ordinal - other.ordinal)
}

const written = ({ removed, added }: ReturnType<typeof placeFindings>) => [
  removed,
  added.map(({ finding, ordinal }) => `${finding.fingerprint} ${ordinal}`),
]

describe('new findings of a server', () => {
  it('are stored before, between, and after the others, which are not written', () => {
    const before = placed({ b: 0, d: 16 })
    expect(
      written(
        placeFindings(
          before,
          ['a', 'b', 'c', 'd', 'e'].map((name) => findingOf(name)),
        ),
      ),
    ).toEqual([[], ['a -16', 'c 8', 'e 32']])
  })

  it('are stored with all others if there is no position between them', () => {
    expect(
      written(
        placeFindings(
          placed({ a: 0, c: 1 }),
          ['a', 'b', 'c'].map((name) => findingOf(name)),
        ),
      ),
    ).toEqual([
      [0, 1],
      ['a 0', 'b 16', 'c 32'],
    ])
  })

  it('replace those that changed, and leave none that is gone', () => {
    expect(written(placeFindings(placed({ a: 0, b: 1, c: 2 }), [findingOf('b', 'Another'), findingOf('c')]))).toEqual([
      [0, 1],
      ['b -14'],
    ])
    expect(written(placeFindings(placed({ a: 0 }), []))).toEqual([[0], []])
  })

  it('are stored completely and in order, whatever is stored', () => {
    const some = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 })
    const titles = fc.constantFrom('A path', 'Another')
    fc.assert(
      fc.property(some, fc.array(fc.tuple(some, titles), { minLength: 1, maxLength: 6 }), (first, steps) => {
        let before: readonly PlacedFinding[] = first.map((name, ordinal) => ({ ...findingOf(name), ordinal }))
        for (const [names, title] of steps) {
          const findings = names.map((name) => findingOf(name, title))
          before = stored(before, placeFindings(before, findings))
          expect(before.map(({ finding, firstSeenAt }) => ({ finding, firstSeenAt }))).toEqual(findings)
        }
      }),
    )
  })
})
