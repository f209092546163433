import { characterSet, inBothCases, isSubset } from './characters.ts'
import { charactersIn } from './consumed-characters.ts'
import type { PatternPart } from './pattern-part.ts'

/** Returns the literal string between optional separators and anchors: `..` for `(^|/)\.\.(/|$)`. */
export function literalWithin(way: readonly PatternPart[]): string | undefined {
  return literalOf(betweenEdges(way))
}

/** Returns the string that a sequence matches literally, if it has more than one character. */
export function literalOf(way: readonly PatternPart[]): string | undefined {
  let text = ''
  for (const part of way) {
    if (part.kind !== 'set') return undefined
    const code = part.set.toString(2).length - 1
    // A set of both cases of a letter counts as that letter.
    if ((part.set !== 1n << BigInt(code) && part.set !== inBothCases(1n << BigInt(code))) || code > 127)
      return undefined
    text += String.fromCharCode(code)
  }
  return text.length > 1 ? text : undefined
}

/** Returns a sequence without the anchors and optional separators at its edges. */
export function betweenEdges(way: readonly PatternPart[]): readonly PatternPart[] {
  let parts = way
  // A required separator is kept at the start, because it excludes a match at the start of the string.
  while (parts[0] && parts[0].kind !== 'set' && isEdge(parts[0])) parts = parts.slice(1)
  for (let last = parts.at(-1); last && isEdge(last); last = parts.at(-1)) parts = parts.slice(0, -1)
  return parts
}

/** Returns a sequence without its leading anchors. */
export function withoutStart(way: readonly PatternPart[]): readonly PatternPart[] {
  const first = way.findIndex(({ kind }) => kind !== 'start')
  return first < 0 ? [] : way.slice(first)
}

/**
 * Returns a sequence without its trailing anchors and separators: `^\.\.(?:\/|$)` matches strings that start with `..`.
 */
export function withoutEnding(way: readonly PatternPart[]): readonly PatternPart[] {
  const last = way.findLastIndex((part) => part.kind === 'set' || !isEdge(part))
  return way.slice(0, last + 1)
}

export const slashes = characterSet('/\\')
const isEdge = (part: PatternPart): boolean => part.kind !== 'notAhead' && isSubset(charactersIn([[part]]), slashes)
