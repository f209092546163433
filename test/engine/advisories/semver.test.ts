import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { semverOrder } from '../../../src/engine/advisories/version-order/semver.ts'

function compare(a: string, b: string): number {
  const [left, right] = [semverOrder.parse(a), semverOrder.parse(b)]
  if (!left || !right) throw new Error(`not a version: ${left ? b : a}`)
  return Math.sign(semverOrder.compare(left, right))
}

describe('reading', () => {
  it.each(['1.2.3', 'v1.2.3', '= 1.2.3', ' =v1.2.3 ', '1.2.3+build.5', '01.02.03', '1.2.3.4', '1.2.3.4.5-6'])(
    'takes %j for 1.2.3',
    (text) => {
      expect(compare(text, '1.2.3')).toBe(0)
    },
  )

  it.each([
    ['1', '1.0.0'],
    ['1.2', '1.2.0'],
    ['1.2+build', '1.2.0'],
    ['1.2-beta', '1.2.0-beta'],
    ['1.2.3beta', '1.2.3-beta'],
    ['1.2.3-01', '1.2.3-1'],
    ['1.2.3--', '1.2.3--'],
  ])('takes %j for %j', (text, same) => {
    expect(compare(text, same)).toBe(0)
  })

  it.each([
    '',
    ' ',
    'latest',
    '*',
    '1.x',
    '^1.2.3',
    '>=1.2.3',
    '1.2.3 || 2.0.0',
    'hello, world',
    '-1.2.3',
    '1..2',
    '1.2.3-',
    '1.2.3-a..b',
    '1.2.3-a_b',
    '1.2.3-ä',
    '1.2.3 beta',
    '7fa3b2c',
    '4f2a9d1b3c',
    '2024-01-02',
    'file:../x',
    'git+https://git.example/x#1.2.3',
    'npm:other@1.2.3',
    '0x10.0.0',
    '１.2.3',
    `${'1'.repeat(256)}.0.0`,
  ])('takes %j for no version', (text) => {
    expect(semverOrder.parse(text)).toBeUndefined()
  })

  it('takes 256 characters of anything in a moment', () => {
    const startedAt = performance.now()
    for (const piece of ['1.', 'v', ' ', '1', '-', '1-', '1.1.1-', 'a.', '+', '.1'])
      semverOrder.parse(`1.1.1-${piece.repeat(256)}`.slice(0, 256))
    expect(performance.now() - startedAt).toBeLessThan(100)
  })
})

describe('order', () => {
  it('is the one of semver.org section 11', () => {
    const ascending = [
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
      '1.0.1',
      '1.2.0',
      '1.10.0',
      '2.0.0',
    ]
    expect(ascending.toReversed().sort(compare)).toEqual(ascending)
  })

  it('compares numbers beyond 2^53 exactly', () => {
    expect(compare('1.0.9007199254740993', '1.0.9007199254740992')).toBe(1)
    expect(compare('1.0.0-9007199254740993', '1.0.0-9007199254740992')).toBe(1)
  })

  const number = fc.oneof(
    fc.nat({ max: 3 }).map(String),
    fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
    fc.constantFrom('00', '01', '10'),
  )
  const prereleaseIdentifier = fc.oneof(
    number,
    fc.stringMatching(/^[A-Za-z-][0-9A-Za-z-]{0,3}$/),
    fc.constantFrom('rc', 'RC', '-', '0a', 'a0'),
  )
  const odd = fc
    .record({
      prefix: fc.constantFrom('', 'v', '=', ' v '),
      core: fc.array(number, { minLength: 1, maxLength: 5 }),
      prerelease: fc.array(prereleaseIdentifier, { maxLength: 3 }),
      build: fc.constantFrom('', '+b', '+1.2'),
    })
    .map(
      ({ prefix, core, prerelease, build }) =>
        `${prefix}${core.join('.')}${prerelease.length > 0 ? `-${prerelease.join('.')}` : ''}${build}`,
    )
    .filter((text) => semverOrder.parse(text) !== undefined)

  it('is total: reflexive, antisymmetric, transitive', () => {
    fc.assert(
      fc.property(odd, odd, odd, (a, b, c) => {
        expect(compare(a, a)).toBe(0)
        expect(compare(a, b) + compare(b, a)).toBe(0)
        const [low, middle, high] = [a, b, c].sort(compare) as [string, string, string]
        expect([compare(low, middle), compare(middle, high), compare(low, high)].every((sign) => sign <= 0)).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})
