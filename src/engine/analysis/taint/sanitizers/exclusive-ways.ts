import { LiteralKind, Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import { type AnsweredTest, testsIn } from './correlated.ts'
import type { GuardContext } from './guard-context.ts'
import { isTruthyLiteral } from './literals.ts'
import { Memo } from './memo.ts'
import { seenThrough } from './seen-through.ts'

/**
 * Returns the test outcomes required for a region to run, by test. A single run of a function cannot have both outcomes
 * of a test.
 */
export function answersIn(context: GuardContext, region: number): ReadonlyMap<string, boolean> {
  return remembered.answer(
    context,
    region,
    () => new Map([...testsIn(context, region)].map(([test, { isYes }]) => [test, isYes])),
  )
}

const remembered = new Memo<ReadonlyMap<string, boolean>>()

/**
 * Reports whether a constant argument prevents a region from running in a specific call. `calls` contains the call of
 * the region's function, followed by the calls that entered its caller, latest first.
 */
export function isSkippedIn(context: GuardContext, region: number, calls: readonly number[]): boolean {
  const { program } = context
  const tests = testsIn(context, region)
  if (tests.size === 0) return false
  const inside = program.functionAround(region)
  return [...tests.values()].some((test) => {
    const given = givenFor(context, inside, test.node, calls)
    const answer = given === undefined ? undefined : answerFor(program, test, given)
    return answer !== undefined && answer !== test.isYes
  })
}

/**
 * Returns the literal that a node evaluates to in a call, through an argument or a default. Undefined for other values.
 */
function givenFor(
  context: GuardContext,
  inside: number,
  node: number,
  [call, ...outer]: readonly number[],
): number | undefined {
  const { program, references } = context
  const at = seenThrough(context, node)
  if (program.op(at) === Op.Literal) return at
  if (call === undefined || !references.callees(call).includes(inside)) return undefined
  // The call cannot be told apart from recursive calls, which may pass other values.
  if (references.callers(inside).some((caller) => program.functionOf(caller) === inside)) return undefined
  const [parameter, constant] = withDefault(program, at)
  if (program.op(parameter) !== Op.Parameter || program.functionOf(parameter) !== inside) return undefined
  const position = program.operand(parameter, 0)
  const given = references.argumentFor(call, inside, position)
  if (given === undefined) return references.isLeftOut(call, inside, position) ? constant : undefined
  const found = givenFor(context, program.functionOf(call), given, outer)
  // If `undefined` is passed, the parameter may have its default instead.
  return found !== undefined && program.operand(found, 0) === LiteralKind.nothing ? undefined : found
}

/**
 * Returns a parameter and its constant default. Frontends join them with a phi whose two operands have the same region.
 */
function withDefault(program: Program, node: number): readonly [parameter: number, constant: number | undefined] {
  if (program.op(node) !== Op.Phi || program.operandCount(node) !== 4) return [node, undefined]
  const [first, second] = [program.operand(node, 0), program.operand(node, 2)]
  const isDefault = program.operand(node, 1) === program.operand(node, 3) && program.op(second) === Op.Literal
  return isDefault ? [first, second] : [-1, undefined]
}

/** Returns the outcome of a test for a given literal. Undefined if it depends on the language. */
function answerFor(program: Program, { literal }: AnsweredTest, given: number): boolean | undefined {
  const kind = program.operand(given, 0)
  if (literal < 0) return isTruthyLiteral(kind, program.text(given, 1))
  return program.operand(literal, 0) === kind ? program.text(literal, 1) === program.text(given, 1) : undefined
}
