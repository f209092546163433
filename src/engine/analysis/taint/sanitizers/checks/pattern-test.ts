import { Op } from '../../../ir/operations.ts'
import { dataflowLimits } from '../../../dataflow-limits.ts'
import { allKinds, maskOf, type TaintMask } from '../../../taint-kind.ts'
import { namesOfCall } from '../call-names.ts'
import type { CallCheck, Checker } from '../checker.ts'
import { conjoinValueFacts, disjoinValueFacts, type ValueFacts, valueFacts } from '../value-facts.ts'
import { flaw } from '../flaws.ts'
import { networksNamed } from '../../../models/sanitizers/networks.ts'
import { operandsOf } from '../operands.ts'
import { composedTexts } from '../composed-text.ts'
import { constantTexts } from '../constant-texts.ts'
import { definitionsOf, seenThrough } from '../seen-through.ts'
import type { GuardContext } from '../guard-context.ts'
import type { Facts } from '../facts.ts'
import { isIndependent, isOwn } from '../caller-influence.ts'
import { collectionOf } from '../iterated-collection.ts'
import { characterSet, intersects } from '../patterns/characters.ts'
import type { PatternDialect } from '../patterns/pattern-part.ts'
import { matchedText, unmatchedText } from '../patterns/pattern-outcomes.ts'
import { type MatchExtent, standardSyntax } from '../patterns/pattern-syntax.ts'
import type { PatternSemantics } from '../../../language-semantics.ts'
import { clearedByCharacters } from '../patterns/safe-characters.ts'
import { patternIn } from '../pattern-characters.ts'
import { isCharacter } from './character-tests.ts'
import { pathObject } from '../path-state.ts'
import { isHost } from './hosts.ts'
import { beginsNot } from './text-prefix.ts'
import { otherThan, textWithout } from './text-without.ts'
import { FactBits } from '../fact-bits.ts'

interface Pattern extends PatternDialect {
  readonly source: string
}

/** Handles `pattern.test(text)`, `text.match(pattern)`, `re.fullmatch(pattern, text)`, and similar calls. */
export const checkPattern: CallCheck = (checker, call, isTruthy) => {
  const test = patternTest(checker.context, call)
  if (!test) return undefined
  const patterns = patternsOf(checker.context, test.pattern, checker.context.program.fileOf(call).semantics.patterns)
  if (!patterns) return ofUnknownPattern(checker, test, isTruthy)
  const isOfHost = isTruthy && isHost(checker.context, test.text)
  // A match of a single character always covers all of it.
  const asked = isCharacter(checker.context, test.text)
    ? patterns.map((pattern) => ({ ...pattern, source: `^(?:${pattern.source})$` }))
    : patterns
  const shown = asked.map((pattern) =>
    isTruthy
      ? ((isOfHost ? matchedHost(pattern, test.extent, call) : undefined) ?? matched(pattern, test.extent, call))
      : unmatched(checker, pattern, { node: call, subject: test.text, extent: test.extent }),
  )
  return checker.about(test.text, shown.reduce(isTruthy ? disjoinValueFacts : conjoinValueFacts))
}

/**
 * Handles patterns that are not in the source, such as patterns from a setting. Which strings they match is unknown, so
 * the test is undecided.
 */
function ofUnknownPattern(checker: Checker, { pattern, text }: PatternTest, isTruthy: boolean): Facts | undefined {
  const { context } = checker
  // `PurePath(path).match(glob)`: here, the receiver is the path, not a pattern.
  if (isTruthy && isOwn(context, text) && context.references.externals(pattern).some((name) => pathObject.test(name)))
    return checker.about(pattern, valueFacts({ tested: maskOf('path') }))
  const isKnownToBeOne = context.program.op(seenThrough(context, pattern)) !== Op.Literal && pattern >= 0
  return isTruthy && isKnownToBeOne && !isOwn(context, text) && isIndependent(context, pattern, text)
    ? checker.about(text, valueFacts({ tested: allKinds }))
    : undefined
}

interface PatternTest {
  readonly pattern: number
  readonly text: number
  readonly extent: MatchExtent
}

function patternTest(context: GuardContext, call: number): PatternTest | undefined {
  const { program } = context
  const { externals, method, receiver } = namesOfCall(context, call)
  const [first, second] = [program.operand(call, 1), program.operand(call, 2)]
  const { functions, methods } = program.fileOf(call).semantics.patterns
  for (const name of externals) {
    const extent = functions.get(name)
    if (extent !== undefined) return { pattern: first, text: second, extent }
  }
  const known = method === undefined ? undefined : methods.get(method)
  if (!known) return undefined
  return known.isOfPattern
    ? { pattern: receiver, text: first, extent: known.extent }
    : { pattern: first, text: receiver, extent: known.extent }
}

/**
 * Returns the patterns that a value may refer to. For an element of a list, returns the list's patterns. Undefined if
 * there may be others.
 */
function patternsOf(
  context: GuardContext,
  node: number,
  language: PatternSemantics,
  depth = 0,
): readonly Pattern[] | undefined {
  if (depth > dataflowLimits.maxDerivationDepth) return undefined
  const at = seenThrough(context, node)
  const collection = collectionOf(context, at)
  if (collection >= 0) return patternsOf(context, collection, language, depth + 1)
  const found: Pattern[] = []
  for (const definition of definitionsOf(context, at)) {
    const some = patternsOfDefinition(context, definition, language, depth)
    if (!some) return undefined
    found.push(...some)
  }
  return found.length === 0 ? undefined : found
}

function patternsOfDefinition(
  context: GuardContext,
  definition: number,
  language: PatternSemantics,
  depth: number,
): readonly Pattern[] | undefined {
  const { program } = context
  switch (program.op(definition)) {
    case Op.Literal: {
      const pattern = patternIn(program, definition)
      if (pattern) return [{ ...pattern, syntax: standardSyntax }]
      const source = program.literalText(definition)
      return source === undefined ? undefined : [{ source, flags: '', syntax: language.syntax }]
    }
    case Op.ArrayOf: {
      if (program.operandCount(definition) > dataflowLimits.maxOperands) return undefined
      const items = operandsOf(program, definition).map((item) => patternsOf(context, item, language, depth + 1))
      return items.every((some) => some !== undefined) ? items.flat() : undefined
    }
    case Op.Call:
    case Op.New:
      return madePatterns(context, definition, language)
    default:
      return undefined
  }
}

function madePatterns(context: GuardContext, call: number, language: PatternSemantics): readonly Pattern[] | undefined {
  const { program } = context
  const { externals } = namesOfCall(context, call)
  const [first, second] = [program.operand(call, 1), program.operand(call, 2)]
  if (!externals.some((name) => name === 'RegExp' || name === 're.compile' || name === 'regex.compile'))
    return undefined
  const texts = composedTexts(context, first)
  const flags =
    second < 0
      ? ['']
      : language.flagConstants
        ? flagsNamed(context, second, language.flagConstants)
        : constantTexts(context, second)
  if (!texts || !flags) return undefined
  return patternIn(program, seenThrough(context, first))
    ? undefined
    : texts.flatMap((source) => flags.map((one) => ({ source, flags: one, syntax: language.syntax })))
}

function flagsNamed(
  { references }: GuardContext,
  node: number,
  constants: ReadonlyMap<string, string>,
): readonly string[] | undefined {
  const [flags, ...others] = references.externals(node).map((name) => constants.get(name))
  return flags === undefined || others.length > 0 ? undefined : [flags]
}

const ownAddress = /^\^https?\??:(?:\\?\/){2}(.*)$/s
/** Matches the rest of a pattern's source if it accepts only a complete host, with escaped dots and a terminator. */
const wholeHost = new RegExp(
  String.raw`^(?:[\w-]|\\\.|\\-|\(\?:[\w\\.|-]+\)\??|\([\w\\.|-]+\)\??|\(\[[\w-]+\]\+?\\\.\)[?*]?)+(?:\\?\/|` +
    String.raw`\(\?:\\?\/\|\$\)|\(\\?\/\|\$\)|\(\$\|\\?\/\)|\(\?:\$\|\\?\/\)|\[\/)`,
)
const beginningOfHost = /^(?:[\w-]|\\\.){4,}/
/** Matches a pattern's source if it accepts only a scheme: `^https?:?$`. */
const webScheme = /^\^\(?(?:\?:)?https?(?:\??|\|https?):?\)?:?\??\$$/
const statement = /^\^?(?:\\s\*)?\(?(?:\?:)?(?:select|with|show|describe|explain|pragma|match)\b/i
/** Keywords of statements that write data. A pattern that accepts one of them is not meant to restrict queries. */
const writing = /\b(?:insert|update|delete|merge|create|drop|alter|remove|detach)\b/i

function matched(pattern: Pattern, extent: MatchExtent, node: number): ValueFacts {
  const known = matchedText(pattern.source, pattern, extent)
  const address = ownAddress.exec(pattern.source)
  if (address) {
    const rest = address[1] ?? ''
    if (wholeHost.test(rest))
      return valueFacts({ cleared: maskOf('url', 'open', 'redirect', 'argument'), shown: FactBits.webScheme })
    return valueFacts({
      cleared: maskOf('argument'),
      shown: FactBits.webScheme,
      flaws: [beginningOfHost.test(rest) ? flaw('prefix-of-address', node) : flaw('scheme-alone', node)],
    })
  }
  if (webScheme.test(pattern.source)) return valueFacts({ cleared: allKinds, shown: FactBits.webScheme })
  // A pattern for keywords such as `EXPLAIN` only distinguishes cases, but one for `SELECT` is meant as a restriction.
  if (statement.test(pattern.source))
    return valueFacts(
      /\b(?:select|with|show|match)\b/i.test(pattern.source) ? { flaws: [flaw('statement-prefix', node)] } : {},
    )
  if (!known) return valueFacts({})
  const meant = clearedByCharacters(known.meant, known.meant)
  let cleared: TaintMask = clearedByCharacters(known.characters, known.first)
  const flaws: ValueFacts['flaws'][number][] = []
  if (known.mayEndInLineBreak && known.isAnchoredAtStart) {
    // A line break at the end is harmless for a command, because nothing follows it.
    cleared |= clearedByCharacters(known.meant, known.first) & ~maskOf('environment')
    flaws.push(flaw('line-end-in-pattern', node))
  }
  const missed =
    meant & ~cleared & ~maskOf('argument', 'condition') & ~(writing.test(pattern.source) ? maskOf('query') : 0)
  if (missed !== 0 && !(known.isAnchoredAtStart && known.isAnchoredAtEnd))
    flaws.push(flaw('pattern-not-anchored', node, missed))
  if ((cleared & maskOf('path')) !== 0 && intersects(known.first, characterSet('.')) && !known.hasNoParents)
    flaws.push(flaw('dots-only-name', node))
  const shown =
    (known.hasNoParents ? FactBits.noParents : 0) |
    (intersects(known.first, characterSet('/\\')) ? 0 : FactBits.notAbsolute) |
    (known.startsWithOneSlash ? FactBits.startsWithSlash | FactBits.notTwoSlashes : 0)
  // Whether the string is safe depends on its further use, which is not analyzed.
  const tested = !known.hasNoParents && known.hasNoParentSegments ? maskOf('path') : 0
  return valueFacts({ cleared, shown, flaws, ...(tested !== 0 && { tested, testedAt: node }) })
}

/** Matches a literal domain at the end of a pattern's source: at least two labels with escaped dots. */
const endOfHost = /(?:[a-z0-9-]{1,63}\\\.)+[a-z][a-z0-9-]{1,62}(?:\(\?::\\d[+*]?\)\?)?\$?$/i

/**
 * Handles patterns for hosts in a domain: the pattern ends with the domain, preceded by a dot or nothing. Undefined for
 * other patterns.
 */
function matchedHost({ source, flags }: Pattern, extent: MatchExtent, node: number): ValueFacts | undefined {
  const domain = endOfHost.exec(source)
  if (!domain || /[mx]/.test(flags) || !(source.endsWith('$') || extent === 'whole')) return undefined
  const before = source.slice(0, domain.index)
  const isAtStart = before === '^' || (before === '' && extent !== 'anywhere')
  // If other alternatives remain, they may end with anything.
  const alone = before.replace(
    /^\((?:\?:)?\^\|(?:\.\*|\[[^\]]*\][+*])?\\\.\)|^\((?:\?:)?(?:\.[*+]|\[[^\]]*\][+*])?\\\.\|\^\)/,
    '\\.',
  )
  if (alone.includes('|')) return undefined
  if (isAtStart || /(?:\\\.|\\\.\)[?*+]?)$/.test(alone))
    return valueFacts({ cleared: maskOf('url', 'open', 'redirect') })
  return valueFacts({ flaws: [flaw('suffix-without-dot', node)] })
}

interface UnmatchedTest {
  readonly node: number
  readonly subject: number
  readonly extent: MatchExtent
}

function unmatched(checker: Checker, pattern: Pattern, { node, subject, extent }: UnmatchedTest): ValueFacts {
  const known = unmatchedText(pattern.source, pattern, extent)
  const networks = networksNamed(pattern.source)
  if (!known) return valueFacts({ networks })
  const notAbsolute = intersects(known.firstWithout, characterSet('/')) ? FactBits.notAbsolute : 0
  const own = valueFacts({ networks, shown: notAbsolute, denied: known.without, firstDenied: known.firstWithout })
  const begins = beginsNot(checker, { node, subject, texts: known.beginnings })
  return [begins, textWithout(known.texts), otherThan(known.wholes)].reduce(conjoinValueFacts, own)
}
