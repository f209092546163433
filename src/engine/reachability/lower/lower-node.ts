import { FunctionFlag, MemberFlag, Op } from '../../analysis/ir/operations.ts'
import { keysOf } from '../graph/keys.ts'
import type { LoadedModule } from '../graph/loaded-module.ts'
import { calleeName } from '../graph/namespaces.ts'
import { isTransparent, originsOf, valuesOf } from '../graph/origins.ts'
import { selfOf } from '../graph/self-of.ts'
import { isOwnExports } from '../graph/own-exports.ts'
import { lowerCall } from './lower-call.ts'
import { bindMethods } from './call-token.ts'
import { dictionaryValues, elements, linkReturns } from './linked-values.ts'
import type { LowerGraph } from './lower-graph.ts'
import { callGetter, callMethodsOf, callSpecialMethods, getterKey } from './python-protocol.ts'

/** Adds what a node of a function does to the graph. */
export function lowerNode(graph: LowerGraph, module: LoadedModule, node: number): void {
  const op = module.op(node)
  const { flow, objects } = graph
  const at = (value: number) => module.firstNode + value
  const operand = (index: number) => module.operand(node, index)
  if (isTransparent(op)) {
    for (const value of valuesOf(module, node)) flow.link(at(value), at(node))
    return
  }
  if (isOwnExports(module, node)) {
    if (op !== Op.Global || module.text(node, 0) === 'exports') flow.link(graph.exportsOf(module), at(node))
    return
  }
  if (module.unit.language === 'python') callSpecialMethods(graph, module, node)
  switch (op) {
    case Op.Import:
      lowerImport(graph, module, node)
      break
    case Op.Closure:
      flow.put(at(node), functionToken(graph, module, node))
      break
    case Op.Class:
      lowerClass(graph, module, node)
      break
    case Op.Load:
      flow.eachRead(at(operand(0)), module.text(node, 1), at(node))
      if (module.unit.language === 'python') callGetter(graph, module, node)
      for (const origin of originsOf(module, operand(0)) ?? [])
        if (module.op(origin) === Op.Import && module.unit.language === 'python')
          for (const of of graph.importedBy(module, origin))
            linkSubmodules(graph, module, { node, of, name: module.text(node, 1) })
      if (module.text(node, 1) === 'default') passNamespace(graph, module, { node, object: operand(0) })
      break
    case Op.LoadDynamic: {
      const keys = keysOf(module, operand(1))
      const names = keys.kind === 'names' ? keys.names : keys.kind === 'numbers' ? [elements] : []
      for (const name of names)
        flow.each(at(operand(0)), (token) => {
          objects.read(token, name, at(node))
          if (/^\d+$/.test(name)) objects.read(token, elements, at(node))
        })
      // A table of functions: any of them may be called.
      if (names.length === 0 && module.unit.language === 'python')
        flow.eachRead(at(operand(0)), dictionaryValues, at(node))
      break
    }
    case Op.Store:
      lowerStore(graph, module, { object: operand(0), name: module.text(node, 1), value: operand(2) })
      break
    case Op.StoreDynamic:
      lowerStoreDynamic(graph, module, { object: operand(0), key: operand(1), value: operand(2) })
      break
    case Op.Call:
    case Op.New:
      lowerCall(graph, module, node)
      break
    case Op.Keyword:
      flow.link(at(operand(1)), at(node))
      break
    case Op.Element:
      flow.eachRead(at(operand(0)), elements, at(node))
      break
    case Op.ArrayOf: {
      const token = objects.token(`object ${at(node)}`, () => ({ kind: 'object' }))
      flow.put(at(node), token)
      for (let index = 0; index < module.operandCount(node); index += 1)
        flow.link(at(operand(index)), objects.own(token, elements))
      break
    }
    case Op.ObjectOf:
      lowerObject(graph, module, node)
      break
    case Op.Export:
      flow.link(at(operand(1)), objects.own(graph.exportsToken(module), module.text(node, 0)))
      if (module.packageIndex === 0) serve(graph, module, { node, application: operand(1) })
      break
    case Op.ExportAll:
      for (const from of graph.importedBy(module, node)) {
        graph.call(module, node, { module: from, local: 0 })
        flow.link(graph.exportsOf(from), objects.parentsOf(graph.exportsToken(module)))
      }
      break
    default:
      break
  }
}

/** A server calls the exported instances of a project, such as WSGI applications, if they have `__call__`. */
function serve(
  graph: LowerGraph,
  module: LoadedModule,
  { node, application }: { readonly node: number; readonly application: number },
): void {
  if (module.unit.language !== 'python') return
  const place = module.firstNode + application
  callMethodsOf(graph, module, { node, place, names: ['__call__'], args: [], result: graph.flow.add(1) })
}

function functionToken(graph: LowerGraph, module: LoadedModule, node: number): number {
  const local = module.operand(node, 0)
  return graph.objects.token(`function ${module.firstFunction + local}`, () => ({
    kind: 'function',
    module,
    node,
    local,
  }))
}

function lowerImport(graph: LowerGraph, module: LoadedModule, node: number): void {
  const name = module.text(node, 1)
  const to = module.firstNode + node
  for (const from of graph.importedBy(module, node)) {
    graph.call(module, node, { module: from, local: 0 })
    if (name === '*' || name === 'default') graph.flow.link(graph.exportsOf(from), to)
    if (name !== '*') graph.flow.eachRead(graph.exportsOf(from), name, to)
    linkSubmodules(graph, module, { node, of: from, name })
  }
}

/** An attribute of a Python package may be one of its modules. */
function linkSubmodules(
  graph: LowerGraph,
  module: LoadedModule,
  { node, of, name }: { readonly node: number; readonly of: LoadedModule; readonly name: string },
): void {
  for (const found of graph.submodules(of, name)) {
    graph.call(module, node, { module: found, local: 0 })
    graph.flow.link(graph.exportsOf(found), module.firstNode + node)
  }
}

/** The default export of a CommonJS module is the module. */
function passNamespace(
  graph: LowerGraph,
  module: LoadedModule,
  { node, object }: { readonly node: number; readonly object: number },
): void {
  for (const origin of originsOf(module, object) ?? [])
    if (module.op(origin) === Op.Import || module.op(origin) === Op.Call)
      graph.flow.link(module.firstNode + origin, module.firstNode + node)
}

function lowerClass(graph: LowerGraph, module: LoadedModule, node: number): void {
  const index = module.operand(node, 0)
  const made = module.unit.classes[index]
  if (!made) return
  const { objects, flow } = graph
  const token = objects.token(`class ${module.index}:${index}`, () => ({ kind: 'class', module, node, index }))
  flow.put(module.firstNode + node, token)
  const prototype = objects.prototypeOf(token)
  for (const base of made.bases) {
    flow.link(module.firstNode + base, objects.parentsOf(token))
    flow.eachRead(module.firstNode + base, 'prototype', objects.parentsOf(prototype))
  }
  for (const { key, value, flags } of made.members) {
    const holder = (flags & MemberFlag.static) !== 0 ? token : prototype
    const name = module.unit.strings[key] ?? ''
    const place = objects.own(holder, name)
    if (module.unit.language !== 'python') {
      if ((flags & MemberFlag.getter) === 0) flow.link(module.firstNode + value, place)
      else linkGetter(graph, module, { value, place, node })
      continue
    }
    const getter = getterOf(module, value, flags)
    if (getter < 0) flow.link(module.firstNode + value, place)
    else flow.link(module.firstNode + getter, objects.own(prototype, getterKey(name)))
    // Python functions read attributes of the class through `self` and `cls`, and methods through the class.
    for (const other of [token, prototype]) {
      flow.link(place, objects.own(other, name))
      for (const hidden of [name, getterKey(name)]) objects.hideInherited(other, hidden)
    }
  }
  const instance = objects.instanceOf(token)
  if (module.unit.language === 'python') {
    for (const { value } of made.members) bindClass(graph, module, { value, made: token })
    // Other code creates instances of the classes of a project.
    if (module.packageIndex === 0) bindMethods(graph, { token, instance, depth: 0 })
    return
  }
  for (const { value } of made.members) bindSelf(graph, module, { value, instance })
  for (const local of [made.creator, made.initializer]) {
    const self = local < 0 ? -1 : selfOf(module, local)
    if (self >= 0) flow.put(module.firstNode + self, instance)
  }
}

/** Getter of a member: its value, or the first argument of `property(…)`. -1 if the member has none. */
function getterOf(module: LoadedModule, value: number, flags: number): number {
  if ((flags & MemberFlag.getter) !== 0) return value
  const [made = value] = originsOf(module, value) ?? []
  const isMade = module.op(made) === Op.Call && module.operandCount(made) > 1
  return isMade && /^(?:\w+_)?property$/.test(calleeName(module, module.operand(made, 0)))
    ? module.operand(made, 1)
    : -1
}

/** Reading the attribute calls the getter. */
function linkGetter(
  graph: LowerGraph,
  module: LoadedModule,
  { value, place, node }: { readonly value: number; readonly place: number; readonly node: number },
): void {
  graph.flow.each(module.firstNode + value, (token) => {
    const getter = graph.objects.get(token)
    if (getter?.kind !== 'function') return
    graph.call(module, node, getter)
    linkReturns(graph, getter, place)
  })
}

/** The receiver of a class method is its class. */
function bindClass(
  graph: LowerGraph,
  module: LoadedModule,
  { value, made }: { readonly value: number; readonly made: number },
): void {
  if (module.op(value) !== Op.Closure) return
  const local = module.operand(value, 0)
  const isOfClass = ((module.unit.functions[local]?.flags ?? 0) & FunctionFlag.receiverIsClass) !== 0
  const self = isOfClass ? selfOf(module, local) : -1
  if (self >= 0) graph.flow.put(module.firstNode + self, made)
}

function bindSelf(
  graph: LowerGraph,
  module: LoadedModule,
  { value, instance }: { readonly value: number; readonly instance: number },
): void {
  for (const origin of originsOf(module, value) ?? []) {
    if (module.op(origin) !== Op.Closure) continue
    const self = selfOf(module, module.operand(origin, 0))
    if (self >= 0) graph.flow.put(module.firstNode + self, instance)
  }
}

function lowerObject(graph: LowerGraph, module: LoadedModule, node: number): void {
  const { objects, flow } = graph
  const at = module.firstNode + node
  const token = objects.token(`object ${at}`, () => ({ kind: 'object' }))
  flow.put(at, token)
  for (let index = 0; index < module.operandCount(node); index += 1) {
    const entry = module.operand(node, index)
    const value = module.firstNode + module.operand(entry, 1)
    const isKeyed = module.op(entry) === Op.Property || module.op(entry) === Op.ComputedProperty
    if (isKeyed && module.unit.language === 'python') flow.link(value, objects.own(token, dictionaryValues))
    if (module.op(entry) === Op.Property) {
      flow.link(value, objects.own(token, module.text(entry, 0)))
      bindSelf(graph, module, { value: module.operand(entry, 1), instance: token })
    } else if (module.op(entry) === Op.ComputedProperty) {
      const keys = keysOf(module, module.operand(entry, 0))
      if (keys.kind === 'names') for (const name of keys.names) flow.link(value, objects.own(token, name))
    } else flow.link(module.firstNode + module.operand(entry, 0), objects.parentsOf(token))
  }
}

function lowerStore(
  graph: LowerGraph,
  module: LoadedModule,
  { object, name, value }: { readonly object: number; readonly name: string; readonly value: number },
): void {
  const isModule = originsOf(module, object)?.some(
    (one) => module.op(one) === Op.Global && module.text(one, 0) === 'module',
  )
  if (name === 'exports' && isModule === true) graph.flow.link(module.firstNode + value, graph.exportsOf(module))
  graph.flow.each(module.firstNode + object, (token) =>
    graph.flow.link(module.firstNode + value, graph.objects.own(token, name)),
  )
}

function lowerStoreDynamic(
  graph: LowerGraph,
  module: LoadedModule,
  { object, key, value }: { readonly object: number; readonly key: number; readonly value: number },
): void {
  const keys = keysOf(module, key)
  const names = keys.kind === 'names' ? keys.names : keys.kind === 'numbers' ? [elements] : []
  for (const name of names) lowerStore(graph, module, { object, name, value })
  if (names.length > 0) return
  // `target[key] = source[key]` copies attributes.
  for (const origin of originsOf(module, value) ?? []) {
    if (module.op(origin) !== Op.LoadDynamic || module.operand(origin, 1) !== key) continue
    graph.flow.each(module.firstNode + object, (token) =>
      graph.flow.link(module.firstNode + module.operand(origin, 0), graph.objects.parentsOf(token)),
    )
  }
}
