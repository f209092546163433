import { LiteralKind, Op } from '../../analysis/ir/operations.ts'
import { importModules } from '../graph/import-modules.ts'
import { keysOf } from '../graph/keys.ts'
import { moduleNames, runtimeObjects } from '../graph/known-names.ts'
import type { LoadedModule } from '../graph/loaded-module.ts'
import { isTransparent, valuesOf } from '../graph/origins.ts'
import { checkLoaders } from '../graph/replaced-loaders.ts'
import { addSetter } from './accessors.ts'
import { enclosingSelf } from './enclosing-self.ts'
import { assignsUndeclared } from './leaks.ts'
import { plainGlobals, textMethods } from './native-names.ts'
import type { ObjectGraph } from './object-graph.ts'
import { nameOperator } from './operator-names.ts'
import { storeAttribute, storeElement } from './store.ts'
import { elements, outside, symbolKey } from './things.ts'
import { visitCall } from './visit-call.ts'
import { visitClass } from './visit-class.ts'

/** Adds what a node of a running function does to the graph. */
export function visitNode(graph: ObjectGraph, module: LoadedModule, node: number): void {
  const op = module.op(node)
  const { flow, things } = graph
  const at = graph.place(module, node)
  const operand = (index: number) => module.operand(node, index)
  const place = (index: number) => graph.place(module, operand(index))
  checkLoaders(graph, module, node)
  // A global variable that is assigned has no other use.
  if (assignsUndeclared(module) && (op !== Op.Global || module.useCount(node) === 0)) flow.link(at, graph.outsidePlace)
  if (isTransparent(op)) {
    const values = valuesOf(module, node)
    // `a && b` is `a` only if `a` is false. Things are true.
    const isAnd = op === Op.Logical && module.text(node, 0) === 'and'
    for (const value of isAnd ? values.slice(1) : values) flow.link(graph.place(module, value), at)
    if (op === Op.Await) flow.put(at, outside)
    return
  }
  switch (op) {
    case Op.Import:
      visitImport(graph, module, node)
      break
    case Op.Global:
      visitGlobal(graph, module, node)
      break
    case Op.Self:
      if (module.functionOf(node) === 0) flow.put(at, graph.exportsThing(module))
      break
    case Op.Literal:
      if (operand(0) === LiteralKind.pattern) flow.put(at, outside)
      else if (operand(0) === LiteralKind.string) nameOperator(graph, module.text(node, 1))
      break
    case Op.Closure:
      visitClosure(graph, module, node)
      break
    case Op.Class:
      visitClass(graph, module, node)
      break
    case Op.Load:
      visitLoad(graph, module, node)
      break
    case Op.LoadDynamic:
      visitLoadDynamic(graph, module, node)
      break
    case Op.Store:
      storeAttribute(graph, module, { object: operand(0), name: module.text(node, 1), value: operand(2) })
      break
    case Op.StoreDynamic:
      storeElement(graph, module, { object: operand(0), key: operand(1), value: operand(2) })
      break
    case Op.Call:
    case Op.New:
    case Op.TaggedTemplate:
      visitCall(graph, module, node)
      break
    case Op.ArrayOf:
      visitArray(graph, module, node)
      break
    case Op.ObjectOf:
      visitObject(graph, module, node)
      break
    case Op.Element:
      flow.each(place(0), (thing) => things.readElements(thing, at))
      break
    case Op.Caught:
      flow.put(at, outside)
      break
    case Op.Yield:
      flow.put(at, outside)
      flow.link(place(0), graph.outsidePlace)
      break
    case Op.Throw:
      flow.link(place(0), graph.outsidePlace)
      break
    case Op.Opaque:
      flow.put(at, outside)
      for (let index = 0; index < module.operandCount(node); index += 1) flow.link(place(index), graph.outsidePlace)
      break
    case Op.Export:
      flow.link(place(1), things.own(graph.exportsThing(module), module.text(node, 0)))
      break
    case Op.ExportAll:
      for (const from of importModules(graph, module, module.text(node, 0)).modules)
        things.inherit(graph.exportsThing(module), graph.exportsPlace(from))
      break
    default:
      break
  }
}

function visitImport(graph: ObjectGraph, module: LoadedModule, node: number): void {
  const { flow, things } = graph
  const at = graph.place(module, node)
  const [specifier, name] = [module.text(node, 0), module.text(node, 1)]
  const { modules, isKnown } = importModules(graph, module, specifier)
  const { isBuiltin } = graph.resolver.resolve(module, specifier)
  if (modules.length === 0 || isBuiltin || !isKnown) {
    const builtin = things.native(specifier.replace(/^node:/, ''))
    if (name === '*' || name === 'default') flow.put(at, isBuiltin ? builtin : outside)
    else things.read(isBuiltin ? builtin : outside, name, at)
  }
  for (const from of modules) {
    const exported = graph.exportsPlace(from)
    if (name === '*' || (name === 'default' && !from.isEsModule)) flow.link(exported, at)
    // What `require` returns for an ES module.
    if (from.isEsModule && name === '*') flow.each(exported, (thing) => things.read(thing, 'module.exports', at))
    if (name !== '*') flow.each(exported, (thing) => things.read(thing, name, at))
    // The namespace of a CommonJS module has the module as its default export.
    if (!from.isEsModule) flow.each(exported, (thing) => flow.link(exported, things.own(thing, 'default')))
  }
}

function visitGlobal(graph: ObjectGraph, module: LoadedModule, node: number): void {
  const name = module.text(node, 0)
  const at = graph.place(module, node)
  if (name === 'module') graph.flow.put(at, graph.moduleThing(module))
  else if (name === 'exports') {
    graph.flow.put(at, graph.exportsThing(module))
    // `exports = module.exports = value`: the IR has no assignment to this variable.
    graph.flow.link(graph.exportsPlace(module), at)
  } else if (name === 'new.target') visitNewTarget(graph, module, node)
  else if (!plainGlobals.has(name)) {
    graph.flow.put(at, graph.things.native(name))
    // The name may be an attribute of the object of a `with` statement, which the IR does not have.
    if (!runtimeObjects.has(name) && !moduleNames.has(name)) graph.things.readAny(name, at)
  }
}

/** `new.target` is what `new` creates `this` with. Code outside the graph may pass anything that it holds. */
function visitNewTarget(graph: ObjectGraph, module: LoadedModule, node: number): void {
  const self = enclosingSelf(module, node)
  const at = graph.place(module, node)
  if (self < 0) graph.block({ reason: 'indirect-call', detail: module.path })
  else
    graph.flow.each(graph.place(module, self), (instance) => {
      const creator = graph.creators.get(instance) ?? (graph.things.isOutside(instance) ? outside : undefined)
      if (creator !== undefined) graph.flow.put(at, creator)
    })
}

function visitClosure(graph: ObjectGraph, module: LoadedModule, node: number): void {
  const local = module.operand(node, 0)
  const at = graph.place(module, node)
  graph.flow.put(at, graph.functionThing(module, local))
  const made = module.unit.functions[local]
  if (module.useCount(node) > 0 || made?.parameters.length !== 1) return
  // The setters of object literals are not tied to their object, which follows in the same function.
  const name = /^(?:[\w$]+\.)?([\w$]+)(?:#\d+)?$/.exec(module.unit.strings[made.name] ?? '')?.[1]
  for (const other of module.nodesOf(module.functionOf(node)))
    if (other > node && module.op(other) === Op.ObjectOf)
      addSetter(graph, { value: at, holder: objectThing(graph, module, other) }, name)
}

const globalObjects: ReadonlySet<string> = new Set(['self', 'window', 'global', 'globalThis', 'process'])
const globalName = (module: LoadedModule, node: number) => (module.op(node) === Op.Global ? module.text(node, 0) : '')

const runtimeModules: ReadonlySet<string> = new Set(['parent', 'children', 'cache', 'main', 'mainModule'])

function visitLoad(graph: ObjectGraph, module: LoadedModule, node: number): void {
  const { flow, things } = graph
  const name = module.text(node, 1)
  // Functions under unknown keys may be stored under a symbol that operators read.
  if (globalName(module, module.operand(node, 0)) === 'Symbol') nameOperator(graph, 'next')
  const object = graph.place(module, module.operand(node, 0))
  const at = graph.place(module, node)
  if (name === 'then' || name === 'catch' || name === 'finally') {
    flow.link(object, graph.outsidePlace)
    flow.put(at, outside)
  }
  // The IR has no assignments to these variables: `self = this`.
  if (globalObjects.has(globalName(module, module.operand(node, 0)))) things.readAny(name, at)
  // The object may be a text or a number.
  flow.link(things.added(name), at)
  if (textMethods.has(name) && !isCallee(module, node)) flow.put(at, outside)
  // `arguments.callee`
  if (name === 'callee') graph.enter(module, module.functionOf(node))
  if (name === 'callee') flow.put(at, outside)
  flow.each(object, (thing) => {
    things.read(thing, name, at)
    if (!runtimeModules.has(name) || isOnlyCompared(module, node)) return
    const found = things.get(thing)
    const isLoader = found.kind === 'native' && found.name === 'require'
    if (isLoader || graph.isModule(thing) || name === 'mainModule') graph.openModules()
    if (isLoader || graph.isModule(thing)) flow.put(at, outside)
  })
}

/** Reports whether a value is only called. */
function isCallee(module: LoadedModule, node: number): boolean {
  const { ops } = module.unit
  for (let other = node + 1; other < ops.length; other += 1) {
    const op = module.op(other)
    if ((op === Op.Call || op === Op.TaggedTemplate) && module.operand(other, 0) === node)
      return module.useCount(node) === 1
  }
  return false
}

/** Reports whether a value is only compared or tested: `require.main === module`. */
function isOnlyCompared(module: LoadedModule, node: number): boolean {
  if (module.useCount(node) === 0) return true
  const users = [...module.nodesOf(module.functionOf(node))].filter((other) => {
    const op = module.op(other)
    return (op === Op.Binary || op === Op.Unary) && [1, 2].some((index) => module.operand(other, index) === node)
  })
  return module.useCount(node) === 1 && users.length === 1
}

function visitLoadDynamic(graph: ObjectGraph, module: LoadedModule, node: number): void {
  const { flow, things } = graph
  const keys = keysOf(module, module.operand(node, 1))
  const at = graph.place(module, node)
  const names = keys.kind === 'names' ? keys.names : keys.kind === 'symbol' ? [symbolKey] : []
  flow.link(things.allAdded, at)
  flow.each(graph.place(module, module.operand(node, 0)), (thing) => {
    if (keys.kind === 'numbers') things.read(thing, '0', at)
    else if (names.length === 0) things.readAll(thing, at)
    for (const name of names) things.read(thing, name, at)
    // Functions of the runtime are also stored under symbols.
    if (keys.kind === 'symbol') flow.put(at, outside)
  })
}

function visitArray(graph: ObjectGraph, module: LoadedModule, node: number): void {
  const { flow, things } = graph
  const at = graph.place(module, node)
  const array = things.array(`array ${at}`)
  flow.put(at, array)
  const to = things.own(array, elements)
  for (let index = 0; index < module.operandCount(node); index += 1) {
    const item = module.operand(node, index)
    if (module.op(item) === Op.Spread)
      flow.each(graph.place(module, module.operand(item, 0)), (thing) => things.readElements(thing, to))
    else flow.link(graph.place(module, item), to)
  }
}

const objectThing = (graph: ObjectGraph, module: LoadedModule, node: number) =>
  graph.things.object(`literal ${graph.place(module, node)}`)

function visitObject(graph: ObjectGraph, module: LoadedModule, node: number): void {
  const { flow, things } = graph
  const at = graph.place(module, node)
  const thing = objectThing(graph, module, node)
  flow.put(at, thing)
  for (let index = 0; index < module.operandCount(node); index += 1) {
    const entry = module.operand(node, index)
    const value = module.operand(entry, 1)
    if (module.op(entry) === Op.Property) {
      storeAttribute(graph, module, { object: node, name: module.text(entry, 0), value })
      bindGetter(graph, module, { value, thing })
    } else if (module.op(entry) === Op.ComputedProperty) {
      storeElement(graph, module, { object: node, key: module.operand(entry, 0), value })
      bindGetter(graph, module, { value, thing })
    } else things.inherit(thing, graph.place(module, module.operand(entry, 0)))
  }
}

/** The IR calls the getters of an object literal where it creates the object. */
function bindGetter(
  graph: ObjectGraph,
  module: LoadedModule,
  { value, thing }: { readonly value: number; readonly thing: number },
): void {
  const callee = module.op(value) === Op.Call ? module.operand(value, 0) : -1
  if (callee < 0 || module.op(callee) !== Op.Closure) return
  const self = module.unit.functions[module.operand(callee, 0)]?.self ?? -1
  if (self >= 0) graph.flow.link(graph.things.receivers(thing), graph.place(module, self))
}
