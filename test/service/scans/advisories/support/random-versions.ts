import fc from 'fast-check'
import type { AdvisoryEcosystem } from '../../../../../src/engine/model/component.ts'

const number = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 3 }).map(String) },
  fc.constantFrom('00', '01', '10', '007', '20201020'),
  fc.bigInt({ min: 0n, max: 10n ** 60n }).map(String),
)

const words = {
  'GitHub Actions': ['alpha', 'rc'],
  'crates.io': ['alpha', 'beta', 'rc', 'pre', '0'],
  Go: ['0.20200220183623-bac4c82f6975', 'rc', '0', 'alpha'],
  Hackage: [],
  Hex: ['rc', 'dev', 'alpha'],
  Maven: [
    'alpha',
    'beta',
    'm',
    'b',
    'a',
    'cr',
    'rc',
    'snapshot',
    'SNAPSHOT',
    'final',
    'ga',
    'release',
    'sp',
    'jre8',
    'v',
    'x',
    'incubating',
    'Final',
  ],
  NuGet: ['beta', 'BETA', 'rc', 'preview'],
  Packagist: ['dev', 'alpha', 'a', 'beta', 'b', 'RC', 'rc', 'pl', 'p', 'patch', 'foo', 'BETA', '#'],
  Pub: ['dev', 'nullsafety', 'pre'],
  PyPI: ['a', 'b', 'rc', 'c', 'alpha', 'pre', 'post', 'rev', 'dev', 'final', 'foo', 'DEV', 'r'],
  RubyGems: ['a', 'b', 'pre', 'rc', 'beta', 'A'],
  npm: ['alpha', 'beta', 'rc', 'RC', '-', '0a', 'a0'],
  SwiftURL: ['alpha', 'beta', 'rc', '0'],
  CRAN: [],
  ConanCenter: ['rc', 'a'],
} as const satisfies Record<AdvisoryEcosystem, readonly string[]>

/**
 * Texts that are mostly valid versions of the ecosystem. Many are close to each other, and some are other spellings of
 * the same version.
 */
export function randomVersions(ecosystem: AdvisoryEcosystem): fc.Arbitrary<string> {
  const known: readonly string[] = words[ecosystem]
  const part =
    known.length === 0
      ? number
      : fc.oneof({ weight: 3, arbitrary: number }, { weight: 2, arbitrary: fc.constantFrom(...known) })
  const separated = fc
    .tuple(fc.constantFrom('.', '.', '-', '', '+', '_'), part)
    .map(([separator, text]) => separator + text)
  return fc
    .tuple(
      fc.constantFrom('', '', '', 'v', '1!'),
      fc.array(number, { minLength: 1, maxLength: 4 }),
      fc.array(separated, { maxLength: 4 }),
    )
    .map(([prefix, numbers, rest]) => `${prefix}${numbers.join('.')}${rest.join('')}`)
}
