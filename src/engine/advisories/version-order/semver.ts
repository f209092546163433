import { digitsOf, type Token, tokenOrder, type VersionTokens } from './tokens.ts'

type Identifier = { readonly numeric: boolean; readonly text: string }

export interface SemverVersion {
  /** Without leading zeros. */
  readonly core: readonly [string, string, string]
  /** Empty for a release. */
  readonly prerelease: readonly Identifier[]
  /** The part after the plus sign. */
  readonly build: readonly Identifier[]
}

/**
 * node-semver's loose grammar (`v1.2.3`, `1.2.3beta`), and what OSV's own parser also accepts: missing components are 0
 * (`{"fixed": "0.70"}` in npm records), and everything after the third component and a dot is build metadata
 * (`1.1.3.4`). A prerelease requires a minor version, and one without a hyphen requires all three: `7fa3b2c` is a
 * commit, not version 7.
 */
const grammar =
  /^[v=\s]*(\d+)(?:\.(\d+)(?:(?:\.(\d+))?-([\w.-]+)|\.(\d+)([a-z][\w.-]*)|\.(\d+)(?:\.[\w.+-]*)?)?)?(?:\+([\w.-]*))?$/i

/**
 * semver.org section 11 with node-semver's loose parsing. Build metadata is ignored. For npm, Go, crates.io, Hex, and
 * GitHub Actions.
 */
export const semverOrder = tokenOrder((text) => {
  const version = readSemver(text)
  return version && semverTokens(version)
})

/** For trimmed text. Undefined if it is not a version. */
export function readSemver(text: string): SemverVersion | undefined {
  const match = grammar.exec(text)
  if (!match) return undefined
  const [, major = '0', minor = '0', hyphenPatch, hyphenated, loosePatch, loose, releasePatch, build] = match
  const prerelease = (hyphenated ?? loose)?.split('.')
  if (prerelease?.some((part) => !/^[\da-z-]+$/i.test(part))) return undefined
  return {
    core: [digitsOf(major), digitsOf(minor), digitsOf(hyphenPatch ?? loosePatch ?? releasePatch ?? '0')],
    prerelease: prerelease?.map(identifier) ?? [],
    build:
      build
        ?.split('.')
        .filter((part) => part !== '')
        .map(identifier) ?? [],
  }
}

function identifier(text: string): Identifier {
  return /^\d+$/.test(text) ? { numeric: true, text: digitsOf(text) } : { numeric: false, text }
}

const release = { rank: 3 }

/** The core, then the prerelease. A prerelease ends before a longer one continues, and comes before the release. */
export function semverTokens({ core, prerelease }: Pick<SemverVersion, 'core' | 'prerelease'>): VersionTokens {
  return [
    ...core.map((digits) => ({ rank: 0, digits })),
    ...(prerelease.length === 0 ? [release] : identifierTokens(prerelease)),
  ]
}

/** Numbers before words. A list that ends comes before one that continues. */
export function identifierTokens(identifiers: readonly Identifier[]): Token[] {
  return [
    ...identifiers.map(({ numeric, text }) => (numeric ? { rank: 1, digits: text } : { rank: 2, text })),
    { rank: 0 },
  ]
}
