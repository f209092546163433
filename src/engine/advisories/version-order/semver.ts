import { digitsOf, type Token, tokenOrder, type VersionTokens } from './tokens.ts'

type Identifier = { readonly numeric: boolean; readonly text: string }

export interface SemverVersion {
  /** Without leading zeros. */
  readonly core: readonly [string, string, string]
  /** Empty for a release. */
  readonly prerelease: readonly Identifier[]
  /** What stands behind the plus. */
  readonly build: readonly Identifier[]
}

/**
 * node-semver's loose grammar (`v1.2.3`, `1.2.3beta`), and what OSV's own reader takes besides:
 * missing components are 0 (`{"fixed": "0.70"}` of npm records) and whatever follows the third
 * component after a dot is build metadata (`1.1.3.4`). A prerelease needs a minor version, one
 * without a hyphen the whole core: `7fa3b2c` is a commit, not version 7.
 */
const grammar =
  /^[v=\s]*(\d+)(?:\.(\d+)(?:(?:\.(\d+))?-([\w.-]+)|\.(\d+)([a-z][\w.-]*)|\.(\d+)(?:\.[\w.+-]*)?)?)?(?:\+([\w.-]*))?$/i

/**
 * semver.org section 11 over node-semver's loose reading; build metadata does not count. For npm, Go, crates.io, Hex
 * and GitHub Actions.
 */
export const semverOrder = tokenOrder((text) => {
  const version = readSemver(text)
  return version && semverTokens(version)
})

/** Of trimmed text. Undefined for what is no version. */
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

/** The core, then the prerelease, which ends before a longer one goes on and stands before the release. */
export function semverTokens({ core, prerelease }: Pick<SemverVersion, 'core' | 'prerelease'>): VersionTokens {
  return [
    ...core.map((digits) => ({ rank: 0, digits })),
    ...(prerelease.length === 0 ? [release] : identifierTokens(prerelease)),
  ]
}

/** Numbers before words; a list that ends comes before one that goes on. */
export function identifierTokens(identifiers: readonly Identifier[]): Token[] {
  return [
    ...identifiers.map(({ numeric, text }) => (numeric ? { rank: 1, digits: text } : { rank: 2, text })),
    { rank: 0 },
  ]
}
