import {
  characterSet,
  type CharacterSet,
  digits,
  intersects,
  isSubset,
  noCharacters,
  wordCharacters,
} from './characters.ts'
import { charactersIn } from './consumed-characters.ts'
import type { PatternDialect, PatternPart } from './pattern-part.ts'
import { parsePattern } from './parse-pattern.ts'

/** Text that a pattern removes from a string. */
export interface CutText {
  /** Characters that may be in the removed text. */
  readonly characters: CharacterSet
  /** The edge of the string where the pattern removes text. Undefined if it may also remove text elsewhere. */
  readonly side: 'start' | 'end' | undefined
  /**
   * True if the shortened host stays in the same domain, because the pattern removes only a literal subdomain, a port,
   * or trailing slashes.
   */
  readonly keepsHost: boolean
  /** True if the text removed at the end contains a letter or digit. A file name with that end is then not `..`. */
  readonly hasWord: boolean
}

type Way = readonly PatternPart[]

/** Describes the string that a pattern removes. Undefined for unsupported patterns. */
export function cutText(source: string, dialect: PatternDialect): CutText | undefined {
  const ways = parsePattern(source, dialect)
  if (!ways) return undefined
  const sides = ways.map(sideOf)
  const [first] = sides
  return {
    characters: charactersIn(ways),
    side: sides.every((side) => side === first) ? first : undefined,
    keepsHost: ways.every((way, index) =>
      sides[index] === 'start'
        ? isBeforeHost(way.slice(1))
        : sides[index] === 'end' && way.slice(0, -1).every(isAfterHost),
    ),
    hasWord: ways.every(hasWord),
  }
}

function hasWord(way: Way): boolean {
  return way.some((part) =>
    part.kind === 'set'
      ? isSubset(part.set, wordCharacters)
      : part.kind === 'group'
        ? part.ways.every(hasWord)
        : part.kind === 'repeat' && part.least > 0 && hasWord([part.part]),
  )
}

function sideOf(way: Way): 'start' | 'end' | undefined {
  return way[0]?.kind === 'start' ? 'start' : way.at(-1)?.kind === 'end' ? 'end' : undefined
}

/** Characters that can precede a host name. `//` is excluded, because a URL without it may look like a name. */
const beforeHosts = characterSet('.[')
/** Characters that can follow a host name. A trailing dot does not change the domain. */
const afterHosts = digits | characterSet('.:/?#]')

/**
 * True for a literal string that ends before a host name, such as `www.`. A character set is not enough, because a set
 * of letters would also remove `evil` from `evilexample.com`.
 */
function isBeforeHost(way: Way): boolean {
  const last = way.at(-1)
  return last === undefined || (isWrittenOut(way) && endsBeforeHost(way, last))
}

function endsBeforeHost(way: Way, last: PatternPart): boolean {
  switch (last.kind) {
    case 'set':
      return isSubset(last.set, beforeHosts)
    case 'repeat':
      return isBeforeHost([last.part]) && (last.least > 0 || isBeforeHost(way.slice(0, -1)))
    case 'group':
      return last.ways.every((inner) => inner.length > 0 && isBeforeHost(inner))
    default:
      return false
  }
}

function isWrittenOut(way: Way): boolean {
  return way.every((part) => {
    if (part.kind === 'group') return part.ways.every(isWrittenOut)
    if (part.kind === 'repeat') return isWrittenOut([part.part])
    return part.kind === 'set' && (isOneCharacter(part.set) || isSubset(part.set, beforeHosts))
  })
}

function isAfterHost(part: PatternPart): boolean {
  return part.kind !== 'notAhead' && isSubset(charactersIn([[part]]), afterHosts)
}

/** True if a set consists of one character. Both cases of a letter count as one. */
function isOneCharacter(set: CharacterSet): boolean {
  const rest = set & (set - 1n)
  return (
    set !== noCharacters && (rest === noCharacters || (isSubset(set, wordCharacters) && set === (rest | (rest >> 32n))))
  )
}

/** Characters that separate path segments or lead out of a folder. */
const ofPaths = characterSet('/\\.')

/** Reports whether the shortened string still leads to the same folder or to a location inside it. */
export function keepsPath({ characters, side, hasWord }: CutText, replacement: string | undefined): boolean {
  const onlySlashes = isSubset(characters, characterSet('/\\'))
  if (onlySlashes && intersects(characters, ofPaths) && (replacement === '/' || replacement === '\\')) return true
  if (replacement === undefined || intersects(characterSet(replacement), ofPaths)) return false
  if (!intersects(characters, ofPaths)) return true
  return side === 'end' && (onlySlashes || hasWord)
}

/**
 * Reports whether the shortened string names the same host or a host in the same domain. Brackets may be removed
 * because they occur only around IPv6 addresses.
 */
export function keepsHost(cut: CutText, replacement: string | undefined): boolean {
  return (
    (cut.keepsHost || isSubset(cut.characters, characterSet('[]'))) &&
    (replacement === '' || (replacement === '/' && cut.side === 'end'))
  )
}

/**
 * Reports whether `..` or separators may be removed from the middle of a string. A replacement with `$&` keeps them.
 */
export function cutsPath({ characters, side }: CutText, replacement: string | undefined): boolean {
  return side === undefined && intersects(characters, ofPaths) && replacement?.includes('$') !== true
}
