import { FunctionFlag, Op, ParameterKind } from '../../analysis/ir/operations.ts'
import { exportStarHelpers } from '../graph/known-names.ts'
import type { LoadedModule } from '../graph/loaded-module.ts'
import { originsOf } from '../graph/origins.ts'
import { calleeName, isInteropCall } from '../graph/namespaces.ts'
import type { FunctionPlace, LowerGraph } from './lower-graph.ts'
import { elements, linkReturns } from './linked-values.ts'

interface BoundCall {
  readonly node: number
  /** Places of the arguments. */
  readonly args: readonly number[]
  /** Place of the receiver, or -1. */
  readonly receiver: number
  /** True if the callee is a parameter. */
  readonly isPassed: boolean
}

/** Resolves the targets of a call, and binds its arguments. */
export function lowerCall(graph: LowerGraph, module: LoadedModule, node: number): void {
  const callee = module.operand(node, 0)
  const nodes = Array.from({ length: module.operandCount(node) - 1 }, (_, index) => module.operand(node, index + 1))
  const args = nodes.map((one) => module.firstNode + one)
  const at = module.firstNode + node
  if (isInteropCall(module, node)) {
    graph.flow.link(args[0] ?? at, at)
    return
  }
  const name = module.op(callee) === Op.Load ? module.text(callee, 1) : ''
  const receiver = module.op(callee) === Op.Load ? module.firstNode + module.operand(callee, 0) : -1
  if (copiesAttributes(graph, module, { node, name: calleeName(module, callee), args })) return
  const isPassed = isParameter(module, callee)
  const call: BoundCall = { node, args, receiver, isPassed }
  for (const [index, argument] of args.entries())
    callArgument(graph, module, { node, argument, value: nodes[index] ?? -1 })
  const react = (bound: BoundCall) => (token: number) => callToken(graph, module, bound, token)
  graph.flow.each(module.firstNode + callee, react(call))
  if (receiver < 0) {
    if (isOutside(module, callee)) callBack(graph, module, call)
    return
  }
  if (name === 'call')
    graph.flow.each(receiver, react({ node, args: args.slice(1), receiver: args[0] ?? -1, isPassed: false }))
  else if (name === 'apply')
    graph.flow.each(
      receiver,
      react({ node, args: spreadArray(module, nodes[1]), receiver: args[0] ?? -1, isPassed: false }),
    )
  else if (name === 'bind') graph.flow.link(receiver, at)
  else if (graph.flow.tokensOf(module.firstNode + callee).size === 0) callBack(graph, module, call)
}

/** A function that is passed to a call is considered called. */
function callArgument(
  graph: LowerGraph,
  module: LoadedModule,
  { node, argument, value }: { readonly node: number; readonly argument: number; readonly value: number },
): void {
  if (isParameter(module, value)) return
  graph.flow.each(argument, (token) => {
    const target = graph.objects.get(token)
    if (target?.kind === 'function') graph.call(module, node, target)
  })
}

function isParameter(module: LoadedModule, value: number): boolean {
  return originsOf(module, value)?.some((one) => module.op(one) === Op.Parameter) ?? true
}

function spreadArray(module: LoadedModule, node: number | undefined): number[] {
  if (node === undefined || module.op(node) !== Op.ArrayOf) return []
  return Array.from({ length: module.operandCount(node) }, (_, index) => module.firstNode + module.operand(node, index))
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
    flow.each(first, (token) =>
      flow.each(second, (parent) => objects.read(parent, 'prototype', objects.parentsOf(objects.prototypeOf(token)))),
    )
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

function callToken(graph: LowerGraph, module: LoadedModule, call: BoundCall, token: number): void {
  const { flow, objects } = graph
  const target = objects.get(token)
  if (!target || target.kind === 'object') return
  const isNew = module.op(call.node) === Op.New || target.kind === 'class'
  const at = module.firstNode + call.node
  const instance = isNew ? objects.instanceOf(token) : -1
  if (isNew) flow.put(at, instance)
  if (target.kind === 'class') {
    createInstance(graph, module, { call, token, target: target.module, index: target.index })
    return
  }
  callFunction(graph, module, call, target)
  const { self = -1 } = target.module.unit.functions[target.local] ?? {}
  if (self < 0) return
  if (isNew) flow.put(target.module.firstNode + self, instance)
  else if (call.receiver >= 0) flow.link(call.receiver, target.module.firstNode + self)
}

function callFunction(graph: LowerGraph, module: LoadedModule, call: BoundCall, target: FunctionPlace): void {
  if (call.isPassed) graph.callPassed(target)
  else graph.call(module, call.node, target)
  const parameters = target.module.unit.functions[target.local]?.parameters ?? []
  const shift = isMethod(target) ? 1 : 0
  for (const [index, { node, kind }] of parameters.slice(shift).entries()) {
    const place = target.module.firstNode + node
    if (kind !== ParameterKind.rest) {
      const argument = call.args[index]
      if (argument !== undefined) graph.flow.link(argument, place)
      continue
    }
    const rest = graph.objects.token(`object ${place}`, () => ({ kind: 'object' }))
    graph.flow.put(place, rest)
    for (const argument of call.args.slice(index)) graph.flow.link(argument, graph.objects.own(rest, elements))
  }
  linkReturns(graph, target, module.firstNode + call.node)
}

/** Reports whether the first parameter of a function is its receiver. */
function isMethod({ module, local }: FunctionPlace): boolean {
  return ((module.unit.functions[local]?.flags ?? 0) & FunctionFlag.receiverIsParameter) !== 0
}

function createInstance(
  graph: LowerGraph,
  module: LoadedModule,
  {
    call,
    token,
    target,
    index,
  }: { readonly call: BoundCall; readonly token: number; readonly target: LoadedModule; readonly index: number },
): void {
  const made = target.unit.classes[index]
  if (!made) return
  for (const local of [made.creator, made.initializer])
    if (local >= 0) callFunction(graph, module, call, { module: target, local })
  // Without a constructor, the base class creates the instance.
  if (made.creator < 0)
    graph.flow.each(graph.objects.parentsOf(token), (parent) => {
      const base = graph.objects.get(parent)
      if (base && base.kind !== 'object') callToken(graph, module, call, parent)
    })
}

/** Code that is not resolved calls the functions that it receives. */
function callBack(graph: LowerGraph, module: LoadedModule, call: BoundCall): void {
  for (const argument of call.args)
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
      graph.flow.each(call.receiver, (receiver) => graph.objects.read(receiver, elements, place))
    })
}
