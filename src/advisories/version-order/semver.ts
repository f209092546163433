import type { VersionOrder } from './version-order.ts'

/** Decimal digits without leading zeros: advisories carry numbers beyond 2^53, which `Number` would round. */
type Digits = string
type Identifier = { readonly numeric: true; readonly text: Digits } | { readonly numeric: false; readonly text: string }

export interface SemverVersion {
  readonly core: readonly [Digits, Digits, Digits]
  /** Empty for a release. */
  readonly prerelease: readonly Identifier[]
}

/** node-semver's `MAX_LENGTH`. */
const maxLength = 256

/**
 * node-semver's loose grammar (`v1.2.3`, `1.2.3beta`), and what OSV's own reader takes besides:
 * missing components are 0 (`{"fixed": "0.70"}` of npm records) and whatever follows the third
 * component after a dot is build metadata (`1.1.3.4`). A prerelease needs a minor version, one
 * without a hyphen the whole core: `7fa3b2c` is a commit, not version 7.
 */
const grammar = /^[v=\s]*(\d+)(?:\.(\d+)(?:(?:\.(\d+))?-([\w.-]+)|\.(\d+)([a-z][\w.-]*)|\.(\d+)(?:\.[\w.+-]*)?)?)?(?:\+[\w.-]*)?\s*$/i

/** The order of npm's versions: semver.org section 11 over node-semver's loose reading; build metadata does not count. */
export const semverOrder: VersionOrder<SemverVersion> = { parse, compare }

function parse(text: string): SemverVersion | undefined {
  if (text.length > maxLength) return undefined
  const match = grammar.exec(text)
  if (!match) return undefined
  const [, major = '0', minor = '0', hyphenPatch, hyphenated, loosePatch, loose, releasePatch] = match
  const prerelease = (hyphenated ?? loose)?.split('.')
  if (prerelease?.some((part) => !/^[\da-z-]+$/i.test(part))) return undefined
  const patch = hyphenPatch ?? loosePatch ?? releasePatch ?? '0'
  return { core: [digits(major), digits(minor), digits(patch)], prerelease: prerelease?.map(identifier) ?? [] }
}

function identifier(text: string): Identifier {
  return /^\d+$/.test(text) ? { numeric: true, text: digits(text) } : { numeric: false, text }
}

function digits(text: string): Digits {
  return text.replace(/^0+(?=\d)/, '')
}

function compare(a: SemverVersion, b: SemverVersion): number {
  return (
    compareDigits(a.core[0], b.core[0]) ||
    compareDigits(a.core[1], b.core[1]) ||
    compareDigits(a.core[2], b.core[2]) ||
    comparePrerelease(a.prerelease, b.prerelease)
  )
}

function comparePrerelease(a: readonly Identifier[], b: readonly Identifier[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length
  for (const [index, left] of a.entries()) {
    const right = b[index]
    if (!right) return 1
    const difference = compareIdentifiers(left, right)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function compareIdentifiers(a: Identifier, b: Identifier): number {
  if (a.numeric && b.numeric) return compareDigits(a.text, b.text)
  if (a.numeric !== b.numeric) return a.numeric ? -1 : 1
  return compareText(a.text, b.text)
}

function compareDigits(a: Digits, b: Digits): number {
  return a.length - b.length || compareText(a, b)
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
