import { FunctionFlag, Op, ParameterKind } from '../../analysis/ir/operations.ts'
import { keysOf } from '../graph/keys.ts'
import { loadDynamically } from '../graph/load-dynamically.ts'
import type { LoadedModule } from '../graph/loaded-module.ts'
import { startPrograms } from '../graph/start-programs.ts'
import { callNative } from './call-native.ts'
import { callCompilerHelper } from './compiler-helpers.ts'
import { enclosingSelf } from './enclosing-self.ts'
import { textMethods } from './native-names.ts'
import { callOutside, type ObjectCall } from './object-call.ts'
import type { ObjectGraph } from './object-graph.ts'
import { isPrototype } from './store.ts'
import { elements, outside } from './things.ts'

/** Longer chains of calls count as calls from outside the graph. */
const maxDepth = 6

/** A running function calls a value, or creates an instance. */
export function visitCall(graph: ObjectGraph, module: LoadedModule, node: number, asNew = false): void {
  if (callCompilerHelper(graph, module, node)) return
  const callee = module.operand(node, 0)
  const op = module.op(node)
  const operands = Array.from({ length: module.operandCount(node) - 1 }, (_, index) => module.operand(node, index + 1))
  const isTag = op === Op.TaggedTemplate
  const argNodes = isTag ? [] : operands
  loadDynamically(graph, module, { node, callee, args: operands })
  startPrograms(graph, module, { callee, args: operands })
  const isMethod = module.op(callee) === Op.Load || module.op(callee) === Op.LoadDynamic
  const self = enclosingSelf(module, node)
  const receivers = isMethod ? [graph.place(module, module.operand(callee, 0))] : []
  // `super.method()` is called on `this`.
  if (isMethod && self >= 0 && isPrototype(module, module.operand(callee, 0))) receivers.push(graph.place(module, self))
  const spread = argNodes.findIndex((one) => module.op(one) === Op.Spread)
  const call: ObjectCall = {
    module,
    node,
    argNodes,
    args: isTag ? templateArguments(graph, module, operands) : operands.map((one) => argumentPlace(graph, module, one)),
    looseFrom: spread < 0 ? operands.length : spread,
    receivers,
    self: self < 0 ? -1 : graph.place(module, self),
    result: graph.place(module, node),
    isNew: op === Op.New || asNew,
    depth: 0,
    invoke: (inner, thing) => invoke(graph, inner, thing),
  }
  if (mayBeTextMethod(module, callee)) callTextMethod(graph, call)
  graph.flow.each(graph.place(module, callee), (thing) => invoke(graph, call, thing))
}

/** Places of the texts of a template, as a list, and of its values. */
function templateArguments(graph: ObjectGraph, module: LoadedModule, operands: readonly number[]): number[] {
  const texts = graph.flow.add(1)
  graph.flow.put(texts, graph.things.array(`template ${texts}`))
  return [texts, ...operands.filter((_, index) => index % 2 === 1).map((one) => graph.place(module, one))]
}

/** Place of an argument. The elements of a spread argument are at a place of their own. */
function argumentPlace(graph: ObjectGraph, module: LoadedModule, node: number): number {
  if (module.op(node) !== Op.Spread) return graph.place(module, node)
  const place = graph.flow.add(1)
  graph.flow.each(graph.place(module, module.operand(node, 0)), (thing) => graph.things.readElements(thing, place))
  return place
}

/** Reports whether a callee may be a method of a text that calls its arguments. */
function mayBeTextMethod(module: LoadedModule, callee: number): boolean {
  if (module.op(callee) === Op.Load) return textMethods.has(module.text(callee, 1))
  if (module.op(callee) !== Op.LoadDynamic) return false
  const keys = keysOf(module, module.operand(callee, 1))
  if (keys.kind === 'names') return keys.names.some((name) => textMethods.has(name))
  return keys.kind === 'unknown' || keys.kind === 'affixes'
}

/** The receiver may be a text: its methods call functions that they receive, and may return a list of texts. */
function callTextMethod(graph: ObjectGraph, call: ObjectCall): void {
  for (const argument of call.args) graph.flow.link(argument, graph.outsidePlace)
  graph.flow.put(call.result, graph.things.array(`texts ${call.result}`))
}

/** A thing is called. */
function invoke(graph: ObjectGraph, call: ObjectCall, thing: number): void {
  const found = graph.things.get(thing)
  if (found.kind === 'outside' || call.depth > maxDepth) callOutside(graph, call, thing)
  else if (found.kind === 'native') callNative(graph, call, found.name)
  else if (found.kind === 'class' || found.kind === 'function') {
    const instance = call.isNew ? graph.things.object(`instance ${thing}`) : -1
    if (call.isNew && found.kind === 'function') constructBound(graph, found)
    if (call.isNew) {
      graph.creators.set(instance, thing)
      graph.addPrototype(thing)
      graph.things.inherit(instance, graph.things.own(thing, 'prototype'))
      graph.flow.put(call.result, instance)
    }
    construct(graph, call, { thing, instance })
  }
}

/** `new` cannot call an arrow function, so it is what `bind` returned: the bound function creates the instance. */
function constructBound(
  graph: ObjectGraph,
  { module, local }: { readonly module: LoadedModule; readonly local: number },
): void {
  if (((module.unit.functions[local]?.flags ?? 0) & FunctionFlag.ownSelf) !== 0) return
  const number = module.firstFunction + local
  if (graph.constructed.has(number)) return
  graph.constructed.add(number)
  for (const node of module.nodesOf(local)) if (module.op(node) === Op.Call) visitCall(graph, module, node, true)
}

/** A function runs, or the constructors of a class. `instance`: the new object, or -1. */
function construct(
  graph: ObjectGraph,
  call: ObjectCall,
  { thing, instance }: { readonly thing: number; readonly instance: number },
): void {
  const { flow, things } = graph
  const found = things.get(thing)
  const selves = [flow.add(1)]
  if (instance >= 0) flow.put(selves[0] ?? 0, instance)
  if (found.kind === 'function') {
    if (instance < 0 && call.receivers.length === 0) flow.put(selves[0] ?? 0, outside)
    const receivers = instance >= 0 ? [] : call.receivers
    // A constructor function that a class extends is called with the instance of the class.
    if (instance < 0 && call.receivers.length === 0 && call.self >= 0) selves.push(call.self)
    callFunction(graph, call, { ...found, selves: [...selves, ...receivers] })
    return
  }
  if (found.kind !== 'class') return
  // `super()` passes the instance of the subclass.
  if (instance < 0 && call.self >= 0) selves.push(call.self)
  const { creator = -1, initializer = -1 } = found.module.unit.classes[found.index] ?? {}
  // `super()` returns what the constructor of the base class returns. After that, `this` is this object.
  if (instance < 0 && call.self >= 0) flow.link(call.result, call.self)
  for (const local of [creator, initializer])
    if (local >= 0) callFunction(graph, call, { module: found.module, local, selves })
  flow.each(things.parents(thing), (base) => {
    const { kind } = things.get(base)
    if (kind === 'outside' || kind === 'native') {
      for (const self of selves) flow.link(self, graph.outsidePlace)
      if (creator < 0) callOutside(graph, call)
    } else if (creator < 0 && call.depth > maxDepth) callOutside(graph, call, base)
    else if (creator < 0) constructBase(graph, call, { base, selves })
  })
}

/** A class without a constructor calls the one of its base. */
function constructBase(
  graph: ObjectGraph,
  call: ObjectCall,
  { base, selves }: { readonly base: number; readonly selves: readonly number[] },
): void {
  const self = graph.flow.add(1)
  for (const one of selves) graph.flow.link(one, self)
  construct(graph, { ...call, self, receivers: [], isNew: false, depth: call.depth + 1 }, { thing: base, instance: -1 })
}

function callFunction(
  graph: ObjectGraph,
  call: ObjectCall,
  {
    module,
    local,
    selves,
  }: { readonly module: LoadedModule; readonly local: number; readonly selves: readonly number[] },
): void {
  const { flow, things } = graph
  const made = module.unit.functions[local]
  if (!made) return
  graph.run(module, local)
  for (const [position, { node, kind }] of made.parameters.entries()) {
    const place = graph.place(module, node)
    const isRest = kind === ParameterKind.rest
    const rest = isRest ? things.array(`rest ${place}`) : -1
    if (isRest) flow.put(place, rest)
    const to = isRest ? things.own(rest, elements) : place
    for (const [index, argument] of call.args.entries())
      if (
        index === position ||
        (isRest && index > position) ||
        (index >= call.looseFrom && (isRest || position >= call.looseFrom))
      )
        flow.link(argument, to)
  }
  if (made.self >= 0) for (const self of selves) flow.link(self, graph.place(module, made.self))
  const isDeferred = (made.flags & (FunctionFlag.async | FunctionFlag.generator)) !== 0
  if (isDeferred) flow.put(call.result, outside)
  for (const returned of made.returns) {
    const value = graph.place(module, module.operand(returned, 0))
    flow.link(value, call.result)
    if (isDeferred) flow.link(value, graph.outsidePlace)
  }
}
