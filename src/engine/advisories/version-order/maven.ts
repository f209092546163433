import { digitsOf, type Token, tokenOrder, type VersionTokens } from './tokens.ts'

/** Part of a version and the separator in front of it. A change between digits and letters counts as a hyphen. */
interface Part {
  readonly separator: '.' | '-'
  /** Lowercase string, number without leading zeros, or `''` for a release qualifier such as `final`. */
  readonly value: string
}

const releaseNames: ReadonlySet<string> = new Set(['', 'ga', 'final', 'release'])
/** Qualifiers before a release, in ascending order. */
const stagesBeforeRelease = ['alpha', 'beta', 'milestone', 'rc', 'snapshot']
const shortStages: ReadonlyMap<string, string> = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
  ['m', 'milestone'],
])

/**
 * Maven's version order, https://maven.apache.org/pom.html#version-order-specification. That order is cyclic for some
 * versions (`1-alpha` < `1` < `1.sp` < `1-alpha`). Here, a pre-release qualifier always sorts before the release,
 * regardless of the separator.
 */
export const mavenOrder = tokenOrder((text) =>
  text.includes(' ') ? undefined : partTokens(withoutNulls(readParts(text.toLowerCase()))),
)

function readParts(text: string): Part[] {
  const parts: Part[] = []
  for (const [, sign, piece = ''] of `.${text}`.matchAll(/([.-])([^.-]*)/g)) {
    const runs = piece.match(/\d+|\D+/g) ?? ['0']
    for (const [index, run] of runs.entries()) {
      const separator = index === 0 && sign === '.' ? '.' : '-'
      parts.push({ separator, value: partValue(run, runs[index + 1] !== undefined) })
    }
  }
  return parts
}

function partValue(run: string, beforeNumber: boolean): string {
  if (/^\d/.test(run)) return digitsOf(run)
  if (releaseNames.has(run)) return ''
  return run === 'cr' ? 'rc' : ((beforeNumber ? shortStages.get(run) : undefined) ?? run)
}

/** Removes zeros and release qualifiers at the end of the version and before a hyphen. Keeps the first part. */
function withoutNulls(parts: readonly Part[]): Part[] {
  const kept: Part[] = []
  for (const part of parts) {
    if (part.separator === '-') dropNulls(kept)
    kept.push(part)
  }
  dropNulls(kept)
  return kept
}

function dropNulls(parts: Part[]): void {
  while (parts.length > 1 && isNull(parts.at(-1))) parts.pop()
}

const isNull = (part: Part | undefined) => part?.value === '' || part?.value === '0'

const ranks = {
  dotStage: 0,
  hyphenStage: 1,
  zeroBeforeStage: 2,
  end: 3,
  dotWord: 4,
  hyphenWord: 5,
  hyphenNumber: 6,
  zero: 7,
  dotNumber: 8,
}

function partTokens(parts: readonly Part[]): VersionTokens {
  return [
    ...parts.map((part, index) => partToken(part, index > 0 ? parts.slice(index + 1) : undefined)),
    { rank: ranks.end },
  ]
}

/**
 * Returns a part's token. Missing parts count as zeros, so a zero sorts before the end of the version if a pre-release
 * qualifier follows the zero, and otherwise after the end. For the first part, `rest` is undefined because no version
 * ends before it.
 */
function partToken(part: Part, rest: readonly Part[] | undefined): Token {
  const { separator, value } = part
  if (isNull(part) && separator === '.' && rest)
    return { rank: leadsToStage(rest) ? ranks.zeroBeforeStage : ranks.zero }
  if (value === '' || /^\d/.test(value))
    return { rank: separator === '.' ? ranks.dotNumber : ranks.hyphenNumber, digits: value || '0' }
  const stage = stagesBeforeRelease.indexOf(value)
  if (stage !== -1) return { rank: separator === '.' ? ranks.dotStage : ranks.hyphenStage, digits: String(stage) }
  // Qualifiers after the release are sorted alphabetically, except for `sp`, which comes first.
  return { rank: separator === '.' ? ranks.dotWord : ranks.hyphenWord, text: value === 'sp' ? '!' : `"${value}` }
}

function leadsToStage(rest: readonly Part[]): boolean {
  const next = rest.find((part) => part.separator === '-' || !isNull(part))
  return next !== undefined && stagesBeforeRelease.includes(next.value)
}
