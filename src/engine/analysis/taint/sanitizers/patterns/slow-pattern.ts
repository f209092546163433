import { beyondAscii, intersects, withoutCharacters } from './characters.ts'
import { parsePattern } from './parse-pattern.ts'
import type { PatternDialect, PatternPart, Ways } from './pattern-part.ts'

type Repeat = Extract<PatternPart, { readonly kind: 'repeat' }>

/**
 * Reports whether a backtracking engine may need exponential time. This happens if a repeated group contains a repeated
 * part that can match what the rest of the group matches: `(\w+\s?)*$`. False for unsupported patterns.
 */
export function isExponential(source: string, dialect: PatternDialect): boolean {
  const ways = parsePattern(source, dialect)
  return ways !== undefined && ways.some((way) => isSlow(way, false))
}

/** `isFollowed`: a later part can fail to match, which makes the engine backtrack. */
function isSlow(parts: readonly PatternPart[], isFollowed: boolean): boolean {
  return parts.some((part, index) => {
    const mayFail = isFollowed || parts.slice(index + 1).some(canFail)
    if (part.kind === 'group') return part.ways.some((way) => isSlow(way, mayFail))
    if (part.kind !== 'repeat') return false
    const inner = waysOf(part.part)
    return (mayFail && isOpen(part) && inner.some(isAmbiguous)) || inner.some((way) => isSlow(way, mayFail))
  })
}

const waysOf = (part: PatternPart): Ways => (part.kind === 'group' ? part.ways : [[part]])

/**
 * True if the number of repetitions is unlimited or very large. In contrast, a fixed number allows only one way to
 * match, and a small number allows few.
 */
const isOpen = ({ least, most }: Repeat): boolean => least <= 1 && most > maxFewTimes

/** Maximum number of repetitions that still counts as few ways to match a string. */
const maxFewTimes = 15

/**
 * True if the number of repetitions varies. Inside another repetition, even a small range allows many ways to match:
 * `(\w{1,3})+`.
 */
const isVaried = ({ least, most }: Repeat): boolean => least <= 1 && most > 1

function canFail(part: PatternPart): boolean {
  switch (part.kind) {
    case 'set':
    case 'end':
      return true
    case 'group':
      return part.ways.every((way) => way.some(canFail))
    case 'repeat':
      return part.least > 0 && canFail(part.part)
    default:
      return false
  }
}

/** Reports whether a repeated part of a sequence can match text that the other parts need. */
function isAmbiguous(way: readonly PatternPart[]): boolean {
  return way.some((part, index) => {
    if (part.kind !== 'repeat' || !isVaried(part) || part.part.kind !== 'set') return false
    // Non-ASCII characters are ignored, because one bit represents several kinds of them, such as spaces and letters.
    const set = withoutCharacters(part.part.set, beyondAscii)
    return way.every((other, at) => at === index || isTaken(other))

    function isTaken(other: PatternPart): boolean {
      if (other.kind === 'set') return intersects(other.set, set)
      if (other.kind === 'repeat') return other.least === 0 || isTaken(other.part)
      if (other.kind === 'group') return other.ways.some((inner) => inner.every(isTaken))
      return other.kind === 'nothing'
    }
  })
}
