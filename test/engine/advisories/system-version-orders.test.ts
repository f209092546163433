import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { versionOrderOf } from '../../../src/engine/advisories/version-order/catalogue.ts'

/**
 * For each system: versions in ascending order, other spellings of one version, invalid texts, and parts of random
 * versions.
 */
const systems = {
  Debian: {
    ascending: [
      '0~~',
      '0~~a',
      '0~',
      '0',
      '0a',
      '0+',
      '1.0~rc1-1',
      '1.0-1',
      '1.0-1+deb12u1',
      '1.0-1.1',
      '1.0-2~bpo12+1',
      '1.0-2',
      '1.0-10',
      '1.0a-1',
      '1.0+dfsg-1',
      '1.0.1-1',
      '1.10-1',
      '1:0.1-1',
      '2:0~beta',
      '2:0-1',
    ],
    equal: ['1.0', '0:1.0', '1.0-0', '1.00-00', '01.0'],
    invalid: ['', ':', '1:', '1 0', '1.0_1$'],
    parts: ['0', '1', '01', '10', 'a', 'Z', '~', '+', '.', '-', '1:'],
  },
  Alpine: {
    ascending: [
      '1.0_alpha',
      '1.0_alpha1',
      '1.0_beta-r1',
      '1.0_pre2',
      '1.0_rc1',
      '1.0',
      '1.0-r0',
      '1.0-r10',
      '1.0_cvs1',
      '1.0_git20240101',
      '1.0_p1_alpha1',
      '1.0_p1',
      '1.0_p1-r2',
      '1.0_p2',
      '1.0a',
      '1.0b-r1',
      '1.0b2-r1',
      '1.0.01',
      '1.0.09',
      '1.0.1',
      '1.0.2',
      '1.0.10',
      '1.1',
      '10.0',
    ],
    equal: ['1.2_p1-r1', '01.2_p1-r01', '1.2_p01-r1'],
    invalid: ['', 'a', '1..0', '1.0-1', '1.0_x1', '1.0-r', '.1'],
    parts: ['1', '01', '10', '.1', '.01', '.10', 'a', '_rc1', '_p2', '_git', '-r1', '~ab'],
  },
} as const

describe.each(Object.entries(systems))('%s', (system, { ascending, equal, invalid, parts }) => {
  const order = versionOrderOf(system as keyof typeof systems)
  const compare = (a: string, b: string) => Math.sign(order.compare(order.parse(a), order.parse(b)))
  const keyOf = (text: string) => order.sortKey(order.parse(text))

  it('sorts versions as its package manager does', () => {
    for (const [index, low] of ascending.entries())
      for (const high of ascending.slice(index + 1)) {
        expect([low, compare(low, high), high]).toEqual([low, -1, high])
        expect(keyOf(low) < keyOf(high), `${low} ${high}`).toBe(true)
      }
  })

  it('has equal versions and texts that are no versions', () => {
    for (const text of equal) expect([text, compare(text, equal[0])]).toEqual([text, 0])
    expect(invalid.filter((text) => order.parse(text) !== undefined)).toEqual([])
  })

  it('is total and transitive, with keys that sort equally', () => {
    const versions = fc
      .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 })
      .map((list) => `1${list.join('')}`)
      .filter((text) => order.parse(text) !== undefined)
    fc.assert(
      fc.property(versions, versions, versions, (a, b, c) => {
        expect(compare(a, b) + compare(b, a)).toBe(0)
        const [low, middle, high] = [a, b, c].toSorted(compare) as [string, string, string]
        expect(Math.max(compare(low, middle), compare(middle, high), compare(low, high))).toBeLessThanOrEqual(0)
        const [left, right] = [keyOf(a), keyOf(b)]
        expect(left < right ? -1 : left > right ? 1 : 0).toBe(compare(a, b))
        expect(left !== right && right.startsWith(left)).toBe(false)
      }),
      { numRuns: 1_000 },
    )
  })

  it('reads the longest texts in a moment', () => {
    const startedAt = performance.now()
    for (const part of [...parts, '~a', '1.', '_p_p', '-1-'])
      for (const start of ['', '1', '1:']) order.parse(`${start}${part.repeat(256)}`.slice(0, 256))
    expect(performance.now() - startedAt).toBeLessThan(200)
  })
})
