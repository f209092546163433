import type { IrModule } from '../../analysis/ir/ir-module.ts'
import { Op } from '../../analysis/ir/operations.ts'
import { capturedNode, type ComparableFunction, functionOfNode, nodeOperands, operandOf } from './comparable-module.ts'
import { Hasher } from './hasher.ts'
import { derivationLimits } from './derivation-limits.ts'

/**
 * A function without a name and with this many nested functions is a module in a function, as bundlers and older
 * libraries write it.
 */
const minNestedOfContainer = 8

/** True for module bodies and for functions that only hold a module: `(function () { … })()`. */
export function isContainer({ module: { unit }, index, nested }: ComparableFunction): boolean {
  if (index === 0) return true
  const isUnnamed = (unit.functions[index]?.name ?? -1) < 0
  return isUnnamed && (nested >= minNestedOfContainer || (nested > 0 && isCalledByBody(unit, index)))
}

/** Functions that module bodies call where they create them, or pass to such a call. */
const calledInBody = new WeakMap<IrModule, ReadonlySet<number>>()

function isCalledByBody(unit: IrModule, index: number): boolean {
  if (unit.functions[index]?.parent !== 0) return false
  const called = calledInBody.get(unit) ?? findCalledInBody(unit)
  calledInBody.set(unit, called)
  return called.has(index)
}

function findCalledInBody(unit: IrModule): ReadonlySet<number> {
  const called = new Set<number>()
  for (let node = 0; node < unit.ops.length; node += 1) {
    if (unit.ops[node] !== Op.Call || functionOfNode(unit, node) !== 0) continue
    for (const operand of nodeOperands(unit, node)) {
      const callee = unit.ops[operand] === Op.Load ? operandOf(unit, operand, 0) : operand
      if (unit.ops[callee] === Op.Closure) called.add(operandOf(unit, callee, 0))
    }
  }
  return called
}

const effects: ReadonlySet<number> = new Set([
  Op.Call,
  Op.New,
  Op.Store,
  Op.StoreDynamic,
  Op.TaggedTemplate,
  Op.Throw,
  Op.Return,
  Op.Export,
])

/** True for an operation that does something, in contrast to computing a value. */
export const hasEffect = (op: number | undefined) => op !== undefined && effects.has(op)

/**
 * Nodes of a module whose values other functions read: captured variables, exported values, class attributes, and their
 * operands.
 */
export function stateNodes(unit: IrModule): Uint8Array {
  const known = stateOfModules.get(unit) ?? findStateNodes(unit)
  stateOfModules.set(unit, known)
  return known
}

const stateOfModules = new WeakMap<IrModule, Uint8Array>()

function findStateNodes(unit: IrModule): Uint8Array {
  const isState = new Uint8Array(unit.ops.length)
  for (let node = 0; node < unit.ops.length; node += 1) {
    if (unit.ops[node] === Op.Capture) isState[capturedNode(unit, node)] = 1
    if (unit.ops[node] === Op.Export) isState[operandOf(unit, node, 1)] = 1
  }
  for (const { members } of unit.classes) for (const { value } of members) isState[value] = 1
  // Operands precede their nodes, except in loops.
  for (let node = unit.ops.length - 1; node >= 0; node -= 1) {
    const op = unit.ops[node]
    if (isState[node] === 0 || op === Op.Closure || op === Op.Class || op === Op.Literal) continue
    for (const operand of nodeOperands(unit, node)) isState[operand] = 1
  }
  return isState
}

/** Returns the variables that nested functions use. */
export function capturedVariables(unit: IrModule): ReadonlySet<number> {
  const known = capturedOfModules.get(unit) ?? new Set<number>()
  if (!capturedOfModules.has(unit))
    for (let node = 0; node < unit.ops.length; node += 1)
      if (unit.ops[node] === Op.Capture) known.add(capturedNode(unit, node))
  capturedOfModules.set(unit, known)
  return known
}

const capturedOfModules = new WeakMap<IrModule, Set<number>>()

/**
 * Returns the functions that a value consists of, for example the handler in `app.get(path, handler)`. Of an object
 * whose property is read, only the value of this property counts.
 */
export function functionsIn(unit: IrModule, start: number): FoundClosures {
  const found = new Set<number>()
  const seen = new Set([start])
  let isCut = false
  for (const node of seen) {
    if (unit.ops[node] === Op.Closure) found.add(operandOf(unit, node, 0))
    else if (seen.size < derivationLimits.maxFollowedOperands)
      for (const operand of partsOf(unit, node)) seen.add(operand)
    else isCut = true
  }
  return { functions: [...found], isCut }
}

/** Functions of a value, and whether a limit left out some of them. */
export interface FoundClosures {
  readonly functions: readonly number[]
  readonly isCut: boolean
}

/**
 * Operands of a node, or the value of the property that a node reads from an object literal. A spread or a computed key
 * can be any property.
 */
function partsOf(unit: IrModule, node: number): number[] {
  const operands = nodeOperands(unit, node)
  if (unit.ops[node] !== Op.Load) return operands
  const object = capturedNode(unit, operands[0] ?? -1)
  if (unit.ops[object] !== Op.ObjectOf) return operands
  const entries = nodeOperands(unit, object)
  if (entries.some((entry) => unit.ops[entry] !== Op.Property)) return operands
  const key = operandOf(unit, node, 1)
  const property = entries.findLast((entry) => operandOf(unit, entry, 0) === key)
  return property === undefined ? operands : [property]
}

/**
 * Hashes the state of variables: how they are initialized, and what the same function stores in them. Ignores stored
 * functions.
 */
export function stateHashes({ module: { unit, hashes } }: ComparableFunction): (node: number) => number {
  const stores = new Map<number, number[]>()
  for (let node = 0; node < unit.ops.length; node += 1) {
    const op = unit.ops[node]
    if (op !== Op.Store && op !== Op.StoreDynamic) continue
    const object = capturedNode(unit, operandOf(unit, node, 0))
    const value = unit.ops[operandOf(unit, node, 2)]
    if (value === Op.Closure || value === Op.Class || functionOfNode(unit, object) !== functionOfNode(unit, node))
      continue
    const known = stores.get(object)
    if (known) known.push(node)
    else stores.set(object, [node])
  }
  // Kept, because thousands of functions can read an object in which thousands of values are stored.
  const known = new Map<number, number>()
  return (node) => {
    const hash = known.get(node)
    if (hash !== undefined) return hash
    const hasher = new Hasher().addHash(hashes.nodes[node] ?? 0)
    const stored = (stores.get(node) ?? []).map((store) => hashes.nodes[store] ?? 0)
    for (const one of stored.sort((a, b) => a - b)) hasher.addHash(one)
    const value = hasher.value()
    known.set(node, value)
    return value
  }
}
