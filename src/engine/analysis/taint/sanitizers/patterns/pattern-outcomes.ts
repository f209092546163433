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
import { cannotHaveParents } from './single-dots.ts'

/** What is known of a text that a pattern has matched. */
export interface MatchedText {
  /** Characters that it can have anywhere. Every one, where the pattern is not anchored at both ends. */
  readonly characters: CharacterSet
  /** Characters that it can begin with. Every one, where the pattern is not anchored at its start. */
  readonly first: CharacterSet
  readonly isAnchoredAtStart: boolean
  readonly isAnchoredAtEnd: boolean
  /** A line break may follow what was matched: `$` in some languages. */
  readonly mayEndInLineBreak: boolean
  /** `..` is in none. */
  readonly hasNoParents: boolean
  /** It begins with one slash alone, neither a second one nor a backslash behind it. */
  readonly startsWithOneSlash: boolean
  /** Set where a text without anchors would have these characters alone: what was probably meant. */
  readonly meant: CharacterSet
}

/** What is known of a text in which a pattern has matched nothing. */
export interface UnmatchedText {
  /** Characters that it does not have. */
  readonly without: CharacterSet
  /** Characters that it does not begin with. */
  readonly firstWithout: CharacterSet
  /** Texts, longer than a character, that it does not have. */
  readonly texts: readonly string[]
  /** Such texts that it does not begin with. */
  readonly beginnings: readonly string[]
  /** Such texts that it is not, as it begins with or ends in none of them. */
  readonly wholes: readonly string[]
}

/** What follows when a pattern matched. Undefined for patterns that are not understood. */
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
    startsWithOneSlash: isAnchoredAtStart && ways.every(beginsWithOneSlash),
  }
}

/** What follows when a pattern did not match a text. Undefined for patterns that are not understood. */
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
    // What looks around may hold or not.
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

/** Whether what is looked at can only match at an edge of the text. */
interface Anchors {
  readonly atStart: boolean
  readonly atEnd: boolean
}

/** The characters that a pattern matches. Undefined when it may match an empty text, which is at any place. */
export function consumedCharacters(source: string, dialect: PatternDialect): CharacterSet | undefined {
  const ways = parsePattern(source, dialect)
  return ways && !firstOf(ways).mayBeEmpty ? charactersIn(ways) : undefined
}

/** The characters that a pattern replaces one by one; undefined when it replaces anything else. */
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

/** `^(?!.*\.\.)`: in front of all that is matched. A dot stops at line breaks, so the text must have none. */
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

/** `^\/(?![/\\])`, `^\/[\w-]`, `^\/$` */
function beginsWithOneSlash(way: readonly PatternPart[]): boolean {
  const [first, ...rest] = way.filter(({ kind }) => kind !== 'start' && kind !== 'nothing')
  if (first?.kind !== 'set' || first.set !== slash) return false
  const next = firstOf([rest])
  if (intersects(next.set, slashes)) return false
  // Where the rest may be nothing, anything may follow a pattern that is open at its end.
  return (
    !next.mayBeEmpty ||
    isAnchored(way, 'end') ||
    rest.some((part) => part.kind === 'notAhead' && isSubset(slashes, excludedBy(part.ways)))
  )
}
