import { characterSet, inBothCases, isSubset } from './characters.ts'
import { charactersIn } from './consumed-characters.ts'
import type { PatternPart } from './pattern-part.ts'

/** The text between optional separators and anchors: `(^|/)\.\.(/|$)` is about `..`. */
export function literalWithin(way: readonly PatternPart[]): string | undefined {
  return literalOf(betweenEdges(way))
}

/** A text that is written out, longer than a character. */
export function literalOf(way: readonly PatternPart[]): string | undefined {
  let text = ''
  for (const part of way) {
    if (part.kind !== 'set') return undefined
    const code = part.set.toString(2).length - 1
    // A letter in both cases is one letter.
    if ((part.set !== 1n << BigInt(code) && part.set !== inBothCases(1n << BigInt(code))) || code > 127)
      return undefined
    text += String.fromCharCode(code)
  }
  return text.length > 1 ? text : undefined
}

/** A sequence without anchors and optional separators at its edges. */
export function betweenEdges(way: readonly PatternPart[]): readonly PatternPart[] {
  let parts = way
  // A separator that has to be there says nothing of a text that starts behind it.
  while (parts[0] && parts[0].kind !== 'set' && isEdge(parts[0])) parts = parts.slice(1)
  for (let last = parts.at(-1); last && isEdge(last); last = parts.at(-1)) parts = parts.slice(0, -1)
  return parts
}

/** A sequence without its anchors at the start. */
export function withoutStart(way: readonly PatternPart[]): readonly PatternPart[] {
  const first = way.findIndex(({ kind }) => kind !== 'start')
  return first < 0 ? [] : way.slice(first)
}

/** `^\.\.(?:\/|$)` is about what begins with `..`. */
export function withoutEnding(way: readonly PatternPart[]): readonly PatternPart[] {
  const last = way.findLastIndex((part) => part.kind === 'set' || !isEdge(part))
  return way.slice(0, last + 1)
}

export const slashes = characterSet('/\\')
const isEdge = (part: PatternPart): boolean => part.kind !== 'notAhead' && isSubset(charactersIn([[part]]), slashes)
