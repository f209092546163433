import { dataflowLimits } from '../../dataflow-limits.ts'
import { LiteralKind, Op, RegionKind } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { definitionsOf, propertiesOf, type Steps } from '../../schemas/schema-steps.ts'
import { argumentsOf, runsOfRoot, type RunValue, type RunValues } from './registration-roots.ts'

/** A parameter or loop variable whose value differs in each run. */
export interface RunRoot {
  readonly root: number
}

/** One of several runs of the same registration. */
export interface RegistrationRun {
  /** Outermost call that determines what is registered, or the registration itself. */
  readonly call: number
  /**
   * Returns the node that a node of the registration resolves to in this run, or the node itself if this is unknown.
   */
  readonly resolve: (node: number) => number
  /** Returns the object key that a node resolves to in this run, or undefined if it resolves to something else. */
  readonly keyOf: (node: number) => string | undefined
  /**
   * For an object merged by a project function, as in `{ ...base, ...fields }`, returns the objects merged in this run.
   * Undefined for other nodes.
   */
  readonly spreadIn: (node: number) => readonly number[] | undefined
}

/**
 * Returns the runs of a registration in a loop, or in a function that receives names and functions from its callers:
 * one per item and caller. Unlike points-to sets, runs are not limited to a few values, and they keep related values
 * together. Empty if the nodes depend on no parameter or loop variable, or if none of its values is known.
 */
export function registrationRuns(
  known: KnownProgram,
  call: number,
  nodes: readonly number[],
): readonly RegistrationRun[] {
  const found: RegistrationRun[] = []
  const steps: Steps = { left: dataflowLimits.maxTools }
  const follow = (values: RunValues, outermost: number, calls: readonly number[], depth: number): boolean => {
    if ((steps.left -= 1) < 0) return false
    const open = nodes.map((node) => valueIn(known, node, values)).find((value) => 'root' in value)
    if (open && 'root' in open && depth < maxRootDepth) {
      const runs = runsOfRoot(known, open.root, values, calls)
      return runs.filter((run) => follow(run.values, run.call ?? outermost, run.calls, depth + 1)).length > 0
    }
    if (depth === 0 || open) return false
    found.push({
      call: outermost,
      resolve: (node) => {
        const value = valueIn(known, node, values)
        return 'node' in value && value.node >= 0 ? value.node : node
      },
      keyOf: (node) => {
        const value = valueIn(known, node, values)
        return 'key' in value ? value.key : undefined
      },
      spreadIn: (node) => spreadIn(known, node, values),
    })
    return true
  }
  follow(new Map(), call, [], 0)
  return found
}

/** Maximum number of parameters and loop variables to follow from one value. */
const maxRootDepth = 10

/** Maximum number of steps to follow from a value to its definition. */
const maxSteps = 60

/** Maximum nesting depth of values. A limit is needed because objects in bundles can contain themselves. */
const maxDepth = 30

/**
 * Returns a node's value, given the values of parameters and loop variables. If one that it depends on has no value
 * yet, returns that parameter or loop variable.
 */
export function valueIn(known: KnownProgram, start: number, values: RunValues, depth = 0): RunValue | RunRoot {
  const { program } = known
  if (depth > maxDepth) return { node: start }
  let node = start
  for (let step = 0; step < maxSteps && node >= 0; step += 1) {
    const bound = values.get(node)
    if (bound) {
      if (!('node' in bound)) return bound
      if (bound.node < 0) return bound
      node = bound.node
      continue
    }
    switch (program.op(node)) {
      case Op.Capture:
      case Op.Typed:
      case Op.Await:
        node = program.operand(node, 0)
        break
      case Op.Cell:
        if (program.operandCount(node) !== 1) return { node }
        node = program.operand(node, 0)
        break
      case Op.Phi: {
        const next = defaulted(known, node, values) ?? chosen(known, node, values, depth)
        if (next === undefined) return { node }
        node = next
        break
      }
      case Op.Logical: {
        const left = valueIn(known, program.operand(node, 1), values, depth + 1)
        if ('root' in left || program.text(node, 0) === 'and') return 'root' in left ? left : { node }
        if ('node' in left && isNothing(known, left.node)) node = program.operand(node, 2)
        else return left
        break
      }
      case Op.Parameter:
        return isReceiver(known, node) ? { node } : { root: node }
      case Op.Element:
      case Op.Key:
        return { root: node }
      case Op.Load:
      case Op.LoadDynamic: {
        const owner = valueIn(known, program.operand(node, 0), values, depth + 1)
        if ('root' in owner) return owner
        const key = keyRead(known, node, values, depth)
        const member = key === undefined ? undefined : typeof key === 'string' ? memberOf(known, owner, key) : key
        if (member === undefined) return isSchemaPart(known, node, owner) ? owner : { node }
        if (!('node' in member)) return member
        if (member.node === node) return { node }
        node = member.node
        break
      }
      default:
        return { node }
    }
  }
  return { node }
}

/** True for a receiver such as `self`, which is the same in all runs. */
function isReceiver({ program }: KnownProgram, parameter: number): boolean {
  const [first] = program.functions[program.functionOf(parameter)]?.parameters ?? []
  return first?.node === parameter && (first.name === 'self' || first.name === 'cls')
}

/** For a parameter with a default, returns the parameter, or the default if the run passes no argument. */
function defaulted(known: KnownProgram, phi: number, values: RunValues): number | undefined {
  const { program } = known
  const operands = [program.operand(phi, 0), program.operand(phi, 2)]
  const parameter = operands.find((operand) => program.op(operand) === Op.Parameter)
  if (parameter === undefined || program.operandCount(phi) !== 4) return undefined
  const bound = values.get(parameter)
  return bound && 'node' in bound && bound.node < 0 ? operands.find((operand) => operand !== parameter) : parameter
}

/** Returns the phi operand that is selected in this run, if all branch conditions compare constants. */
function chosen(known: KnownProgram, phi: number, values: RunValues, depth: number): number | undefined {
  const { program } = known
  const taken: number[] = []
  for (let index = 0; index < Math.min(program.operandCount(phi), maxWays); index += 2) {
    const way = program.operand(phi, index + 1)
    const condition = program.conditionOf(way)
    if (condition < 0 || program.regionAround(way) !== program.regionAt(phi)) return undefined
    const answer = truthIn(known, condition, values, depth)
    if (answer === undefined) return undefined
    if (answer === (program.regionKinds[way] === RegionKind.when)) taken.push(program.operand(phi, index))
  }
  const [only, another] = taken
  return another === undefined ? only : undefined
}

/** Maximum number of branches to evaluate per value. Each has two operands. */
const maxWays = 8

/** Returns whether two strings compared by a condition are equal in this run. Undefined for other conditions. */
function truthIn(known: KnownProgram, condition: number, values: RunValues, depth: number): boolean | undefined {
  const { program } = known
  if (program.op(condition) === Op.Unary) {
    const inner = /^(?:!|not)$/.test(program.text(condition, 0))
      ? truthIn(known, program.operand(condition, 1), values, depth)
      : undefined
    return inner === undefined ? undefined : !inner
  }
  if (program.op(condition) !== Op.Binary || !/^[!=]==?$/.test(program.text(condition, 0))) return undefined
  const [left, right] = [1, 2].map((side) => {
    const value = valueIn(known, program.operand(condition, side), values, depth + 1)
    return 'node' in value ? program.literalText(value.node) : 'key' in value ? value.key : undefined
  })
  if (left === undefined || right === undefined) return undefined
  return (left === right) === program.text(condition, 0).startsWith('=')
}

function spreadIn(known: KnownProgram, node: number, values: RunValues): readonly number[] | undefined {
  const { program, references } = known
  const value = valueIn(known, node, values)
  if (!('node' in value) || value.node < 0 || program.op(value.node) !== Op.Call) return undefined
  const [callee, another] = references.callees(value.node)
  const returns = callee === undefined || another !== undefined ? [] : (program.functions[callee]?.returns ?? [])
  const [object, other] = returns.flatMap((returned) => definitionsOf(known, program.operand(returned, 0)))
  if (callee === undefined || object === undefined || other !== undefined || program.op(object) !== Op.ObjectOf)
    return undefined
  const inner = new Map([...values, ...argumentsOf(known, value.node, callee)])
  const found: number[] = []
  for (let index = 0; index < program.operandCount(object); index += 1) {
    const entry = program.operand(object, index)
    const part = program.op(entry) === Op.Spread ? valueIn(known, program.operand(entry, 0), inner) : undefined
    if (!part || !('node' in part) || part.node < 0 || found.length >= dataflowLimits.maxSpreads) return undefined
    found.push(part.node)
  }
  return found.length === 0 ? undefined : found
}

const isNothing = ({ program }: KnownProgram, node: number) =>
  node < 0 || (program.op(node) === Op.Literal && program.operand(node, 0) === LiteralKind.nothing)

/** True for an attribute such as `schema.shape`, which is equivalent to the schema itself. */
const isSchemaPart = ({ program }: KnownProgram, node: number, owner: RunValue) =>
  program.op(node) === Op.Load &&
  ['shape', 'fields', 'entries'].includes(program.text(node, 1)) &&
  'node' in owner &&
  program.op(owner.node) === Op.Call

/**
 * Returns the key of an attribute or item. If the key is not known yet, returns the parameter or loop variable that it
 * depends on.
 */
function keyRead(known: KnownProgram, node: number, values: RunValues, depth: number): string | RunRoot | undefined {
  const { program } = known
  if (program.op(node) === Op.Load) return program.text(node, 1)
  const key = valueIn(known, program.operand(node, 1), values, depth + 1)
  if ('root' in key) return key
  return 'key' in key ? key.key : 'node' in key ? program.literalText(key.node) : undefined
}

/** Returns the value that an object or list stores under a key. */
function memberOf(known: KnownProgram, owner: RunValue, key: string): RunValue | undefined {
  if ('pair' in owner) return key === '0' ? owner.pair[0] : key === '1' ? owner.pair[1] : undefined
  if (!('node' in owner)) return undefined
  const { program, references } = known
  const found = new Set<number>()
  for (const definition of definitionsOf(known, owner.node)) {
    if (program.op(definition) === Op.ObjectOf) {
      const value = propertiesOf(known, definition).values.get(key)
      if (value !== undefined) found.add(value)
    } else if (program.op(definition) === Op.ArrayOf && /^\d+$/.test(key)) {
      const item = program.operand(definition, Number(key))
      if (item >= 0 && program.op(item) !== Op.Spread) found.add(item)
    }
  }
  if (found.size === 0) for (const value of references.attribute(owner.node, key)) found.add(value)
  const [only, another] = found
  return only !== undefined && another === undefined && only < program.nodeCount ? { node: only } : undefined
}
