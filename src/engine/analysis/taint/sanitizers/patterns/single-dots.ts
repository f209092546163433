import { characterSet, intersects } from './characters.ts'
import type { PatternPart } from './pattern-part.ts'

const dot = characterSet('.')

/** Positions of dots in the strings that a part matches. */
interface Dots {
  /** True if two dots may be adjacent. */
  readonly hasTwo: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly mayBeEmpty: boolean
}

const nothingMatched: Dots = { hasTwo: false, isFirst: false, isLast: false, mayBeEmpty: true }

/** Reports whether a match cannot contain `..`, because each dot is between other characters: `^\w+(\.\w+)*$`. */
export function cannotHaveParents(way: readonly PatternPart[]): boolean {
  return !dotsOf(way).hasTwo
}

function dotsOf(way: readonly PatternPart[]): Dots {
  return way.map(dotsOfPart).reduce(
    (one, next) => ({
      hasTwo: one.hasTwo || next.hasTwo || (one.isLast && next.isFirst),
      isFirst: one.isFirst || (one.mayBeEmpty && next.isFirst),
      isLast: next.isLast || (next.mayBeEmpty && one.isLast),
      mayBeEmpty: one.mayBeEmpty && next.mayBeEmpty,
    }),
    nothingMatched,
  )
}

function dotsOfPart(part: PatternPart): Dots {
  switch (part.kind) {
    case 'set': {
      const isDot = intersects(part.set, dot)
      return { hasTwo: false, isFirst: isDot, isLast: isDot, mayBeEmpty: false }
    }
    case 'group': {
      const ways = part.ways.map(dotsOf)
      const some = (key: keyof Dots) => ways.some((way) => way[key])
      return {
        hasTwo: some('hasTwo'),
        isFirst: some('isFirst'),
        isLast: some('isLast'),
        mayBeEmpty: some('mayBeEmpty'),
      }
    }
    case 'repeat': {
      const once = dotsOfPart(part.part)
      const hasTwo = once.hasTwo || (!part.isOnce && once.isLast && once.isFirst)
      return { ...once, hasTwo, mayBeEmpty: once.mayBeEmpty || part.least === 0 }
    }
    default:
      return nothingMatched
  }
}
