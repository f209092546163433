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

/** What a pattern cuts out of a text. */
export interface CutText {
  /** Characters that it cuts. */
  readonly characters: CharacterSet
  /** It only cuts at the start of the text, or only at its end. */
  readonly side: 'start' | 'end' | undefined
  /** The host stays in the same domain: it cuts a subdomain that is written out, a port, slashes at the end. */
  readonly keepsHost: boolean
  /** What it cuts at the end contains a letter or a digit, so the name of a file that ends in it is not `..`. */
  readonly hasWord: boolean
}

type Way = readonly PatternPart[]

/** Describes what a pattern cuts. Undefined for patterns that are not understood. */
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

/** What ends in front of the name of a host. Not `//`: without it, an address may look like a name. */
const beforeHosts = characterSet('.[')
/** What may follow one; a domain without the dot at its end is the same. */
const afterHosts = digits | characterSet('.:/?#]')

/**
 * One text that is written out and ends in front of a host: `www.`. A set of letters also cuts `evil` from
 * `evilexample.com`.
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

/** One character; a letter in both cases is one. */
function isOneCharacter(set: CharacterSet): boolean {
  const rest = set & (set - 1n)
  return (
    set !== noCharacters && (rest === noCharacters || (isSubset(set, wordCharacters) && set === (rest | (rest >> 32n))))
  )
}

/** Characters that separate the parts of a path or lead out of a folder. */
const ofPaths = characterSet('/\\.')

/** Whether a text that was cut leads to the same folder as the whole text, or to one inside the same folder. */
export function keepsPath({ characters, side, hasWord }: CutText, replacement: string | undefined): boolean {
  const onlySlashes = isSubset(characters, characterSet('/\\'))
  if (onlySlashes && intersects(characters, ofPaths) && (replacement === '/' || replacement === '\\')) return true
  if (replacement === undefined || intersects(characterSet(replacement), ofPaths)) return false
  if (!intersects(characters, ofPaths)) return true
  return side === 'end' && (onlySlashes || hasWord)
}

/**
 * Whether a text that was cut names the same host as the whole text, or one in the same domain. Brackets are only
 * around addresses of version 6.
 */
export function keepsHost(cut: CutText, replacement: string | undefined): boolean {
  return (
    (cut.keepsHost || isSubset(cut.characters, characterSet('[]'))) &&
    (replacement === '' || (replacement === '/' && cut.side === 'end'))
  )
}

/** Whether `..` or separators may be cut out anywhere but at the edges of a text; `$&` keeps them. */
export function cutsPath({ characters, side }: CutText, replacement: string | undefined): boolean {
  return side === undefined && intersects(characters, ofPaths) && replacement?.includes('$') !== true
}
