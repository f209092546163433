import { LiteralKind, Op } from '../../../ir/operations.ts'
import { allKinds, maskOf, type TaintMask } from '../../../taint-kind.ts'
import { argumentsOf, namesOfCall } from '../call-names.ts'
import { isOwn } from '../caller-influence.ts'
import { constantTexts } from '../constant-texts.ts'
import type { Facts } from '../facts.ts'
import { FactBits } from '../fact-bits.ts'
import type { GuardContext } from '../guard-context.ts'
import { seenThrough } from '../seen-through.ts'
import { clearedKinds } from '../value-facts.ts'

/** Source of the facts that follow from a condition. */
export interface TestFacts {
  impliedFacts(node: number, fields: readonly string[], isTruthy: boolean): Facts
}

/** A tested node, and the taint kinds that the test fits. */
export interface LeafTest {
  readonly of: number
  readonly kinds: TaintMask
}

interface TestedOutcome {
  readonly node: number
  /**
   * True if execution continues when the test holds, false if it continues when the test fails. Undefined if unknown.
   */
  readonly goesOn: boolean | undefined
}

/**
 * Returns the nodes tested by a single test, each with the kinds that the test fits. These are the kinds that the test
 * would clear if it applied to the use directly. Includes order comparisons of characters.
 */
export function leafTest(
  context: GuardContext,
  facts: TestFacts,
  { node, goesOn }: TestedOutcome,
): readonly LeafTest[] {
  if (goesOn === undefined && isOfConstants(context, node)) return ofSegments(context, node)
  const { values } = context
  const found: LeafTest[] = []
  for (const [value, shown] of facts.impliedFacts(node, [], goesOn !== false).of) {
    const of = values.nodeOf(value)
    const isComputed = context.references.callees(of).length > 0
    const isPrefix = isComputed && (shown.shown & FactBits.insideAsWritten) !== 0
    const kinds = clearedKinds(shown) | shown.tested | (isPrefix ? maskOf('path') : 0)
    // Skips the condition itself, because a test for an empty or missing value does not count.
    if (kinds !== 0 && of >= 0 && value !== values.of(node)) found.push({ of, kinds })
  }
  return [...found, ...ofCharacters(context, node), ...ofTypes(context, node)]
}

/** Reports whether one side of a test is constant. In that case, it is unknown which outcome accepts the value. */
function isOfConstants(context: GuardContext, node: number): boolean {
  const { program } = context
  const sides =
    program.op(node) === Op.Binary
      ? [program.operand(node, 1), program.operand(node, 2)]
      : program.op(node) === Op.Call
        ? [namesOfCall(context, node).receiver, ...argumentsOf(context, node)]
        : []
  return sides.some((side) => side >= 0 && constantTexts(context, side) !== undefined)
}

/** Handles comparisons of a path segment: `part === '..'`. */
function ofSegments(context: GuardContext, node: number): readonly LeafTest[] {
  const { program } = context
  if (program.op(node) !== Op.Binary || !/^[!=]==?$/.test(program.text(node, 0))) return []
  const [left, right] = [program.operand(node, 1), program.operand(node, 2)]
  const isParent = (side: number) => program.literalText(side) === '..'
  return isParent(right)
    ? [{ of: left, kinds: maskOf('path') }]
    : isParent(left)
      ? [{ of: right, kinds: maskOf('path') }]
      : []
}

const orders: ReadonlySet<string> = new Set(['<', '<=', '>', '>='])
/** Functions that return a character's code. */
const numbering: ReadonlySet<string> = new Set(['charCodeAt', 'codePointAt', 'ord'])

/** Handles order comparisons of characters: `code >= 48 && code <= 57`, `c >= 'a'`. */
function ofCharacters(context: GuardContext, node: number): readonly LeafTest[] {
  const { program } = context
  if (program.op(node) !== Op.Binary || !orders.has(program.text(node, 0))) return []
  const sides = [program.operand(node, 1), program.operand(node, 2)].map((side) => seenThrough(context, side))
  return sides.flatMap((side, index) => {
    const other = sides[1 - index] ?? -1
    const isNumber = program.op(side) === Op.Call && numbering.has(namesOfCall(context, side).lastName)
    const isCharacter =
      program.op(other) === Op.Literal &&
      program.operand(other, 0) === LiteralKind.string &&
      program.text(other, 1).length === 1
    return (isNumber && isOwn(context, other)) || isCharacter ? [{ of: side, kinds: allKinds }] : []
  })
}

/** Handles type tests of a part of a parsed value: `isinstance(node, ast.Constant)`. */
function ofTypes(context: GuardContext, node: number): readonly LeafTest[] {
  const { program } = context
  if (program.op(node) !== Op.Call || !namesOfCall(context, node).externals.includes('isinstance')) return []
  const subject = seenThrough(context, program.operand(node, 1))
  const op = program.op(subject)
  return op === Op.Element || op === Op.Load || op === Op.LoadDynamic
    ? [{ of: subject, kinds: maskOf('code', 'command', 'query', 'template') }]
    : []
}
