import { type CharacterSet, noCharacters, withoutCharacters } from './characters.ts'
import type { PatternPart, Ways } from './pattern-part.ts'

/** Returns the characters that the parts of a pattern can consume. */
export function charactersIn(ways: Ways): CharacterSet {
  let set = noCharacters
  for (const way of ways) {
    for (const part of way) {
      if (part.kind === 'set') set |= part.set
      else if (part.kind === 'group') set |= charactersIn(part.ways)
      else if (part.kind === 'repeat') set |= charactersIn([[part.part]])
    }
  }
  return set
}

/** Returns the characters that a negative lookahead `(?!…)` excludes from the next position. */
export function excludedBy(ways: Ways): CharacterSet {
  return ways.reduce(
    (set, inner) => set | (inner.length === 1 && inner[0]?.kind === 'set' ? inner[0].set : noCharacters),
    noCharacters,
  )
}

/** Returns the characters that a match can start with, and whether a match may be empty. */
export function firstOf(ways: Ways): { readonly set: CharacterSet; readonly mayBeEmpty: boolean } {
  let all = noCharacters
  let mayBeEmpty = false
  for (const way of ways) {
    let excluded = noCharacters
    let isOpen = true
    for (const part of way) {
      if (!isOpen) break
      if (part.kind === 'notAhead') excluded |= excludedBy(part.ways)
      else if (part.kind === 'set') {
        all |= withoutCharacters(part.set, excluded)
        isOpen = false
      } else if (part.kind === 'group' || part.kind === 'repeat') {
        const inner = firstOf(part.kind === 'group' ? part.ways : [[part.part]])
        all |= withoutCharacters(inner.set, excluded)
        isOpen = inner.mayBeEmpty || (part.kind === 'repeat' && part.least === 0)
      }
    }
    mayBeEmpty ||= isOpen
  }
  return { set: all, mayBeEmpty }
}

/** Reports whether a sequence can match only at the given edge of the string. */
export function isAnchored(way: readonly PatternPart[], side: 'start' | 'end'): boolean {
  for (const part of side === 'start' ? way : way.toReversed()) {
    if (part.kind === side) return true
    if (part.kind === 'group') return part.ways.every((inner) => isAnchored(inner, side))
    if (part.kind !== 'nothing' && part.kind !== 'notAhead') return false
  }
  return false
}
