import { LiteralKind, Op } from '../../../ir/operations.ts'
import { allKinds, maskOf, type TaintMask } from '../../../taint-kind.ts'
import { namesOfCall } from '../call-names.ts'
import type { Checker } from '../checker.ts'
import { type ValueFacts, valueFacts } from '../value-facts.ts'
import { conjoinFacts, type Facts, noFacts } from '../facts.ts'
import { flaw } from '../flaws.ts'
import { operandsOf } from '../operands.ts'
import {
  networkOfNumber,
  networksNamed,
  networksOfVersion4,
  networksOfVersion6,
  outsideVersion4,
} from '../../../models/sanitizers/networks.ts'
import { constantTexts } from '../constant-texts.ts'
import { isIndependent, isOwn } from '../caller-influence.ts'
import { collectionOf } from '../iterated-collection.ts'
import { PathState, pathState } from '../path-state.ts'
import { seenThrough } from '../seen-through.ts'
import { characterSet } from '../patterns/characters.ts'
import { clearedByEach } from './character-tests.ts'
import { factsFromRange } from './address-ranges.ts'
import { compareComputed } from './computed-addresses.ts'
import { insideByRelation, isRelation, relationOfFirst } from './inside-folder.ts'
import { aboutFound } from './iteration.ts'
import { isVersion4, isVersion6 } from './library-tests.ts'
import { isMember } from './membership.ts'
import { factsFromParents } from './parent-folders.ts'
import { startsWith } from './text-prefix.ts'
import { settingCompared } from '../settings.ts'
import { FactBits } from '../fact-bits.ts'

/** A comparison of two values. */
export interface Comparison {
  readonly node: number
  readonly left: number
  readonly right: number
  /** True if the facts are for equal values. */
  readonly isEqual: boolean
}

/** Returns the facts that follow if two values are equal or different. */
export function compare(checker: Checker, { node, left, right, isEqual }: Comparison): Facts {
  return (
    compareOneWay(checker, { node, left, right, isEqual }) ??
    compareOneWay(checker, { node, left: right, right: left, isEqual }) ??
    compareComputed(checker, left, right)
  )
}

function compareOneWay(checker: Checker, { node, left, right, isEqual }: Comparison): Facts | undefined {
  const { context } = checker
  const { program, references } = context
  const [one, other] = [seenThrough(context, left), seenThrough(context, right)]
  if (program.op(other) === Op.Literal) {
    const kind = program.operand(other, 0)
    const text = program.text(other, 1)
    if (program.op(one) === Op.Unary && program.text(one, 0) === 'typeof') {
      const cleared = clearedByType(text, isEqual)
      return cleared === 0 ? noFacts : checker.about(program.operand(one, 1), valueFacts({ cleared }))
    }
    if (kind === LiteralKind.boolean)
      return compareWithBoolean(checker, one, { isTrue: text.toLowerCase() === 'true', isEqual })
    if (kind === LiteralKind.nothing) return checker.impliedFacts(one, [], !isEqual)
    if (kind === LiteralKind.number && text.startsWith('-'))
      return isFoundAt(checker, { node, place: one, isTruthy: !isEqual })
    if (kind === LiteralKind.number) return compareWithNumber(checker, { node, value: one, number: text, isEqual })
  }
  const texts = constantTexts(context, other)
  const setting = texts && settingCompared(context, { value: one, texts, isEqual })
  if (setting) return { ...noFacts, setting }
  if (texts) return compareWithTexts(checker, { value: one, texts, isEqual })
  if (
    isEqual &&
    program.op(one) === Op.Call &&
    references.externals(program.operand(one, 0)).some((name) => /(?:^|\.)basename$/.test(name)) &&
    context.values.of(program.operand(one, 1)) === context.values.of(other)
  ) {
    return checker.about(other, valueFacts({ denied: characterSet('/\\') }))
  }
  const container = isEqual ? collectionOf(context, one) : -1
  const ofParents =
    container < 0 ? undefined : factsFromParents(checker, { node, container, item: other, isTruthy: true })
  if (ofParents) return ofParents
  if (!isEqual || isOwn(context, one)) return undefined
  if (!isIndependent(context, other, one)) {
    // A path equal to the folder counts as inside it.
    const isFolder =
      pathState(context, one) !== PathState.asWritten && pathState(context, other) !== PathState.asWritten
    return isFolder ? checker.about(one, valueFacts({ relative: [{ folder: other, path: one }] })) : undefined
  }
  const prefix = commonPrefix(checker, one)
  if (prefix) return prefix
  if (isRelation(context, one)) return checker.about(one, insideByRelation(context, one, node))
  return checker.about(one, valueFacts({ cleared: allKinds }))
}

/** Returns the kinds that are cleared if `typeof` returns this string or, if `isEqual` is false, another string. */
function clearedByType(type: string, isEqual: boolean): TaintMask {
  if (!isEqual) return type === 'object' ? maskOf('condition') : 0
  if (type === 'string') return maskOf('condition')
  return /^(?:number|boolean|bigint|undefined)$/.test(type) ? allKinds : 0
}

/**
 * Handles `os.path.commonprefix`. It compares characters, so `/data` is a common prefix of `/data` and `/data-secret`.
 */
function commonPrefix(checker: Checker, call: number): Facts | undefined {
  const { context } = checker
  const { program } = context
  if (program.op(call) !== Op.Call || !namesOfCall(context, call).externals.includes('os.path.commonprefix'))
    return undefined
  return operandsOf(program, seenThrough(context, program.operand(call, 1)))
    .filter((part) => !isOwn(context, part))
    .map((part) => checker.about(part, valueFacts({ flaws: [flaw('prefix-without-separator', call)] })))
    .reduce(conjoinFacts, noFacts)
}

interface BooleanComparison {
  readonly isTrue: boolean
  readonly isEqual: boolean
}

/** Operations whose result is assumed to be boolean if the program compares it with a boolean. */
const booleans: ReadonlySet<Op> = new Set<Op>([Op.Call, Op.Binary, Op.Unary, Op.Logical, Op.Phi])
/** Methods that return an item, or no value if no item matches. */
const finding: ReadonlySet<string> = new Set(['at', 'exec', 'find', 'findLast', 'get', 'match', 'pop', 'shift'])

/**
 * Handles comparisons with a boolean. They do not show that a value is truthy or falsy: a value other than `true` may
 * be any string, and a value other than `false` may be missing, as in `table[key] !== false`.
 */
function compareWithBoolean(checker: Checker, value: number, { isTrue, isEqual }: BooleanComparison): Facts {
  const { context } = checker
  const { program } = context
  const isCall = program.op(value) === Op.Call
  const mayBeMissing =
    !booleans.has(program.op(value)) || (isCall && finding.has(namesOfCall(context, value).method ?? ''))
  if (!isEqual && !isTrue && mayBeMissing) return noFacts
  const known = checker.impliedFacts(value, [], isEqual === isTrue)
  const own = context.values.of(value)
  if (isEqual || !known.of.has(own)) return known
  return { ...known, of: new Map([...known.of].filter(([of]) => of !== own)) }
}

function compareWithTexts(
  checker: Checker,
  { value, texts, isEqual }: { readonly value: number; readonly texts: readonly string[]; readonly isEqual: boolean },
): Facts {
  const { context } = checker
  const ofRange = factsFromRange(checker, { value, texts, isOneOf: isEqual })
  if (ofRange) return ofRange
  const relation = !isEqual && texts.every((text) => text === '..') ? relationOfFirst(context, value) : -1
  if (relation >= 0) return checker.about(relation, insideByRelation(context, relation, value))
  if (!isEqual) return checker.about(value, differsFrom(texts))
  if (isRelation(context, value) && texts.every((text) => text === '' || text === '.'))
    return checker.about(value, insideByRelation(context, value, value))
  const isWeb = texts.every((text) => /^https?:?$/i.test(text))
  const cleared = clearedByEach(context, value, texts) ?? allKinds
  return checker.about(value, valueFacts({ cleared, shown: isWeb ? FactBits.webScheme : 0 }))
}

/**
 * Returns the facts for a value that differs from the given strings. Considers only host names, schemes, and `..`,
 * because other comparisons usually distinguish cases.
 */
function differsFrom(texts: readonly string[]): ValueFacts {
  const networks = texts.reduce((bits, text) => bits | networksNamed(text), 0)
  const isScheme = texts.every((text) => /^[a-z][a-z0-9+.-]*:$/i.test(text) && !/^https?:/i.test(text))
  const isParent = texts.every((text) => text === '..')
  return valueFacts({ networks, shown: (isScheme ? FactBits.lacksSchemes : 0) | (isParent ? FactBits.notParent : 0) })
}

function compareWithNumber(
  checker: Checker,
  {
    node,
    value,
    number,
    isEqual,
  }: { readonly node: number; readonly value: number; readonly number: string; readonly isEqual: boolean },
): Facts | undefined {
  const { context } = checker
  const { program } = context
  if (program.op(value) === Op.Call && number === '0') {
    const { method, receiver } = namesOfCall(context, value)
    const part = program.operand(value, 1)
    if (part >= 0 && (method === 'indexOf' || method === 'lastIndexOf' || method === 'find' || method === 'index'))
      return startsWith(checker, { node, subject: receiver, part, isTruthy: isEqual })
  }
  if (program.op(value) === Op.Call && context.references.externals(program.operand(value, 0)).includes('net.isIP'))
    return checker.about(program.operand(value, 1), versionTold(number, isEqual))
  if (program.op(value) === Op.Load && (program.text(value, 1) === 'length' || program.text(value, 1) === 'size'))
    return number === '0' ? checker.impliedFacts(value, [], !isEqual) : noFacts
  return isEqual
    ? checker.about(value, valueFacts({ cleared: allKinds }))
    : checker.about(value, valueFacts({ networks: networkOfNumber(number) }))
}

/** Handles comparisons of a value's IP version, as returned by `isIP`: 4 or 6 for addresses, 0 for names. */
function versionTold(number: string, isEqual: boolean): ValueFacts {
  switch (number) {
    case '4':
      return isEqual ? isVersion4 : valueFacts({ networks: outsideVersion4 })
    case '6':
      return isEqual ? isVersion6 : valueFacts({ networks: networksOfVersion6 })
    default:
      return isEqual
        ? valueFacts({ networks: networksOfVersion4 | networksOfVersion6 })
        : valueFacts({ shown: FactBits.namesResolved })
  }
}

/** Handles tests of a position in a string or list. `indexOf` and similar methods return -1 if there is no match. */
export function isFoundAt(
  checker: Checker,
  { node, place, isTruthy }: { readonly node: number; readonly place: number; readonly isTruthy: boolean },
): Facts | undefined {
  const { context } = checker
  if (context.program.op(place) !== Op.Call) return undefined
  const { method, receiver } = namesOfCall(context, place)
  const item = context.program.operand(place, 1)
  if (item < 0) return undefined
  if (method !== undefined && context.program.fileOf(node).semantics.values.indexMethods.has(method))
    return isMember(checker, { node, container: receiver, item, isTruthy })
  if (method === 'findIndex') return aboutFound(checker, place, isTruthy)
  return method === 'search' ? checker.impliedFacts(place, [], isTruthy) : undefined
}
