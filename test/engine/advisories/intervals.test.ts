import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileEntry, holds, mightHold } from '../../../src/engine/advisories/affected-entry.ts'
import { eventKinds, readAffectedVersions } from '../../../src/engine/advisories/affected-versions.ts'
import { holdsKey } from '../../../src/engine/advisories/intervals.ts'
import { isAffected, isUndecided, readInstalledVersion } from '../../../src/engine/advisories/is-affected.ts'
import { OsvAffected } from '../../../src/engine/advisories/osv-record.ts'
import { versionOrderOf } from '../../../src/engine/advisories/version-order/catalogue.ts'
import { advisoryEcosystems } from '../../../src/engine/model/component.ts'
import { randomVersions } from '../../service/scans/advisories/support/random-versions.ts'

describe('holdsKey', () => {
  const bounds = ['b', 'd', 'f', 'f!', 'h', '~']

  it.each([
    ['a', false],
    ['b', true],
    ['c', true],
    ['d', false],
    ['e', false],
    ['f', true],
    ['f!', false],
    ['g', false],
    ['h', true],
    ['z', true],
  ])('%s: %s', (key, held) => {
    expect(holdsKey(bounds, key)).toBe(held)
  })

  it('holds nothing in an empty set', () => {
    expect(holdsKey([], 'a')).toBe(false)
  })
})

describe.each(advisoryEcosystems)('%s', (ecosystem) => {
  const order = versionOrderOf(ecosystem)
  // Few different versions, so that events coincide.
  const entries = fc.array(randomVersions(ecosystem), { minLength: 3, maxLength: 6 }).chain((known) => {
    const version = fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...known) },
      { weight: 1, arbitrary: fc.constantFrom('0', 'no version', '') },
      { weight: 1, arbitrary: randomVersions(ecosystem) },
    )
    const event = fc.tuple(fc.constantFrom(...eventKinds), version).map(([kind, text]) => ({ [kind]: text }))
    const range = fc.record({
      type: fc.constantFrom('SEMVER', 'ECOSYSTEM', 'ECOSYSTEM', 'GIT'),
      events: fc.array(event, { maxLength: 6 }),
      database_specific: fc.constantFrom(undefined, undefined, { upper_bound_unknown: true }),
    })
    return fc.record({
      entry: fc.record({ versions: fc.array(version, { maxLength: 3 }), ranges: fc.array(range, { maxLength: 3 }) }),
      asked: fc.array(version, { minLength: 1, maxLength: 8 }),
    })
  })

  it('intervals say of every version what the evaluator says', () => {
    const answers = new Map<boolean, number>()
    fc.assert(
      fc.property(entries, ({ entry, asked }) => {
        const versions = readAffectedVersions(OsvAffected.parse(entry), order)
        const compiled = compileEntry(versions, order)
        for (const text of asked) {
          const installed = readInstalledVersion(text, order)
          const truth = isAffected(versions, installed, order)
          answers.set(truth, (answers.get(truth) ?? 0) + 1)
          expect([text, holds(compiled, installed)]).toEqual([text, truth])
          expect([text, !truth && mightHold(compiled, installed, order)]).toEqual([
            text,
            isUndecided(versions, installed, order),
          ])
        }
        expect(compiled.intervals).toEqual([...new Set(compiled.intervals)].sort((a, b) => (a < b ? -1 : 1)))
        expect(compiled.intervals.length % 2).toBe(0)
      }),
      { numRuns: 700 },
    )
    // Both answers must have occurred. Otherwise, nothing was compared.
    expect(Math.min(answers.get(true) ?? 0, answers.get(false) ?? 0)).toBeGreaterThan(200)
  })
})
