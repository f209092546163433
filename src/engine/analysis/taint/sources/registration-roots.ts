import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, definitionsOf, positionalArguments, propertiesOf, receiverOf } from '../../schemas/schema-steps.ts'

/** Value that a node has in one run of a registration: a node, an object key, or a pair of two values. */
export type RunValue =
  | { readonly node: number }
  | { readonly key: string }
  | { readonly pair: readonly [RunValue, RunValue] }

/** Values of parameters and loop variables, by the variable's node. */
export type RunValues = ReadonlyMap<number, RunValue>

/** One possible value of a parameter or loop variable, and other values that follow from it. */
export interface RootRun {
  readonly values: RunValues
  /** The call that passes the value. */
  readonly call?: number
  /** Calls in the current call chain. */
  readonly calls: readonly number[]
}

/** Functions that return the items of their argument or receiver, in any order. */
const listing: ReadonlySet<string> = new Set([
  'filter',
  'slice',
  'sort',
  'toSorted',
  'reverse',
  'flat',
  'concat',
  'list',
  'tuple',
  'set',
  'sorted',
  'reversed',
  'copy',
  'from',
  'values',
])

/** Methods that call a function once for each item. */
const visiting: ReadonlySet<string> = new Set(['forEach', 'map', 'flatMap', 'filter', 'some', 'every', 'find'])

/** Returns all runs of a parameter or loop variable: one for each value that it may have. */
export function runsOfRoot(
  known: KnownProgram,
  root: number,
  values: RunValues,
  calls: readonly number[],
): readonly RootRun[] {
  switch (known.program.op(root)) {
    case Op.Parameter:
      return runsOfParameter(known, root, values, calls)
    case Op.Element:
      return loopItems(known, root, values).map((item) => ({
        values: new Map([...values, ...item.values, [root, item.value], ...keysBeside(known, root, item)]),
        calls,
      }))
    default:
      return entriesOf(known, known.program.operand(root, 0), values).map(({ key, value }) => ({
        values: new Map([...values, ...besideKeys(known, root, key, value)]),
        calls,
      }))
  }
}

/** Returns the values of a loop variable. They are items, or keys if the language iterates objects by key. */
function loopItems(known: KnownProgram, root: number, values: RunValues): readonly Item[] {
  const { program } = known
  const collection = program.operand(root, 0)
  const isObject =
    program.fileOf(root).semantics.values.iterationYieldsKeys &&
    definitionsOf(known, boundNode(known, collection, values)).every((one) => program.op(one) === Op.ObjectOf)
  return isObject && !isBesideKey(program, root)
    ? entriesOf(known, collection, values).map(({ key }) => ({ value: key, values: none }))
    : itemsOf(known, collection, { values, depth: 0 })
}

const isBesideKey = (program: Program, root: number) =>
  [...program.users(program.operand(root, 0))].some(
    (user) => program.op(user) === Op.Key && program.regionAt(user) === program.regionAt(root),
  )

/** Returns one run per caller, with the values of all the function's parameters. */
function runsOfParameter(
  known: KnownProgram,
  root: number,
  values: RunValues,
  calls: readonly number[],
): readonly RootRun[] {
  const { program, references } = known
  const index = program.functionOf(root)
  const callers = references.callers(index).filter((call) => !calls.includes(call))
  if (callers.length === 0) return runsOfVisited(known, index, values, calls)
  return callers.map((call) => ({
    values: new Map([...values, ...argumentsOf(known, call, index), ...outerArguments(known, call, index)]),
    call,
    calls: [...calls, call],
  }))
}

type BoundValues = readonly (readonly [number, RunValue])[]

/** Returns a call's arguments by parameter. An argument is -1 if the call does not pass it. */
export function argumentsOf(known: KnownProgram, call: number, index: number): BoundValues {
  return (known.program.functions[index]?.parameters ?? []).map(({ node }, position) => [
    node,
    { node: known.references.argumentFor(call, index, position) ?? -1 },
  ])
}

/** For `register('read', schema)(read)`, returns the inner call's arguments, captured by the returned function. */
function outerArguments(known: KnownProgram, call: number, index: number): BoundValues {
  const { program, references } = known
  const parent = program.functions[index]?.parent ?? -1
  const [maker, another] = definitionsOf(known, program.operand(call, 0))
  return maker !== undefined &&
    another === undefined &&
    program.op(maker) === Op.Call &&
    references.callees(maker).includes(parent)
    ? argumentsOf(known, maker, parent)
    : []
}

/** Returns the runs of a function that a list method calls once for each item. */
function runsOfVisited(
  known: KnownProgram,
  index: number,
  values: RunValues,
  calls: readonly number[],
): readonly RootRun[] {
  const { program } = known
  const [parameter] = program.functions[index]?.parameters ?? []
  if (!parameter) return []
  return closuresOf(known, index).flatMap((closure) =>
    [...program.users(closure)]
      .filter((call) => program.op(call) === Op.Call && visiting.has(calledName(known, call) ?? ''))
      .flatMap((call) => {
        const list = receiverOf(known, call)
        return list === undefined || program.operand(call, 1) !== closure
          ? []
          : itemsOf(known, list, { values, depth: 0 }).map((item) => ({
              values: new Map([...values, ...item.values, [parameter.node, item.value]]),
              calls,
            }))
      }),
  )
}

const closuresOf = ({ program }: KnownProgram, index: number) =>
  [...program.index.of(Op.Closure)].filter((node) => program.operand(node, 0) === index)

interface Item {
  readonly value: RunValue
  /** Variable values that the item depends on. */
  readonly values: RunValues
}

interface Listing {
  readonly values: RunValues
  readonly depth: number
}

const none: RunValues = new Map()

/** Returns the items of the value that a loop iterates. */
function itemsOf(known: KnownProgram, node: number, { values, depth }: Listing): readonly Item[] {
  const { program, references } = known
  if (depth > dataflowLimits.maxSpreads) return []
  const start = boundNode(known, node, values)
  const found: Item[] = []
  for (const definition of definitionsOf(known, start).slice(0, dataflowLimits.maxDefinitions))
    if (program.op(definition) === Op.Call) found.push(...itemsOfCall(known, definition, { values, depth }))
  const stored = new Set(references.attribute(start, '*'))
  for (const value of stored) {
    if (found.length >= dataflowLimits.maxTools) break
    if (value >= program.nodeCount) continue
    if (program.op(value) === Op.Spread)
      found.push(...itemsOf(known, program.operand(value, 0), { values, depth: depth + 1 }))
    else found.push({ value: { node: value }, values: none })
  }
  for (const list of references.objects(start))
    if (program.op(list) === Op.ArrayOf)
      for (let place = 0; place < program.operandCount(list); place += 1) {
        const spread = program.operand(list, place)
        if (program.op(spread) === Op.Spread && !stored.has(spread))
          found.push(...itemsOf(known, program.operand(spread, 0), { values, depth: depth + 1 }))
      }
  return found.filter(
    (item, place) =>
      item.values.size > 0 ||
      !('node' in item.value) ||
      found.findIndex((one) => isSame(one.value, item.value)) === place,
  )
}

const isSame = (one: RunValue, other: RunValue) => 'node' in one && 'node' in other && one.node === other.node

/** Returns the node that a value is bound to. Follows captured variables. */
function boundNode({ program }: KnownProgram, node: number, values: RunValues): number {
  let at = node
  for (let step = 0; step < dataflowLimits.maxOperands; step += 1) {
    const bound = values.get(at)
    if (bound && 'node' in bound && bound.node >= 0) at = bound.node
    else if (program.op(at) === Op.Capture || program.op(at) === Op.Typed || program.op(at) === Op.Await)
      at = program.operand(at, 0)
    else break
  }
  return at
}

/** Returns the items in the result of a call such as `Object.entries(tools)` or `tools.filter(…)`. */
function itemsOfCall(known: KnownProgram, call: number, { values, depth }: Listing): readonly Item[] {
  const { program } = known
  const name = calledName(known, call)
  const [first] = positionalArguments(known, call)
  const receiver = receiverOf(known, call)
  const isOfObject = receiver !== undefined && known.references.externals(receiver).includes('Object')
  const owner = isOfObject ? first : (receiver ?? first)
  if (name === undefined || owner === undefined) return []
  const inner = { values, depth: depth + 1 }
  if (name === 'entries' || name === 'items')
    return entriesOf(known, owner, values).map(({ key, value }) => ({ value: { pair: [key, value] }, values: none }))
  if (name === 'keys') return entriesOf(known, owner, values).map(({ key }) => ({ value: key, values: none }))
  if (name === 'map') {
    return positionalArguments(known, call)
      .slice(0, 1)
      .flatMap((callback) => known.references.functions(callback))
      .flatMap((index) => {
        const { parameters = [], returns = [] } = program.functions[index] ?? {}
        const [parameter] = parameters
        const [returned, another] = returns
        return !parameter || returned === undefined || another !== undefined
          ? []
          : itemsOf(known, owner, inner).map((item) => ({
              value: { node: program.operand(returned, 0) },
              values: new Map([...item.values, [parameter.node, item.value]]),
            }))
      })
  }
  if (!listing.has(name)) return []
  return itemsOf(known, name === 'from' || name === 'list' ? (first ?? owner) : owner, inner)
}

interface Entry {
  readonly key: RunValue
  readonly value: RunValue
}

/** Returns the keys and values of an object, including stores under a computed key. */
function entriesOf(known: KnownProgram, node: number, values: RunValues): readonly Entry[] {
  const { program, references } = known
  const start = boundNode(known, node, values)
  const found = new Map<number, Entry>()
  for (const object of new Set([...definitionsOf(known, start), ...references.objects(start)])) {
    if (program.op(object) !== Op.ObjectOf) continue
    for (const [key, value] of propertiesOf(known, object).values)
      found.set(value, { key: { key }, value: { node: value } })
  }
  for (const value of references.attribute(start, '*')) {
    if (found.has(value) || found.size >= dataflowLimits.maxTools || value >= program.nodeCount) continue
    for (const store of program.users(value))
      if (program.op(store) === Op.StoreDynamic && program.operand(store, 2) === value)
        found.set(value, { key: { node: program.operand(store, 1) }, value: { node: value } })
  }
  return [...found.values()]
}

/** Binds both the key and the value of one entry: `for name, tool in tools.items()`. */
function besideKeys(
  known: KnownProgram,
  root: number,
  key: RunValue,
  value: RunValue,
): (readonly [number, RunValue])[] {
  const { program } = known
  return [...program.users(program.operand(root, 0))].flatMap((user) => {
    if (program.regionAt(user) !== program.regionAt(root)) return []
    return program.op(user) === Op.Key
      ? [[user, key] as const]
      : program.op(user) === Op.Element
        ? [[user, value] as const]
        : []
  })
}

/** Binds the key that belongs to an item, if the loop reads both. */
function keysBeside(known: KnownProgram, root: number, { value }: Item): (readonly [number, RunValue])[] {
  const { program } = known
  const collection = program.operand(root, 0)
  const keys = [...program.users(collection)].filter(
    (user) => program.op(user) === Op.Key && program.regionAt(user) === program.regionAt(root),
  )
  if (keys.length === 0) return []
  const entry = entriesOf(known, collection, none).find((one) => isSame(one.value, value))
  return entry ? keys.map((key) => [key, entry.key] as const) : []
}
