import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { versionOrderOf } from '../../../src/engine/advisories/version-order/catalogue.ts'
import { advisoryEcosystems, type AdvisoryEcosystem, type Ecosystem } from '../../../src/engine/model/component.ts'
import { randomVersions } from '../../service/scans/advisories/support/random-versions.ts'

const semver = [
  '0.9.9',
  '1.0.0-0',
  '1.0.0-2',
  '1.0.0-10',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-beta',
  '1.0.0',
  '1.0.1',
  '1.10.0',
  '2.0.0',
]

/** Versions in ascending order, from the documentation of each ecosystem. */
const ascending: Readonly<Record<AdvisoryEcosystem, readonly string[]>> = {
  npm: semver,
  Hex: semver,
  'GitHub Actions': semver,
  'crates.io': semver,
  Go: [
    '0.0.0-20190320223903-b7391e95e576',
    '0.0.0-20200220183623-bac4c82f6975',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1-0.20200306154055-f6f0a47cc344',
    '1.0.1',
    '2.8.0+incompatible',
    '10.0.0-rc1+incompatible',
  ],
  PyPI: [
    'latest',
    '0.1-bulbasaur',
    '0',
    '1.0.dev1',
    '1.0a1.dev1',
    '1.0a1',
    '1.0a1.post1',
    '1.0b2',
    '1.0rc1',
    '1.0',
    '1.0+abc',
    '1.0+abc.1',
    '1.0+5',
    '1.0.post1.dev1',
    '1.0.post1',
    '1.0.1',
    '1.1',
    '1!0.1',
  ],
  Maven: [
    'r03',
    '1.0-alpha-1',
    '1.0-alpha-2',
    '1.0-beta-1',
    '1.0-milestone-1',
    '1.0-rc1',
    '1.0-SNAPSHOT',
    '1.0',
    '1.0-sp',
    '1.0-jre8',
    '1.0-1',
    '1.0.1.Beta1',
    '1.0.1.Final',
    '1.0.1.v20201020',
    '1.0.2',
    '1.10',
  ],
  NuGet: [
    '1.0.0-Alpha',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.10',
    '1.0',
    '1.0.0.1-rc',
    '1.0.0.1',
    '1.0.1',
    '1.10',
  ],
  RubyGems: ['1.0.a', '1.0.a.2', '1.0.a10', '1.0.b1', '1.0.rc1', '1.0', '1.0.0.1', '1.0.1.pre', '1.0.1', '1.10'],
  Packagist: [
    'dev-main',
    '1.0-dev',
    '1.0-alpha2',
    '1.0-beta.2',
    '1.0-RC1',
    '1.0',
    '1.0.0-beta',
    '1.0.0',
    '1.0.0-pl1',
    '1.1',
    '1.10',
  ],
  Pub: ['1.0.0-dev.1', '1.0.0-dev.1+1', '1.0.0', '1.0.0+1', '1.0.0+2', '1.0.0+a', '1.0.1'],
  Hackage: ['0', '0.1', '0.1.0', '0.1.0.0', '0.9', '0.10', '1'],
  SwiftURL: ['1.0.0-beta.2', '1.0.0', '1.0.1', '1.10.0'],
  CRAN: ['0', '0.1', '0.1-0', '0.1.0.0', '0.1-2', '0.9', '0.10', '1'],
  ConanCenter: ['1.2.11', '1.2.13', '1.3', '1.3.1'],
}

const equal: Readonly<Partial<Record<Ecosystem, readonly (readonly [string, string])[]>>> = {
  npm: [['v1.2.3', '1.2.3+build']],
  Go: [
    ['v1.2.3', '1.2.3'],
    ['2.8.0+incompatible', '2.8.0'],
  ],
  PyPI: [
    ['1.0', '1.0.0'],
    ['1.0-1', '1.0.post1'],
    ['1.0alpha1', '1.0.A-1'],
    ['v1.0', '0!1'],
    ['1.0c1', '1.0rc1'],
    ['1.0+a-1', '1.0+A.1'],
  ],
  Maven: [
    ['1.0.0.Final', '1'],
    ['1.0.RELEASE', '1.0'],
    ['1a1', '1-alpha-1'],
    ['1.CR1', '1.rc1'],
    ['1.0.0-foo.0', '1-FOO'],
  ],
  NuGet: [
    ['1', '1.0.0.0'],
    ['1.0.0-RC1', '1.0.0-rc1+sha'],
    ['1.01', '1.1'],
  ],
  RubyGems: [
    ['1', '1.0.0'],
    ['1.0.a', '1.a'],
    ['1.0-rc1', '1.0.pre.rc.1'],
  ],
  Packagist: [
    ['v1.0', '1.0'],
    ['1.0.0-beta2', '1.0.0b2'],
    ['1.0.0RC1', '1.0.0.rc.1'],
    ['1.0_p1', '1.0-pl1'],
  ],
}

describe.each(advisoryEcosystems)('%s', (ecosystem) => {
  const order = versionOrderOf(ecosystem)
  const compare = (a: string, b: string) => {
    const [left, right] = [order.parse(a), order.parse(b)]
    if (left === undefined || right === undefined) throw new Error(`not a version: ${left === undefined ? a : b}`)
    return Math.sign(order.compare(left, right))
  }
  const keyOf = (text: string) => order.sortKey(order.parse(text))

  it('sorts as documented', () => {
    for (const [index, text] of ascending[ecosystem].entries()) {
      for (const later of ascending[ecosystem].slice(index + 1))
        expect([text, later, compare(text, later), compare(later, text)]).toEqual([text, later, -1, 1])
    }
  })

  it('knows other spellings', () => {
    for (const [a, b] of equal[ecosystem] ?? [])
      expect([a, b, compare(a, b), keyOf(a) === keyOf(b)]).toEqual([a, b, 0, true])
  })

  it.each(['', ' ', '1.0 || 2.0', '1.ä', '１.0', '1.0\n2.0', '1.0\u00002', '9'.repeat(257)])(
    'takes %j for no version',
    (text) => {
      expect(order.parse(text)).toBeUndefined()
    },
  )

  it('reads the worst texts in a moment', () => {
    const startedAt = performance.now()
    for (const piece of [
      '1',
      '1.',
      '.',
      '-',
      '0.',
      '0-',
      'a',
      'a1',
      '1a',
      '-0',
      '.0a',
      '+',
      '#',
      '1!',
      '_',
      'rc',
      '.dev',
    ]) {
      for (const start of ['', '1', '1.0', '1.0-a', '1.0+a']) {
        const version = order.parse(`${start}${piece.repeat(256)}`.slice(0, 256))
        if (version !== undefined) order.sortKey(version)
      }
    }
    expect(performance.now() - startedAt).toBeLessThan(500)
  })

  const versions = randomVersions(ecosystem).filter((text) => order.parse(text) !== undefined)

  it('is total and transitive, and its keys say the same', () => {
    fc.assert(
      fc.property(versions, versions, versions, (a, b, c) => {
        expect(compare(a, a)).toBe(0)
        expect(compare(a, b) + compare(b, a)).toBe(0)
        const [low, middle, high] = [a, b, c].sort(compare) as [string, string, string]
        expect([compare(low, middle), compare(middle, high), compare(low, high)].every((sign) => sign <= 0)).toBe(true)
        if (compare(low, middle) === 0 && compare(middle, high) === 0) expect(compare(low, high)).toBe(0)
        const [left, right] = [keyOf(a), keyOf(b)]
        expect(left < right ? -1 : left > right ? 1 : 0).toBe(compare(a, b))
        expect(Buffer.compare(Buffer.from(left), Buffer.from(right))).toBe(compare(a, b))
        expect(left !== right && right.startsWith(left)).toBe(false)
        expect(left).toMatch(/^\d[\x20-\x7e]*$/)
      }),
      { numRuns: 1_000 },
    )
  })
})
