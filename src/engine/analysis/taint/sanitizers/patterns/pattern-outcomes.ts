import {
  characterSet,
  type CharacterSet,
  everyCharacter,
  intersects,
  isSubset,
  lineBreaks,
  noCharacters,
  withoutCharacters,
} from './characters.ts'
import { charactersIn, excludedBy, firstOf, isAnchored } from './consumed-characters.ts'
import { betweenEdges, literalOf, literalWithin, slashes, withoutEnding, withoutStart } from './literal-parts.ts'
import type { MatchExtent } from './pattern-syntax.ts'
import type { PatternDialect, PatternPart } from './pattern-part.ts'
import { parsePattern } from './parse-pattern.ts'
import { cannotHaveParentSegments } from './parent-segments.ts'
import { cannotHaveParents } from './single-dots.ts'

/** Properties of a string that a pattern matches. */
export interface MatchedText {
  /** Characters that the string can contain. All characters if the pattern is not anchored at both ends. */
  readonly characters: CharacterSet
  /** Characters that the string can start with. All characters if the pattern is not anchored at its start. */
  readonly first: CharacterSet
  readonly isAnchoredAtStart: boolean
  readonly isAnchoredAtEnd: boolean
  /** True if a line break may follow the match, as after `$` in some languages. */
  readonly mayEndInLineBreak: boolean
  /** True if the string cannot contain `..`. */
  readonly hasNoParents: boolean
  /** True if no segment of the path is `..`. Parts of the string, such as its end, may still start with `..`. */
  readonly hasNoParentSegments: boolean
  /** True if the string starts with exactly one slash that no slash or backslash follows. */
  readonly startsWithOneSlash: boolean
  /**
   * Characters to which the string would be restricted if the pattern were anchored, as its author probably intended.
   */
  readonly meant: CharacterSet
}

/** Properties of a string that does not match a pattern. */
export interface UnmatchedText {
  /** Characters that do not occur in the string. */
  readonly without: CharacterSet
  /** Characters that the string does not start with. */
  readonly firstWithout: CharacterSet
  /** Multi-character strings that do not occur in the string. */
  readonly texts: readonly string[]
  /** Multi-character strings that the string does not start with. */
  readonly beginnings: readonly string[]
  /** Multi-character strings that the string does not equal, because it neither starts nor ends with them. */
  readonly wholes: readonly string[]
}

/** Returns the properties of a matching string. Undefined for unsupported patterns. */
export function matchedText(source: string, dialect: PatternDialect, extent: MatchExtent): MatchedText | undefined {
  const ways = parsePattern(source, dialect)
  if (!ways) return undefined
  const isAnchoredAtStart = extent !== 'anywhere' || ways.every((way) => isAnchored(way, 'start'))
  const isAnchoredAtEnd = extent === 'whole' || ways.every((way) => isAnchored(way, 'end'))
  const meant = charactersIn(ways)
  const mayEndInLineBreak =
    extent !== 'whole' &&
    dialect.syntax.dollarPrecedesLineBreak &&
    ways.some((way) => way.some((part) => part.kind === 'end' && part.mayPrecedeLineBreak))
  const isWhole = isAnchoredAtStart && isAnchoredAtEnd
  return {
    characters: isWhole ? (mayEndInLineBreak ? meant | lineBreaks : meant) : everyCharacter,
    first: isAnchoredAtStart && (isAnchoredAtEnd || !firstOf(ways).mayBeEmpty) ? firstOf(ways).set : everyCharacter,
    isAnchoredAtStart,
    isAnchoredAtEnd,
    mayEndInLineBreak,
    meant,
    hasNoParents: isWhole && ways.every((way) => forbidsParents(way) || cannotHaveParents(way)),
    hasNoParentSegments: isWhole && ways.every(cannotHaveParentSegments),
    startsWithOneSlash: isAnchoredAtStart && ways.every(beginsWithOneSlash),
  }
}

/** Returns the properties of a string that does not match. Undefined for unsupported patterns. */
export function unmatchedText(source: string, dialect: PatternDialect, extent: MatchExtent): UnmatchedText | undefined {
  const ways = parsePattern(source, dialect)
  if (!ways) return undefined
  let [gone, firstGone] = [noCharacters, noCharacters]
  const [texts, beginnings, wholes]: [string[], string[], string[]] = [[], [], []]
  const learn = (parts: readonly PatternPart[], around: Anchors) => {
    const atStart = around.atStart || isAnchored(parts, 'start')
    const atEnd = around.atEnd || isAnchored(parts, 'end')
    const way = atStart ? withoutStart(parts) : parts.some(({ kind }) => kind === 'group') ? betweenEdges(parts) : parts
    const [only, ...others] = way
    // If the sequence contains a lookaround, the string may fail to match although the rest of the sequence occurs in
    // it.
    const isConditional = way.some(({ kind }) => kind === 'nothing' || kind === 'notAhead')
    if (!only || (isConditional && (atStart || atEnd))) return
    const isAlone = others.length === 0 && !atStart && !atEnd
    const set = oneCharacter(only)
    if (isAlone && set !== undefined) gone |= set
    else if (others.length === 0 && only.kind === 'group')
      for (const inner of only.ways) learn(inner, { atStart, atEnd })
    else if (atStart && !atEnd && others.every(mayBeNothing)) firstGone |= set ?? firstOfAlternatives(only)
    else {
      const whole = atStart || atEnd ? literalOf(way.filter(({ kind }) => kind !== 'end')) : undefined
      const text = atStart || atEnd ? undefined : literalWithin(way)
      const beginning = atStart && !atEnd ? literalOf(withoutEnding(way)) : undefined
      if (whole !== undefined) wholes.push(whole)
      if (text !== undefined && !(isConditional && text.includes('..'))) texts.push(text)
      if (beginning !== undefined) beginnings.push(beginning)
    }
  }
  for (const way of ways) learn(way, { atStart: extent !== 'anywhere', atEnd: extent === 'whole' })
  return { without: gone, firstWithout: firstGone, texts, beginnings, wholes }
}

/** Edges of the string to which the parts are anchored. */
interface Anchors {
  readonly atStart: boolean
  readonly atEnd: boolean
}

/**
 * Returns the characters that a pattern matches. Undefined if it may match an empty string, which occurs everywhere.
 */
export function consumedCharacters(source: string, dialect: PatternDialect): CharacterSet | undefined {
  const ways = parsePattern(source, dialect)
  return ways && !firstOf(ways).mayBeEmpty ? charactersIn(ways) : undefined
}

/** Returns the characters that a pattern replaces one at a time. Undefined if it replaces anything else. */
export function replacedCharacters(source: string, dialect: PatternDialect): CharacterSet | undefined {
  const ways = parsePattern(source, dialect)
  if (!ways) return undefined
  const sets = ways.map((way) => (way.length === 1 && way[0] ? oneCharacter(way[0]) : undefined))
  return sets.reduce<CharacterSet | undefined>(
    (all, set) => (all === undefined || set === undefined ? undefined : all | set),
    noCharacters,
  )
}

function oneCharacter(part: PatternPart): CharacterSet | undefined {
  if (part.kind === 'set') return part.set
  if (part.kind === 'repeat' && part.least === 1) return oneCharacter(part.part)
  if (part.kind === 'group' && part.ways.every((way) => way.length === 1)) {
    return part.ways.reduce<CharacterSet | undefined>((all, [only]) => {
      const set = only && oneCharacter(only)
      return all === undefined || set === undefined ? undefined : all | set
    }, noCharacters)
  }
  return undefined
}

function firstOfAlternatives(part: PatternPart): CharacterSet {
  return part.kind === 'group' && part.ways.every((way) => way.slice(1).every(mayBeNothing))
    ? (oneCharacter({ kind: 'group', ways: part.ways.map((way) => way.slice(0, 1)) }) ?? noCharacters)
    : noCharacters
}

function mayBeNothing(part: PatternPart): boolean {
  return part.kind === 'group'
    ? part.ways.some((way) => way.every(mayBeNothing))
    : part.kind === 'repeat' && (part.least === 0 || mayBeNothing(part.part))
}

/**
 * True for a sequence that starts with `^(?!.*\.\.)`. The dot stops at line breaks, so the rest of the match must not
 * contain any.
 */
function forbidsParents(way: readonly PatternPart[]): boolean {
  const looks = way.slice(
    0,
    way.findIndex(({ kind }) => kind !== 'start' && kind !== 'notAhead'),
  )
  const withoutBreaks = withoutCharacters(everyCharacter, lineBreaks)
  const isAll = (set: CharacterSet) =>
    set === everyCharacter || (set === withoutBreaks && !intersects(charactersIn([way]), lineBreaks))
  return looks.some(
    (part) =>
      part.kind === 'notAhead' &&
      part.ways.some(([any, ...rest]) => {
        if (any?.kind !== 'repeat' || any.least !== 0 || any.part.kind !== 'set' || !isAll(any.part.set)) return false
        return literalOf(rest) === '..'
      }),
  )
}

const slash = characterSet('/')

/** True for `^\/(?![/\\])`, `^\/[\w-]`, and `^\/$`. */
function beginsWithOneSlash(way: readonly PatternPart[]): boolean {
  const [first, ...rest] = way.filter(({ kind }) => kind !== 'start' && kind !== 'nothing')
  if (first?.kind !== 'set' || first.set !== slash) return false
  const next = firstOf([rest])
  if (intersects(next.set, slashes)) return false
  // If the rest of the match may be empty and there is no end anchor, any string may follow the slash.
  return (
    !next.mayBeEmpty ||
    isAnchored(way, 'end') ||
    rest.some((part) => part.kind === 'notAhead' && isSubset(slashes, excludedBy(part.ways)))
  )
}
