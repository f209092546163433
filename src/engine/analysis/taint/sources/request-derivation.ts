import { Op } from '../../ir/operations.ts'
import { nodeOperands } from '../../program/node-operands.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, positionalArguments, receiverOf, textOf } from '../../schemas/schema-steps.ts'
import { type Shape, shapeAt } from '../../schemas/shape.ts'

/** One step of a data flow: the value and the node that uses it. */
export interface DerivationStep {
  readonly value: number
  readonly user: number
}

/** A request part that middleware stores for later handlers. */
export interface KeptValue {
  /** Key of the part in the stored object. Absent if the part itself is stored. */
  readonly key?: string
  /** Steps from the request part to the node that stores it, inclusive. */
  readonly steps: readonly DerivationStep[]
}

export interface RequestState {
  readonly known: KnownProgram
  /** Shapes of requests, by request node. */
  readonly requests: ReadonlyMap<number, Shape>
}

/** Names of handler parameters on which middleware stores attributes. */
const handlerParameters = /^_*(?:req|request|res|response|ctx|context|c|scope)$/

/** Functions whose result contains the text of their argument. */
const conversions: ReadonlySet<string> = new Set([
  'parse',
  'loads',
  'String',
  'str',
  'dict',
  'list',
  'decodeURIComponent',
  'unquote',
  'from',
  'b64decode',
  'atob',
  'URL',
])

/** Maximum number of values visited per stored value. */
const maxValues = 200

/** Maximum nesting depth of helpers into which a request is followed, and maximum number of callers of each helper. */
const maxHelpers = 3
const maxHelperCallers = 8

/** Reports whether a call reads a part of a request: `scope.get('headers')`. */
function readsPart(state: RequestState, call: number): boolean {
  const { known } = state
  const receiver = receiverOf(known, call)
  const [first] = positionalArguments(known, call)
  if (receiver === undefined || first === undefined || calledName(known, call) !== 'get') return false
  const [shape, key] = [requestShapeOf(state, receiver), textOf(known, first)]
  return shape !== undefined && key !== undefined && shapeAt(shape, key).carries !== 0
}

/** Returns the key that a node reads or stores. */
export function keyOf(known: KnownProgram, node: number): string | undefined {
  const { program } = known
  const op = program.op(node)
  return op === Op.Load || op === Op.Store ? program.text(node, 1) : textOf(known, program.operand(node, 1))
}

/** Reports whether a value is a parameter through which handlers receive a request, response, or context. */
export function isHandlerParameter({ program }: KnownProgram, node: number): boolean {
  if (program.op(node) !== Op.Parameter) return false
  const parameter = program.functions[program.functionOf(node)]?.parameters.find((one) => one.node === node)
  return handlerParameters.test(parameter?.name ?? '')
}

/** Returns the value behind a captured variable or a type assertion. */
export function seenThrough({ program }: KnownProgram, node: number): number {
  let at = node
  while (program.op(at) === Op.Capture || program.op(at) === Op.Typed) at = program.operand(at, 0)
  return at
}

/**
 * Returns the shape of a request. Also recognizes copies of a request, and requests passed to helpers. Undefined for
 * other values.
 */
function requestShapeOf({ known, requests }: RequestState, node: number, depth = 0): Shape | undefined {
  const { program, references } = known
  const at = seenThrough(known, node)
  const found = requests.get(at)
  if (found || depth > maxHelpers) return found
  if (program.op(at) === Op.Call && calledName(known, at) === 'dict') {
    const [copied] = positionalArguments(known, at)
    return copied === undefined ? undefined : requestShapeOf({ known, requests }, copied, depth + 1)
  }
  if (!isHandlerParameter(known, at)) return undefined
  const index = program.functionOf(at)
  for (const call of references.callers(index).slice(0, maxHelperCallers)) {
    const argument = references.argumentFor(call, index, program.operand(at, 0))
    const shape = argument === undefined ? undefined : requestShapeOf({ known, requests }, argument, depth + 1)
    if (shape) return shape
  }
  return undefined
}

/**
 * Returns the request parts that a store keeps: the value itself, or fields of an object. Empty unless the value
 * contains a part controlled by the sender, either unchanged or converted to text.
 */
export function keptValues(state: RequestState, value: number, store: number): readonly KeptValue[] {
  const { known } = state
  const { program } = known
  const fields = fieldsOf(known, value)
  if (fields.length === 0) {
    const steps = derivation(state, value, store)
    return steps ? [{ steps }] : []
  }
  return fields
    .flatMap(({ key, value: field, user }) => {
      const steps = derivation(state, field, user)
      return steps ? [{ ...(key !== undefined && { key }), steps: [...steps, { value, user: store }] }] : []
    })
    .filter(({ steps }) => steps.every(({ user }) => user < program.nodeCount))
}

interface Field {
  /** Key of the field. Undefined if it is computed. */
  readonly key: string | undefined
  readonly value: number
  /** Node that adds the field: the property or the store. */
  readonly user: number
}

/** Returns an object literal's fields, including those added later in the same function. */
function fieldsOf(known: KnownProgram, object: number): readonly Field[] {
  const { program } = known
  if (program.op(object) !== Op.ObjectOf) return []
  const found: Field[] = []
  for (let index = 0; index < program.operandCount(object); index += 1) {
    const entry = program.operand(object, index)
    if (program.op(entry) === Op.Property)
      found.push({ key: program.text(entry, 0), value: program.operand(entry, 1), user: entry })
    else if (program.op(entry) === Op.ComputedProperty)
      found.push({ key: textOf(known, program.operand(entry, 0)), value: program.operand(entry, 1), user: entry })
  }
  for (const user of program.users(object))
    if ((program.op(user) === Op.Store || program.op(user) === Op.StoreDynamic) && program.operand(user, 0) === object)
      found.push({ key: keyOf(known, user), value: program.operand(user, 2), user })
  return found
}

/**
 * Returns the steps from a request part to the node that uses the value. Undefined if the value contains no such part.
 */
function derivation(state: RequestState, start: number, taker: number): readonly DerivationStep[] | undefined {
  const { known, requests } = state
  const { program, references } = known
  const takers = new Map([[start, taker]])
  const waysFrom = (part: number): DerivationStep[] => {
    const steps: DerivationStep[] = []
    for (let value = part; ;) {
      const user = takers.get(value) ?? taker
      steps.push({ value, user })
      if (value === start) return steps
      value = user
    }
  }
  for (const [node] of takers) {
    if (takers.size > maxValues) return undefined
    const op = program.op(node)
    const push = (next: number) => {
      if (next >= 0 && next < program.nodeCount && !takers.has(next)) takers.set(next, node)
    }
    if (op === Op.Load || op === Op.LoadDynamic) {
      const shape = requestShapeOf(state, program.operand(node, 0))
      if (shape && shapeAt(shape, keyOf(known, node)).carries !== 0) return waysFrom(node)
      push(program.operand(node, 0))
    } else if (op === Op.Call || op === Op.New) {
      if (requests.has(node)) return waysFrom(node)
      if (references.callees(node).length > 0) continue
      if (readsPart(state, node)) return waysFrom(node)
      if (receiverOf(known, node) !== undefined) push(program.operand(node, 0))
      if (conversions.has(calledName(known, node) ?? '')) for (const one of positionalArguments(known, node)) push(one)
    } else if (op !== Op.Closure && op !== Op.Class && op !== Op.Parameter && op !== Op.Binary && op !== Op.Unary) {
      const { skipped, step, most } = nodeOperands[op] ?? { skipped: 0, step: 1, most: Infinity }
      for (let at = skipped; at < Math.min(program.operandCount(node), most); at += step)
        push(program.operand(node, at))
      if (op === Op.ObjectOf || op === Op.ArrayOf) for (const value of references.attribute(node, '*')) push(value)
    }
  }
  return undefined
}
