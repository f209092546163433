import { LiteralKind, Op } from '../../analysis/ir/operations.ts'
import { keysOf } from '../graph/keys.ts'
import { loadFiles } from '../graph/load-dynamically.ts'
import { originsOf } from '../graph/origins.ts'
import { addGetter, addOperator, addSetter } from './accessors.ts'
import { callArrayMethod } from './call-array-method.ts'
import { modelOf } from './native-names.ts'
import type { ObjectGraph } from './object-graph.ts'
import { copyAttributes, storeIn } from './store.ts'
import { elements, outside, symbolKey, unknownKey } from './things.ts'
import { callOutside, type ObjectCall } from './object-call.ts'

type Model = (graph: ObjectGraph, call: ObjectCall) => void

/** A function of the runtime is called whose behavior is known. */
export function callNative(graph: ObjectGraph, call: ObjectCall, name: string): void {
  const { flow, things } = graph
  const model = special.get(name)
  const [first] = call.args
  // Arguments at unknown positions are not modeled.
  const isPlain = call.looseFrom >= call.args.length
  switch (modelOf(name)) {
    case 'passive':
      break
    case 'list':
      flow.put(call.result, things.array(`list ${call.result}`))
      break
    case 'returning':
      for (const place of name.endsWith('valueOf') ? call.receivers : call.args) flow.link(place, call.result)
      break
    case 'array':
      callArrayMethod(graph, call, name.slice('Array.prototype.'.length))
      break
    default:
      if (model && (isPlain || name.startsWith('Function.') || name.startsWith('Array.')) && first !== undefined)
        model(graph, call)
      else callOutside(graph, call)
  }
}

const special: ReadonlyMap<string, Model> = new Map<string, Model>([
  ['Object.assign', (graph, call) => assign(graph, call)],
  ['Object.create', (graph, call) => create(graph, call)],
  ['Object.setPrototypeOf', (graph, call) => setPrototype(graph, call)],
  ['Reflect.setPrototypeOf', (graph, call) => setPrototype(graph, call)],
  ['Object.defineProperty', (graph, call) => defineProperty(graph, call)],
  ['Reflect.defineProperty', (graph, call) => defineProperty(graph, call)],
  ['Object.defineProperties', (graph, call) => defineProperties(graph, call)],
  ['Object.prototype.__defineGetter__', (graph, call) => defineAccessor(graph, call, true)],
  ['Object.prototype.__defineSetter__', (graph, call) => defineAccessor(graph, call, false)],
  ['Object.getPrototypeOf', (graph, call) => getPrototype(graph, call)],
  ['Reflect.getPrototypeOf', (graph, call) => getPrototype(graph, call)],
  ['Object.values', (graph, call) => listAttributes(graph, call, false)],
  ['Object.entries', (graph, call) => listAttributes(graph, call, true)],
  ['Array.prototype.*', (graph, call) => callArrayMethod(graph, call, '*')],
  ['util.inherits', (graph, call) => inherits(graph, call)],
  ['require', (graph, call) => requireFile(graph, call)],
  ['Array', (graph, call) => createArray(graph, call)],
  ['Function.prototype.call', (graph, call) => callFunction(graph, call)],
  ['Function.prototype.apply', (graph, call) => applyFunction(graph, call)],
  ['Function.prototype.bind', (graph, call) => bindFunction(graph, call)],
])

const at = (places: readonly number[], index: number) => places[index] ?? -1

function assign(graph: ObjectGraph, { args, result }: ObjectCall): void {
  for (const from of args.slice(1)) copyAttributes(graph, at(args, 0), from)
  graph.flow.link(at(args, 0), result)
}

function create(graph: ObjectGraph, call: ObjectCall): void {
  const made = graph.things.object(`created ${call.result}`)
  graph.things.inherit(made, at(call.args, 0))
  graph.flow.put(call.result, made)
  if (call.args.length > 1) defineProperties(graph, { ...call, args: [call.result, at(call.args, 1)] })
}

function setPrototype(graph: ObjectGraph, { args, result }: ObjectCall): void {
  const { flow, things } = graph
  const [object, parent] = [at(args, 0), at(args, 1)]
  flow.link(object, result)
  if (parent < 0) return
  flow.each(object, (thing) => {
    const { kind } = things.get(thing)
    if (kind === 'outside' || kind === 'native') flow.link(parent, graph.outsidePlace)
    else things.inherit(thing, parent)
    if (kind === 'native') flow.put(things.addedAnyName, outside)
  })
}

/** `Object.defineProperty(object, key, { value })`, `{ get }`, and `{ set }` */
function defineProperty(graph: ObjectGraph, call: ObjectCall): void {
  const { flow } = graph
  const [object, , descriptor = -1] = call.args
  if (descriptor < 0 || object === undefined) return
  const key = call.argNodes[1]
  const keys = key === undefined ? undefined : keysOf(call.module, key)
  const names = keys?.kind === 'names' ? keys.names : [keys?.kind === 'symbol' ? symbolKey : unknownKey]
  flow.link(object, call.result)
  define(graph, { object, descriptor, names })
}

/** `Object.defineProperties(object, descriptors)` */
function defineProperties(graph: ObjectGraph, { args, result }: ObjectCall): void {
  const { flow, things } = graph
  const [object = -1, descriptors] = args
  flow.link(object, result)
  if (descriptors === undefined) return
  const descriptor = flow.add(1)
  flow.each(descriptors, (one) => things.readAll(one, descriptor))
  define(graph, { object, descriptor, names: [unknownKey, symbolKey] })
}

/** `object.__defineGetter__(key, getter)`, and the same for setters */
function defineAccessor(graph: ObjectGraph, { args, receivers }: ObjectCall, isGetter: boolean): void {
  const { flow, things } = graph
  const descriptor = flow.add(1)
  const made = things.object(`accessor ${descriptor}`)
  flow.put(descriptor, made)
  if (args[1] !== undefined) flow.link(args[1], things.own(made, isGetter ? 'get' : 'set'))
  for (const object of receivers) define(graph, { object, descriptor, names: [unknownKey] })
}

function define(
  graph: ObjectGraph,
  {
    object,
    descriptor,
    names,
  }: { readonly object: number; readonly descriptor: number; readonly names: readonly string[] },
): void {
  const { flow, things } = graph
  const [value, getter, setter] = [flow.add(1), flow.add(1), flow.add(1)]
  flow.each(descriptor, (one) => {
    things.read(one, 'value', value)
    things.read(one, 'get', getter)
    things.read(one, 'set', setter)
  })
  flow.each(object, (thing) => {
    const { kind } = things.get(thing)
    const isOwn = !things.isOutside(thing) && kind !== 'native'
    if (!isOwn) flow.link(descriptor, graph.outsidePlace)
    if (things.isOutside(thing)) for (const value of [getter, setter]) addOperator(graph, { value, holder: outside })
    for (const name of names) {
      storeIn(graph, thing, name, value)
      if (kind === 'native') flow.put(name === unknownKey ? things.addedAnyName : things.added(name), outside)
      if (!isOwn) {
        // A setter of the runtime's objects receives what is stored under its name in any object.
        flow.each(setter, () =>
          flow.link(graph.stored.received(name === unknownKey ? undefined : name), graph.outsidePlace),
        )
        continue
      }
      // Code outside the graph may be the getter or the setter.
      flow.each(getter, (one) => {
        if (things.get(one).kind !== 'outside') return
        flow.link(things.receivers(thing), graph.outsidePlace)
        flow.put(things.own(thing, name), outside)
      })
      flow.each(setter, (one) => {
        if (things.get(one).kind !== 'outside') return
        flow.link(things.receivers(thing), graph.outsidePlace)
        flow.link(graph.stored.received(name === unknownKey ? undefined : name), graph.outsidePlace)
      })
      addGetter(graph, { value: getter, holder: thing }, things.own(thing, name))
      addSetter(graph, { value: setter, holder: thing }, name === unknownKey ? undefined : name)
    }
  })
}

function getPrototype(graph: ObjectGraph, { args, result }: ObjectCall): void {
  graph.flow.each(at(args, 0), (thing) => graph.things.read(thing, '__proto__', result))
}

/** `Object.values(object)`, and `Object.entries(object)` with a list for each attribute. */
function listAttributes(graph: ObjectGraph, { args, result }: ObjectCall, inPairs: boolean): void {
  const { flow, things } = graph
  const list = things.array(`list ${result}`)
  const pair = inPairs ? things.array(`pair ${result}`) : list
  flow.put(result, list)
  if (inPairs) flow.put(things.own(list, elements), pair)
  flow.each(at(args, 0), (thing) => things.readAll(thing, things.own(pair, elements)))
}

/** `util.inherits(constructor, base)` */
function inherits(graph: ObjectGraph, { args }: ObjectCall): void {
  const { flow, things } = graph
  const [constructor, base] = [at(args, 0), at(args, 1)]
  if (base < 0) return
  const [prototype, inherited] = [flow.add(1), flow.add(1)]
  flow.each(base, (thing) => things.read(thing, 'prototype', inherited))
  flow.each(constructor, (thing) => {
    storeIn(graph, thing, 'super_', base)
    things.read(thing, 'prototype', prototype)
  })
  flow.each(prototype, (thing) => {
    const { kind } = things.get(thing)
    if (kind === 'outside' || kind === 'native') flow.link(inherited, graph.outsidePlace)
    else things.inherit(thing, inherited)
  })
}

/** The `require` of a file is called under another name. */
function requireFile(graph: ObjectGraph, { module, node, argNodes }: ObjectCall): void {
  const origins = originsOf(module, module.operand(node, 0)) ?? []
  if (origins.some((one) => module.op(one) === Op.Global && module.text(one, 0) === 'require')) return
  if (argNodes[0] === undefined) graph.loadAnything(module)
  else loadFiles(graph, module, { node, specifier: argNodes[0] })
  // The function belongs to an unknown file.
  const texts = argNodes[0] === undefined ? [] : (originsOf(module, argNodes[0]) ?? [])
  if (texts.some((one) => module.op(one) === Op.Literal && module.text(one, 1).startsWith('.')))
    graph.loadAnything(module)
}

function createArray(graph: ObjectGraph, { args, result }: ObjectCall): void {
  const array = graph.things.array(`list ${result}`)
  graph.flow.put(result, array)
  for (const argument of args) graph.flow.link(argument, graph.things.own(array, elements))
}

function callFunction(graph: ObjectGraph, call: ObjectCall): void {
  const [receiver = -1, ...args] = call.args
  const looseFrom = Math.max(call.looseFrom - 1, 0)
  const isLoose = call.looseFrom === 0
  callReceivers(graph, call, {
    ...call,
    receivers: receiver < 0 || isNothing(call) ? [] : [receiver],
    args: isLoose ? call.args : args,
    argNodes: isLoose ? [] : call.argNodes.slice(1),
    looseFrom,
  })
}

/** Reports whether the first argument is `null` or `undefined`. Then `this` may be the global object. */
function isNothing({ module, argNodes }: ObjectCall): boolean {
  const [first = -1] = argNodes
  if (first < 0) return false
  if (module.op(first) === Op.Global) return module.text(first, 0) === 'undefined'
  return module.op(first) === Op.Literal && module.operand(first, 0) === LiteralKind.nothing
}

function applyFunction(graph: ObjectGraph, call: ObjectCall): void {
  const { flow, things } = graph
  if (call.looseFrom < call.args.length) {
    callOutside(graph, call)
    return
  }
  const [receiver = -1, list = -1] = call.args
  const passed = flow.add(1)
  if (list >= 0) flow.each(list, (thing) => things.readElements(thing, passed))
  const receivers = receiver < 0 || isNothing(call) ? [] : [receiver]
  callReceivers(graph, call, { ...call, receivers, args: list < 0 ? [] : [passed], argNodes: [], looseFrom: 0 })
}

/** Calls the functions that `call` or `apply` is read from. */
function callReceivers(graph: ObjectGraph, { receivers, args }: ObjectCall, call: ObjectCall): void {
  if (receivers.length === 0) for (const place of args) graph.flow.link(place, graph.outsidePlace)
  if (receivers.length === 0) graph.flow.put(call.result, outside)
  for (const place of receivers)
    graph.flow.each(place, (thing) => {
      const found = graph.things.get(thing)
      if (found.kind === 'native' && found.name.startsWith('Function.')) callOutside(graph, call)
      else call.invoke({ ...call, isNew: false, depth: call.depth + 1 }, thing)
    })
}

/** `bind` returns the function itself if it only binds `this`. */
function bindFunction(graph: ObjectGraph, call: ObjectCall): void {
  const { flow, things } = graph
  const [self = -1] = call.args
  for (const place of call.receivers) {
    flow.link(place, call.result)
    flow.each(place, (thing) => {
      const found = things.get(thing)
      if (call.args.length > 1 || found.kind !== 'function') {
        callOutside(graph, call)
        return
      }
      const bound = found.module.unit.functions[found.local]?.self ?? -1
      if (bound >= 0 && self >= 0) flow.link(self, graph.place(found.module, bound))
    })
  }
}
