import { FunctionFlag, Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import { namesOfCall } from './call-names.ts'
import { constantTexts } from './constant-texts.ts'
import type { GuardContext } from './guard-context.ts'
import { iteratedCollection } from './iterated-collection.ts'
import { Memo } from './memo.ts'
import { operandsOf } from './operands.ts'

/** Operations whose operands are not part of the result. */
const withoutParts: ReadonlySet<number> = new Set([Op.Literal, Op.Import, Op.Global, Op.Closure, Op.Class, Op.Store])
/** Operations whose operand 0 is skipped, because it is a name or the callee. */
const named: ReadonlySet<number> = new Set([Op.Binary, Op.Unary, Op.Logical, Op.Keyword, Op.Property, Op.Call, Op.New])
/** Maximum number of nodes visited to find one value's parameters. */
const maxNodes = 500

/** Returns the non-constant operands that make up a value. */
function partsOf(program: Program, node: number): readonly number[] {
  const op = program.op(node)
  if (withoutParts.has(op)) return []
  if (op === Op.Load || op === Op.Typed) return [program.operand(node, 0)]
  const parts: number[] = []
  for (let index = named.has(op) ? 1 : 0; index < program.operandCount(node); index += op === Op.Phi ? 2 : 1) {
    const part = program.operand(node, index)
    if (!isConstantPart(program, part)) parts.push(part)
  }
  return parts
}

/** Reports whether a part is constant. Such parts are skipped, because constant lists and objects may be long. */
function isConstantPart(program: Program, part: number): boolean {
  const value = program.op(part) === Op.Property ? program.operand(part, 1) : part
  return program.op(value) === Op.Literal
}

/**
 * Returns the values that the program stores in the receiver's field read by `load`. Applies only to languages in which
 * the receiver is a parameter. Other contents of the object, such as a request body, are not part of the field.
 */
function storedInField({ program, references }: GuardContext, load: number): readonly number[] | undefined {
  if (program.op(load) !== Op.Load) return undefined
  const object = program.operand(load, 0)
  if (program.op(object) !== Op.Parameter || program.operand(object, 0) !== 0) return undefined
  const flags = program.functions[program.functionOf(object)]?.flags ?? 0
  if ((flags & FunctionFlag.receiverIsParameter) === 0) return undefined
  const stored = references.attribute(object, program.text(load, 1))
  return stored.length === 0 || stored.some((value) => value >= program.nodeCount) ? undefined : stored
}

/**
 * Reports whether the program never stores a value in a table under an unknown key. A caller can then choose an entry
 * but does not control its value. In contrast, each entry of a session table comes from a caller.
 */
function isFixedTable(context: GuardContext, table: number): boolean {
  return (
    context.references.attributesOf(table).every(({ key }) => key !== undefined) ||
    constantTexts(context, table) !== undefined
  )
}

/** Returns the parameters that a value is derived from. Undefined if the search exceeds the limit. */
function parametersIn(context: GuardContext, node: number): Set<number> | undefined {
  const { program } = context
  const found = new Set<number>()
  const called = new Set<number>()
  const seen = new Set<number>()
  const open = [node]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue
    if (seen.size >= maxNodes || open.length > maxNodes * 4) return undefined
    seen.add(at)
    const op = program.op(at)
    if (op === Op.Parameter) {
      const collection = iteratedCollection(context, at)
      if (collection < 0) found.add(at)
      else open.push(collection)
    } else if (op === Op.Call || op === Op.New) {
      const { receiver } = namesOfCall(context, at)
      // A call may also return values captured by its callee.
      for (const callee of context.references.callees(at)) {
        called.add(callee)
        for (const returned of program.functions[callee]?.returns ?? []) open.push(program.operand(returned, 0))
      }
      open.push(receiver, ...partsOf(program, at))
    } else if (op === Op.LoadDynamic && isFixedTable(context, program.operand(at, 0))) open.push(program.operand(at, 0))
    else if (op !== Op.Load || context.isBounded?.(at) !== true)
      open.push(...(storedInField(context, at) ?? partsOf(program, at)))
  }
  // A callee's parameters represent arguments that were already visited at the call.
  for (const parameter of found) if (called.has(program.functionOf(parameter))) found.delete(parameter)
  return found
}

/**
 * Reports whether `node` cannot be influenced by the caller that controls `subject`. True for constants, settings,
 * fields, and captured values; false for two arguments from the same caller.
 */
export function isIndependent(
  context: GuardContext,
  node: number,
  subject: number,
  asked: Set<string> = new Set(),
): boolean {
  const own = parametersIn(context, node)
  if (own === undefined) return false
  for (const parameter of own) if (isNobodysChoice(context, parameter)) own.delete(parameter)
  if (own.size === 0) return true
  const others = withPassed(context, parametersIn(context, subject))
  if (others === undefined) return false
  for (const parameter of own) {
    if (others.has(parameter)) return false
    const inside = context.program.functionOf(parameter)
    const callers = context.references.callers(inside)
    for (const other of others)
      if (
        context.program.functionOf(other) === inside &&
        (callers.length === 0 || isOfOneCaller(context, { parameter, other, callers }, asked))
      )
        return false
  }
  return true
}

/**
 * Like `isIndependent`, but for two values in one specific call of their function. `calls` contains that call, followed
 * by the calls that entered its caller, latest first.
 */
export function isIndependentIn(
  context: GuardContext,
  node: number,
  subject: number,
  [call, ...outer]: readonly number[],
): boolean {
  const { program, references } = context
  if (isIndependent(context, node, subject)) return true
  const [own, others] = [parametersIn(context, node), parametersIn(context, subject)]
  if (call === undefined || own === undefined || others === undefined) return false
  const callees = references.callees(call)
  const given: number[][] = []
  for (const parameters of [own, others]) {
    const passed: number[] = []
    for (const parameter of parameters) {
      const inside = program.functionOf(parameter)
      if (!callees.includes(inside)) return false
      const position = program.operand(parameter, 0)
      const argument = references.argumentFor(call, inside, position)
      if (argument !== undefined) passed.push(argument)
      // The caller does not control a default value.
      else if (!references.isLeftOut(call, inside, position)) return false
    }
    given.push(passed)
  }
  const [folders = [], paths = []] = given
  return folders.every((folder) => paths.every((path) => isIndependentIn(context, folder, path, outer)))
}

/**
 * Adds the callers' parameters that the arguments for the given parameters are derived from. Undefined if the search
 * exceeds the limits.
 */
function withPassed(
  context: GuardContext,
  parameters: ReadonlySet<number> | undefined,
): ReadonlySet<number> | undefined {
  const { program, references } = context
  if (parameters === undefined) return undefined
  const found = new Set(parameters)
  for (const parameter of found) {
    const inside = program.functionOf(parameter)
    const callers = references.callers(inside)
    if (callers.length > maxCallers) return undefined
    for (const call of callers) {
      const given = parametersIn(context, references.argumentFor(call, inside, program.operand(parameter, 0)) ?? -1)
      if (given === undefined || found.size >= maxPassed) return undefined
      for (const one of given) found.add(one)
    }
  }
  return found
}

interface TwoParameters {
  readonly parameter: number
  readonly other: number
  readonly callers: readonly number[]
}

/** Maximum number of callers per function, because some helpers are called from everywhere. */
const maxCallers = 100
/** Maximum number of parameters to visit, and of pairs of parameters. */
const maxPassed = 60

/**
 * Reports whether a caller derives the arguments for both parameters from one value that it received itself:
 * `check(args.path, args.root)`.
 */
function isOfOneCaller(
  context: GuardContext,
  { parameter, other, callers }: TwoParameters,
  asked: Set<string>,
): boolean {
  const { program, references } = context
  const inside = program.functionOf(parameter)
  // Already being visited: a recursive call passes the same values as the other callers.
  const question = `${parameter} ${other}`
  if (asked.has(question)) return false
  asked.add(question)
  if (callers.length > maxCallers || asked.size > maxPassed) return true
  return callers.some((call) => {
    const given = (one: number) => references.argumentFor(call, inside, program.operand(one, 0)) ?? -1
    return !isIndependent(context, given(parameter), given(other), asked)
  })
}

const remembered = new Memo<boolean>()

/** Reports whether every caller passes its own value: a constant, a setting, or a folder created for this purpose. */
function isNobodysChoice(context: GuardContext, parameter: number): boolean {
  return remembered.answer(context, parameter, () => isHandedOwn(context, parameter))
}

function isHandedOwn(context: GuardContext, parameter: number): boolean {
  const { program, references } = context
  // Already visited parameters are skipped: recursive calls pass the same values as the other callers.
  const handed = new Set([parameter])
  for (const one of handed) {
    const inside = program.functionOf(one)
    const callers = references.callers(inside)
    if (callers.length === 0 || callers.length > maxCallers || handed.size > maxPassed) return false
    for (const call of callers) {
      const given = references.argumentFor(call, inside, program.operand(one, 0))
      // A caller that omits the argument does not control the parameter.
      if (given === undefined && isSpread(program, call)) return false
      if (given === undefined) continue
      const passed = parametersIn(context, given)
      if (passed === undefined) return false
      for (const each of passed) handed.add(each)
    }
  }
  return true
}

/** Reports whether a call spreads a list or mapping. */
function isSpread(program: Program, call: number): boolean {
  return operandsOf(program, call, 1).some(
    (argument) => program.op(argument) === Op.Spread || program.op(argument) === Op.SpreadKeywords,
  )
}

/** Reports whether a value is derived from no parameter. */
export function isOwn(context: GuardContext, node: number): boolean {
  return parametersIn(context, node)?.size === 0
}

/** Like `isOwn`, but also true for parameters for which every caller passes its own value. */
export function isOwnOfCallers(context: GuardContext, node: number): boolean {
  const parameters = parametersIn(context, node)
  return parameters !== undefined && [...parameters].every((parameter) => isNobodysChoice(context, parameter))
}
