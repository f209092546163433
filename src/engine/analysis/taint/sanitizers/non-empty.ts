import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import { namesOfCall } from './call-names.ts'
import type { GuardContext } from './guard-context.ts'
import { isTruthyLiteral, propertyValue } from './literals.ts'
import { Memo } from './memo.ts'
import { joinedBy, operandsOf } from './operands.ts'
import { definitionsOf, seenThrough } from './seen-through.ts'

/** Functions that copy a collection. The copy of a non-empty collection is not empty. */
const copying: ReadonlySet<string> = new Set([
  'Set',
  'Array.from',
  'Object.freeze',
  'Object.keys',
  'Object.values',
  'Object.entries',
  'set',
  'frozenset',
  'list',
  'tuple',
  'sorted',
])
/** Methods whose result is non-empty if the receiver is. */
const keeping: ReadonlySet<string> = new Set(['map', 'slice', 'concat', 'sort', 'reverse', 'copy', 'toSorted'])
/** Methods that remove items. */
const removing: ReadonlySet<string> = new Set(['pop', 'shift', 'splice', 'clear', 'remove', 'delete', 'popitem'])

/**
 * Reports whether a value is truthy for every caller of its function: a non-empty collection, its size, or a constant
 * argument or default.
 */
export function isAlwaysTruthy(context: GuardContext, node: number): boolean {
  const { program } = context
  const at = seenThrough(context, node)
  const value = seenThrough(context, countedBy(context, at))
  const written = writtenField(context, value)
  if (written >= 0) return isNeverEmpty(context, written)
  // Other fields may be read before they are set.
  return program.op(value) !== Op.Load && (isNeverEmpty(context, value) || areTruthyConstants(context, at))
}

/**
 * Returns the value that an object literal stores in an attribute, if nothing else is stored there. Returns -1 for
 * other attributes.
 */
function writtenField({ program, references }: GuardContext, load: number): number {
  if (program.op(load) !== Op.Load) return -1
  const [object, key] = [program.operand(load, 0), program.text(load, 1)]
  const [owner = -1, ...others] = definitionsOf({ program, references }, object)
  const stored = references.attribute(object, key)
  const written = others.length === 0 ? propertyValue(program, owner, key) : undefined
  return written !== undefined && stored.length <= 1 ? written : -1
}

/** Returns the collection whose size a node reads. Returns other nodes unchanged. */
export function countedBy({ program }: GuardContext, node: number): number {
  return program.op(node) === Op.Load && /^(?:length|size)$/.test(program.text(node, 1))
    ? program.operand(node, 0)
    : node
}

/** Reports whether a condition can never have the given outcome, because it tests a value that is always truthy. */
export function neverHolds(context: GuardContext, condition: number, isTruthy: boolean): boolean {
  return remembered.answer(context, `${condition} ${isTruthy}`, () => cannotHold(context, condition, isTruthy, 0))
}

const remembered = new Memo<boolean>()

function cannotHold(context: GuardContext, condition: number, isTruthy: boolean, depth: number): boolean {
  const { program } = context
  const at = seenThrough(context, condition)
  if (depth > dataflowLimits.maxDerivationDepth) return false
  const inner = (part: number, isHeld: boolean) => cannotHold(context, part, isHeld, depth + 1)
  switch (program.op(at)) {
    case Op.Unary:
      return /^(?:!|not)$/.test(program.text(at, 0)) && inner(program.operand(at, 1), !isTruthy)
    case Op.Binary: {
      const [left, right] = [program.operand(at, 1), program.operand(at, 2)]
      if (program.op(right) !== Op.Literal || isTruthyLiteral(program.operand(right, 0), program.text(right, 1)))
        return false
      const isEqual = /^(?:===?|is)$/.test(program.text(at, 0))
      const isCompared = isEqual || /^(?:!==?|is not|>)$/.test(program.text(at, 0))
      return isCompared && isTruthy === isEqual && isAlwaysTruthy(context, left)
    }
    default:
      return !isTruthy && isAlwaysTruthy(context, at)
  }
}

/**
 * Reports whether a parameter has a truthy constant value for every caller. If a caller omits the argument, the default
 * counts.
 */
function areTruthyConstants(context: GuardContext, node: number): boolean {
  const { program, references } = context
  return waysOf(context, node).every((way) => {
    if (program.op(way) !== Op.Parameter) return program.op(node) === Op.Phi && isTruthyConstant(program, way)
    const inside = program.functionOf(way)
    const callers = references.callers(inside)
    return (
      callers.length > 0 &&
      callers.length <= maxCallers &&
      callers.every((call) => {
        const given = references.argumentFor(call, inside, program.operand(way, 0)) ?? -1
        return isTruthyConstant(program, seenThrough(context, given))
      })
    )
  })
}

const maxCallers = 100

const isTruthyConstant = (program: Program, node: number) =>
  program.op(node) === Op.Literal && isTruthyLiteral(program.operand(node, 0), program.text(node, 1))

/** Returns a phi's operands, without a default that no caller uses. Returns any other node as its own only operand. */
function waysOf({ program, references }: GuardContext, node: number): readonly number[] {
  if (program.op(node) !== Op.Phi) return [node]
  const ways = joinedBy(program, node)
  const parameter = ways.find((way) => program.op(way) === Op.Parameter) ?? -1
  const isDefault = ways.length === 2 && program.operand(node, 1) === program.operand(node, 3) && parameter >= 0
  if (!isDefault) return ways
  const inside = program.functionOf(parameter)
  const callers = references.callers(inside)
  const isPassed = (call: number) => references.argumentFor(call, inside, program.operand(parameter, 0)) !== undefined
  if (callers.length === 0 || callers.length > maxCallers) return ways
  return callers.every(isPassed) ? [parameter] : callers.some(isPassed) ? ways : ways.filter((way) => way !== parameter)
}

/** Reports whether a collection is non-empty at all places where the program creates it, for every caller. */
function isNeverEmpty(context: GuardContext, node: number, depth = 0): boolean {
  const { program } = context
  if (node < 0 || depth > dataflowLimits.maxDerivationDepth) return false
  const at = seenThrough(context, node)
  if (program.op(at) === Op.Phi) return waysOf(context, at).every((way) => isNeverEmpty(context, way, depth + 1))
  const definitions = definitionsOf(context, at)
  return definitions.length <= 20 && definitions.every((definition) => hasItems(context, definition, depth))
}

function hasItems(context: GuardContext, definition: number, depth: number): boolean {
  const { program } = context
  const inner = (node: number) => isNeverEmpty(context, node, depth + 1)
  switch (program.op(definition)) {
    case Op.ArrayOf:
    case Op.ObjectOf:
      return (
        operandsOf(program, definition)
          .slice(0, dataflowLimits.maxListedArguments)
          .some((item) => program.op(item) !== Op.Spread || inner(program.operand(item, 0))) &&
        !isComprehension(context, definition) &&
        !losesItems(context, definition)
      )
    case Op.Call:
    case Op.New: {
      const { externals, method, receiver } = namesOfCall(context, definition)
      if (context.references.callees(definition).length > 0) return false
      if (externals.some((name) => copying.has(name)))
        return inner(program.operand(definition, 1)) && !losesItems(context, definition)
      if (method === undefined) return false
      return keeping.has(method) && (method !== 'slice' || program.operandCount(definition) === 1) && inner(receiver)
    }
    default:
      return false
  }
}

/** True for comprehensions. They are phis with one operand, and their loop may run zero times. */
const isComprehension = ({ program }: GuardContext, list: number) =>
  program.users(list).some((user) => program.op(user) === Op.Phi && program.operandCount(user) === 2)

/** Reports whether the program removes items from a collection, judging by its direct users. */
function losesItems({ program }: GuardContext, collection: number): boolean {
  return program.users(collection).some((user) => {
    const op = program.op(user)
    if (op === Op.Store) return program.operand(user, 0) === collection && program.text(user, 1) === 'length'
    return op === Op.Load && removing.has(program.text(user, 1))
  })
}
