import { characterSet, type CharacterSet, everyCharacter, haveCommon, inBothCases, isWithin, lineBreaks, noCharacters, without } from './characters.ts'
import { type PatternDialect, type PatternPart, parsePattern, type Ways } from './parse-pattern.ts'

/** What is known of a text that a pattern has matched. */
export interface MatchedText {
  /** Characters that it can have anywhere. Every one, where the pattern is not anchored at both ends. */
  readonly characters: CharacterSet
  /** Characters that it can begin with. Every one, where the pattern is not anchored at its start. */
  readonly first: CharacterSet
  readonly isAnchoredAtStart: boolean
  readonly isAnchoredAtEnd: boolean
  /** A line break may follow what was matched: `$` of Python. */
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

/** How much of the text a call compares: `test` and `re.search` any part, `re.match` from its start, `re.fullmatch` the whole. */
export type MatchExtent = 'anywhere' | 'start' | 'whole'

/** What follows when a pattern matched. Undefined for patterns that are not understood. */
export function matchedText(source: string, dialect: PatternDialect, extent: MatchExtent): MatchedText | undefined {
  const ways = parsePattern(source, dialect)
  if (!ways) return undefined
  const isAnchoredAtStart = extent !== 'anywhere' || ways.every((way) => isAnchored(way, 'start'))
  const isAnchoredAtEnd = extent === 'whole' || ways.every((way) => isAnchored(way, 'end'))
  const meant = charactersIn(ways)
  const mayEndInLineBreak = extent !== 'whole' && dialect.isPython && ways.some((way) => way.some((part) => part.kind === 'end' && part.mayPrecedeLineBreak))
  const isWhole = isAnchoredAtStart && isAnchoredAtEnd
  return {
    characters: isWhole ? (mayEndInLineBreak ? meant | lineBreaks : meant) : everyCharacter,
    first: isAnchoredAtStart ? firstOf(ways).set : everyCharacter,
    isAnchoredAtStart, isAnchoredAtEnd, mayEndInLineBreak, meant,
    hasNoParents: isWhole && (ways.every((way) => way.some(forbidsParents)) || ways.every(cannotHaveParents)),
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
    if (!only) return
    const isAlone = others.length === 0 && !atStart && !atEnd
    const set = oneCharacter(only)
    if (isAlone && set !== undefined) gone |= set
    else if (others.length === 0 && only.kind === 'group') for (const inner of only.ways) learn(inner, { atStart, atEnd })
    else if (atStart && !atEnd && others.every(mayBeNothing)) firstGone |= set ?? firstOfAlternatives(only)
    else {
      const text = literalWithin(way)
      if (text !== undefined) (atStart || atEnd ? wholes : texts).push(text)
      const beginning = atStart && !atEnd ? literalOf(withoutEnding(way)) : undefined
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

/** The characters that a pattern replaces one by one; undefined when it replaces anything else. */
export function replacedCharacters(source: string, dialect: PatternDialect): CharacterSet | undefined {
  const ways = parsePattern(source, dialect)
  if (!ways) return undefined
  const sets = ways.map((way) => (way.length === 1 && way[0] ? oneCharacter(way[0]) : undefined))
  return sets.reduce<CharacterSet | undefined>((all, set) => (all === undefined || set === undefined ? undefined : all | set), noCharacters)
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
  return part.kind === 'group' && part.ways.every((way) => way.slice(1).every(mayBeNothing)) ? (oneCharacter({ kind: 'group', ways: part.ways.map((way) => way.slice(0, 1)) }) ?? noCharacters) : noCharacters
}

const mayBeNothing = (part: PatternPart): boolean => part.kind !== 'set' && firstOf([[part]]).mayBeEmpty && part.kind !== 'end'

/** The text between optional separators and anchors: `(^|/)\.\.(/|$)` is about `..`. */
function literalWithin(way: readonly PatternPart[]): string | undefined {
  return literalOf(betweenEdges(way))
}

/** A text that is written out, longer than a character. */
function literalOf(way: readonly PatternPart[]): string | undefined {
  let text = ''
  for (const part of way) {
    if (part.kind !== 'set') return undefined
    const code = part.set.toString(2).length - 1
    // A letter in both cases is one letter.
    if ((part.set !== 1n << BigInt(code) && part.set !== inBothCases(1n << BigInt(code))) || code > 127) return undefined
    text += String.fromCharCode(code)
  }
  return text.length > 1 ? text : undefined
}

function betweenEdges(way: readonly PatternPart[]): readonly PatternPart[] {
  let parts = way
  while (parts[0] && isEdge(parts[0])) parts = parts.slice(1)
  for (let last = parts.at(-1); last && isEdge(last); last = parts.at(-1)) parts = parts.slice(0, -1)
  return parts
}

function withoutStart(way: readonly PatternPart[]): readonly PatternPart[] {
  const first = way.findIndex(({ kind }) => kind !== 'start' && kind !== 'nothing')
  return first < 0 ? [] : way.slice(first)
}

/** `^\.\.(?:\/|$)` is about what begins with `..`. */
function withoutEnding(way: readonly PatternPart[]): readonly PatternPart[] {
  const last = way.findLastIndex((part) => part.kind === 'set' || !isEdge(part))
  return way.slice(0, last + 1)
}

const slashes = characterSet('/\\')
const isEdge = (part: PatternPart): boolean => part.kind !== 'notAhead' && (part.kind !== 'set' || isWithin(part.set, slashes)) && isWithin(charactersIn([[part]]), slashes)

/** Characters that any part of a pattern consumes. */
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

/** Characters that cannot come next behind `(?!…)`. */
function excludedBy(ways: Ways): CharacterSet {
  return ways.reduce((set, inner) => set | (inner.length === 1 && inner[0]?.kind === 'set' ? inner[0].set : noCharacters), noCharacters)
}

function firstOf(ways: Ways): { readonly set: CharacterSet; readonly mayBeEmpty: boolean } {
  let all = noCharacters
  let mayBeEmpty = false
  for (const way of ways) {
    let excluded = noCharacters
    let isOpen = true
    for (const part of way) {
      if (!isOpen) break
      if (part.kind === 'notAhead') excluded |= excludedBy(part.ways)
      else if (part.kind === 'set') {
        all |= without(part.set, excluded)
        isOpen = false
      } else if (part.kind === 'group' || part.kind === 'repeat') {
        const inner = firstOf(part.kind === 'group' ? part.ways : [[part.part]])
        all |= without(inner.set, excluded)
        isOpen = inner.mayBeEmpty || (part.kind === 'repeat' && part.least === 0)
      }
    }
    mayBeEmpty ||= isOpen
  }
  return { set: all, mayBeEmpty }
}

function isAnchored(way: readonly PatternPart[], side: 'start' | 'end'): boolean {
  for (const part of side === 'start' ? way : way.toReversed()) {
    if (part.kind === side) return true
    if (part.kind === 'group') return part.ways.every((inner) => isAnchored(inner, side))
    if (part.kind !== 'nothing' && part.kind !== 'notAhead') return false
  }
  return false
}

/** `(?!.*\.\.)` */
function forbidsParents(part: PatternPart): boolean {
  return part.kind === 'notAhead' && part.ways.some((way) => literalWithin(way[0]?.kind === 'repeat' ? way.slice(1) : way) === '..')
}

const slash = characterSet('/')

/** `^\/(?![/\\])`, `^\/[\w-]`, `^\/$` */
function beginsWithOneSlash(way: readonly PatternPart[]): boolean {
  const [first, ...rest] = way.filter(({ kind }) => kind !== 'start' && kind !== 'nothing')
  if (first?.kind !== 'set' || first.set !== slash) return false
  const next = firstOf([rest])
  if (haveCommon(next.set, slashes)) return false
  // Where the rest may be nothing, anything may follow a pattern that is open at its end.
  return !next.mayBeEmpty || isAnchored(way, 'end') || rest.some((part) => part.kind === 'notAhead' && isWithin(slashes, excludedBy(part.ways)))
}

/** Single dots between other characters: `^\w+(\.\w+)*$`. */
function cannotHaveParents(way: readonly PatternPart[]): boolean {
  return !repeatsDot(way, false)
}

const dot = characterSet('.')

/** Whether two dots can follow each other. Sets beside each other and what repeats are looked at; anything deeper counts as able to. */
function repeatsDot(way: readonly PatternPart[], isInRepeat: boolean): boolean {
  let mayEndInDot = isInRepeat && haveCommon(charactersIn(way.slice(-1).map((part) => [part])), dot)
  for (const part of way) {
    if (part.kind === 'start' || part.kind === 'end' || part.kind === 'nothing' || part.kind === 'notAhead') continue
    const hasDot = haveCommon(charactersIn([[part]]), dot)
    if (!hasDot) {
      if (!firstOf([[part]]).mayBeEmpty && !(part.kind === 'repeat' && part.least === 0)) mayEndInDot = false
      continue
    }
    if (mayEndInDot) return true
    if (part.kind === 'repeat') {
      const { part: inner } = part
      if (inner.kind !== 'group' || inner.ways.some((innerWay) => repeatsDot(innerWay, true))) return true
      mayEndInDot = inner.ways.some((innerWay) => innerWay.length > 0 && haveCommon(charactersIn([innerWay.slice(-1)]), dot))
    } else if (part.kind === 'group') {
      if (part.ways.some((innerWay) => repeatsDot(innerWay, false))) return true
      mayEndInDot = part.ways.some((innerWay) => haveCommon(charactersIn([innerWay.slice(-1)]), dot))
    } else mayEndInDot = true
  }
  return false
}

