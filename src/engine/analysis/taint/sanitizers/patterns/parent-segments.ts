import { characterSet, intersects, isSubset } from './characters.ts'
import { firstOf } from './consumed-characters.ts'
import { slashes } from './literal-parts.ts'
import type { PatternPart } from './pattern-part.ts'

const dot = characterSet('.')

/** What precedes a position in its path segment: nothing, `.`, `..`, or other text. `found` follows a segment `..`. */
const [start, oneDot, twoDots, otherText, found] = [1, 2, 4, 8, 16] as const
const places = [start, oneDot, twoDots, otherText, found] as const

/** Maps each of `places` to the places that may follow it after a match, as bits. */
type Moves = readonly number[]

/** A match of nothing. */
const stay: Moves = places

/**
 * Reports whether a match has no path segment `..`, even if a dot precedes the match: `^(?:\w[\w.]*\/)*\w[\w.]*$`.
 * Lookarounds are ignored.
 */
export function cannotHaveParentSegments(way: readonly PatternPart[]): boolean {
  const first = firstOf([way])
  const ends = movesOf(way)[0] ?? found
  return !intersects(first.set, dot) && (ends & (found | twoDots)) === 0
}

function movesOf(way: readonly PatternPart[]): Moves {
  return way.map(movesOfPart).reduce(inOrder, stay)
}

function movesOfPart(part: PatternPart): Moves {
  switch (part.kind) {
    case 'set':
      return movesOfCharacter(part.set)
    case 'group':
      return part.ways.map(movesOf).reduce(either, [0, 0, 0, 0, 0])
    case 'repeat':
      return repeated(movesOfPart(part.part), part)
    default:
      return stay
  }
}

function movesOfCharacter(set: bigint): Moves {
  const other = isSubset(set, dot | slashes) ? 0 : otherText
  const isDot = intersects(set, dot)
  const atSlash = intersects(set, slashes) ? start : 0
  return [
    (isDot ? oneDot : 0) | atSlash | other,
    (isDot ? twoDots : 0) | atSlash | other,
    (isDot ? otherText : 0) | (atSlash === 0 ? 0 : found) | other,
    (isDot ? otherText : 0) | atSlash | other,
    found,
  ]
}

/** Every place is reached after at most as many repetitions as there are places. */
function repeated(once: Moves, { least, isOnce }: { readonly least: number; readonly isOnce: boolean }): Moves {
  if (isOnce) return least === 0 ? either(stay, once) : once
  let some = once
  for (const _ of places) some = either(some, inOrder(some, once))
  return least === 0 ? either(stay, some) : some
}

const either = (one: Moves, other: Moves): Moves => one.map((ends, index) => ends | (other[index] ?? 0))

function inOrder(one: Moves, next: Moves): Moves {
  return one.map((ends) =>
    places.reduce<number>((all, place, index) => all | ((ends & place) === 0 ? 0 : (next[index] ?? 0)), 0),
  )
}
