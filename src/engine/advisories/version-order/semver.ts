import { digitsOf, type Token, tokenOrder, type VersionTokens } from './tokens.ts'

type Identifier = { readonly numeric: boolean; readonly text: string }

export interface SemverVersion {
  /** Major, minor, and patch numbers without leading zeros. */
  readonly core: readonly [string, string, string]
  /** Prerelease identifiers. Empty for a release. */
  readonly prerelease: readonly Identifier[]
  /** Build metadata after the plus sign. */
  readonly build: readonly Identifier[]
}

/**
 * Matches node-semver's loose grammar (`v1.2.3`, `1.2.3beta`) and everything that OSV's own parser also accepts.
 * Missing components are 0 (`{"fixed": "0.70"}` in npm records), and everything after the third component and a dot is
 * build metadata (`1.1.3.4`). A prerelease requires a minor version, and without a hyphen it requires all three
 * numbers: `7fa3b2c` is a commit, not version 7.
 */
const grammar =
  /^[v=\s]*(\d+)(?:\.(\d+)(?:(?:\.(\d+))?-([\w.-]+)|\.(\d+)([a-z][\w.-]*)|\.(\d+)(?:\.[\w.+-]*)?)?)?(?:\+([\w.-]*))?$/i

/**
 * Version order for npm, Go, crates.io, Hex, and GitHub Actions: semver.org section 11 with node-semver's loose
 * parsing. Ignores build metadata.
 */
export const semverOrder = tokenOrder((text) => {
  const version = readSemver(text)
  return version && semverTokens(version)
})

/** Parses trimmed text. Returns undefined if it is not a version. */
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

/**
 * Returns the tokens for the core and the prerelease. A prerelease sorts before longer prereleases that start with it,
 * and before the release.
 */
export function semverTokens({ core, prerelease }: Pick<SemverVersion, 'core' | 'prerelease'>): VersionTokens {
  return [
    ...core.map((digits) => ({ rank: 0, digits })),
    ...(prerelease.length === 0 ? [release] : identifierTokens(prerelease)),
  ]
}

/**
 * Converts identifiers to tokens. Numbers sort before words, and a list sorts before longer lists that start with it.
 */
export function identifierTokens(identifiers: readonly Identifier[]): Token[] {
  return [
    ...identifiers.map(({ numeric, text }) => (numeric ? { rank: 1, digits: text } : { rank: 2, text })),
    { rank: 0 },
  ]
}
