import { Op } from '../../analysis/ir/operations.ts'
import { exportStarHelpers } from '../graph/known-names.ts'
import type { LoadedModule } from '../graph/loaded-module.ts'
import { originsOf } from '../graph/origins.ts'
import { isPythonBuiltIn } from '../graph/python-names.ts'
import { calleeName, isInteropCall } from '../graph/namespaces.ts'
import { type Argument, argumentsOf } from './bind-arguments.ts'
import { type BoundCall, callToken } from './call-token.ts'
import { holdingAttribute, mayBeOfAnother } from './held-functions.ts'
import { dictionaryValues, elements, linkReturns } from './linked-values.ts'
import type { FunctionPlace, LowerGraph } from './lower-graph.ts'
import { callBuiltIn, isRuntimeFunction } from './python-protocol.ts'

/** Resolves the targets of a call, and binds its arguments. */
export function lowerCall(graph: LowerGraph, module: LoadedModule, node: number): void {
  const callee = module.operand(node, 0)
  const nodes = Array.from({ length: module.operandCount(node) - 1 }, (_, index) => module.operand(node, index + 1))
  const args = argumentsOf(module, node)
  const places = args.map(({ place }) => place)
  const at = module.firstNode + node
  if (isInteropCall(module, node)) {
    graph.flow.link(places[0] ?? at, at)
    return
  }
  const name = module.op(callee) === Op.Load ? module.text(callee, 1) : ''
  const receiver = module.op(callee) === Op.Load ? module.firstNode + module.operand(callee, 0) : -1
  if (copiesAttributes(graph, module, { node, name: calleeName(module, callee), args: places })) return
  const isPassed = isParameter(module, callee)
  const decorated = module.unit.language === 'python' ? decoratedBy(module, node) : -1
  const result = decorated < 0 ? at : decoratedResult(graph, module, { at, decorated })
  const call: BoundCall = { node, args, receiver, isPassed, heldBy: holdingAttribute(module, callee), result }
  for (const argument of args) callArgument(graph, module, { node, argument })
  const react = (bound: BoundCall) => (token: number) => callToken(graph, module, bound, token)
  graph.flow.each(module.firstNode + callee, react(call))
  if (module.unit.language === 'python') callFromPython(graph, module, { ...call, isDecorating: decorated >= 0 })
  if (receiver < 0) {
    if (isOutside(module, callee)) callBack(graph, module, call)
    return
  }
  const [first] = args
  if (name === 'call')
    graph.flow.each(receiver, react({ ...call, args: args.slice(1), receiver: first?.place ?? -1, isPassed: false }))
  else if (name === 'apply')
    graph.flow.each(
      receiver,
      react({ ...call, args: spreadArray(module, nodes[1]), receiver: first?.place ?? -1, isPassed: false }),
    )
  else if (name === 'bind') graph.flow.link(receiver, at)
  else if (graph.flow.isEmpty(module.firstNode + callee)) callBack(graph, module, call)
}

/** Functions of the runtime call special methods. Decorators and other wrappers return the function that they take. */
function callFromPython(
  graph: LowerGraph,
  module: LoadedModule,
  call: BoundCall & { readonly isDecorating: boolean },
): void {
  const callee = module.operand(call.node, 0)
  const name = calleeName(module, callee)
  const nodes = call.args.map(({ place }) => place - module.firstNode)
  if (call.isDecorating) graph.flow.link(call.args[0]?.place ?? call.result, call.result)
  if (!graph.flow.isEmpty(module.firstNode + callee)) return
  if (call.receiver >= 0 && (name === 'get' || name === 'pop' || name === 'setdefault'))
    graph.flow.eachRead(call.receiver, dictionaryValues, call.result)
  callBuiltIn(graph, module, { node: call.node, name, args: nodes })
  if (!isRuntimeFunction(module, callee)) return
  // `str(function)` is a text.
  if (isPythonBuiltIn(module, callee) && name !== 'staticmethod' && name !== 'classmethod') return
  for (const { place } of call.args)
    graph.flow.each(place, (token) => {
      if (graph.objects.get(token)?.kind !== 'object') graph.flow.put(call.result, token)
    })
}

/** Maximum number of decorators of a function. Commands can have one for each of their 30 options. */
const maxDecorators = 100

/**
 * Returns the function or class that a call applies decorators to, or -1 if it applies none. A call of its result calls
 * the decorated function.
 */
function decoratedBy(module: LoadedModule, node: number): number {
  let value = node
  for (let depth = 0; depth < maxDecorators; depth += 1) {
    const op = module.op(value)
    if (op === Op.Closure || op === Op.Class) return depth > 0 ? value : -1
    if (op !== Op.Call || module.operandCount(value) !== 2) return -1
    value = module.operand(value, 1)
  }
  return -1
}

/** Place of what a decorator returns. Functions that it decorates elsewhere do not get from there to `at`. */
function decoratedResult(
  graph: LowerGraph,
  module: LoadedModule,
  { at, decorated }: { readonly at: number; readonly decorated: number },
): number {
  const returned = graph.flow.add(1)
  graph.flow.each(returned, (token) => {
    const target = graph.objects.get(token)
    if (target?.kind !== 'function' || mayReplace(module, decorated, target)) graph.flow.put(at, token)
  })
  return returned
}

/**
 * Reports whether a decorator may return a function for the decorated one: the same function, or one that the decorator
 * makes. The values that a decorator returns include all functions that it decorates anywhere.
 */
function mayReplace(module: LoadedModule, decorated: number, target: FunctionPlace): boolean {
  if (target.module === module && module.op(decorated) === Op.Closure && module.operand(decorated, 0) === target.local)
    return true
  return (target.module.unit.functions[target.local]?.parent ?? 0) > 0
}

/** A function that is passed to a call is considered called. */
function callArgument(
  graph: LowerGraph,
  module: LoadedModule,
  { node, argument }: { readonly node: number; readonly argument: Argument },
): void {
  const value = argument.place - module.firstNode
  if (isParameter(module, value)) return
  const heldBy = holdingAttribute(module, value)
  graph.flow.each(argument.place, (token) => {
    const target = graph.objects.get(token)
    if (target?.kind !== 'function') return
    if (heldBy !== undefined && mayBeOfAnother(module, { node, heldBy, target })) graph.callPassed(target)
    else graph.call(module, node, target)
  })
}

function isParameter(module: LoadedModule, value: number): boolean {
  return originsOf(module, value)?.some((one) => module.op(one) === Op.Parameter) ?? true
}

function spreadArray(module: LoadedModule, node: number | undefined): Argument[] {
  if (node === undefined || module.op(node) !== Op.ArrayOf) return []
  return Array.from({ length: module.operandCount(node) }, (_, index) => ({
    place: module.firstNode + module.operand(node, index),
  }))
}

/** `Object.assign`, `inherits`, `Object.create`, `__exportStar`: objects that get the attributes of others. */
function copiesAttributes(
  graph: LowerGraph,
  module: LoadedModule,
  { node, name, args }: { readonly node: number; readonly name: string; readonly args: readonly number[] },
): boolean {
  const { flow, objects } = graph
  const [first = -1, second = -1, third = -1] = args
  const at = module.firstNode + node
  if (first < 0) return false
  const inherit = (to: number, from: number) => flow.each(to, (token) => flow.link(from, objects.parentsOf(token)))
  if (exportStarHelpers.has(name)) {
    flow.link(first, objects.parentsOf(graph.exportsToken(module)))
    return true
  }
  if (name === 'create') {
    const token = objects.token(`object ${at}`, () => ({ kind: 'object' }))
    flow.put(at, token)
    flow.link(first, objects.parentsOf(token))
    return false
  }
  if (name === 'assign' || name === 'extend' || name === 'setPrototypeOf') {
    for (const from of args.slice(1)) inherit(first, from)
    flow.link(first, at)
    return false
  }
  if (/^_*inherits(?:Loose)?$/.test(name) && second >= 0) {
    flow.each(first, (token) => flow.eachRead(second, 'prototype', objects.parentsOf(objects.prototypeOf(token))))
    return false
  }
  if (name === 'defineProperty' && third >= 0) defineProperty(graph, module, node)
  return false
}

/** `Object.defineProperty(object, 'name', { value })` and `{ get }` */
function defineProperty(graph: LowerGraph, module: LoadedModule, node: number): void {
  const { flow, objects } = graph
  const [object, key, descriptor] = [1, 2, 3].map((index) => module.operand(node, index))
  if (object === undefined || key === undefined || descriptor === undefined || module.op(key) !== Op.Literal) return
  const name = module.text(key, 1)
  flow.each(module.firstNode + object, (token) => {
    flow.each(module.firstNode + descriptor, (described) => {
      objects.read(described, 'value', objects.own(token, name))
      const getter = flow.add(1)
      objects.read(described, 'get', getter)
      flow.each(getter, (called) => {
        const made = objects.get(called)
        if (made?.kind !== 'function') return
        graph.call(module, node, made)
        linkReturns(graph, made, objects.own(token, name))
      })
    })
  })
}

/** Reports whether the callee is a function of the runtime, or one that is not in the program. */
function isOutside(module: LoadedModule, callee: number): boolean {
  return (
    originsOf(module, callee)?.every((one) => module.op(one) === Op.Global || module.op(one) === Op.Import) ?? false
  )
}

/** Code that is not resolved calls the functions that it receives. */
function callBack(graph: LowerGraph, module: LoadedModule, call: BoundCall): void {
  for (const { place: argument } of call.args)
    graph.flow.each(argument, (token) => {
      const target = graph.objects.get(token)
      if (target?.kind !== 'function') return
      const at = module.firstNode + call.node
      linkReturns(graph, target, at)
      const [first] = target.module.unit.functions[target.local]?.parameters ?? []
      if (!first || call.receiver < 0) return
      const place = target.module.firstNode + first.node
      // The value of a promise is the promise itself here.
      graph.flow.link(call.receiver, place)
      graph.flow.eachRead(call.receiver, elements, place)
    })
}
