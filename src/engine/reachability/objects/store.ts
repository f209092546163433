import { Op } from '../../analysis/ir/operations.ts'
import { keysOf } from '../graph/keys.ts'
import type { LoadedModule } from '../graph/loaded-module.ts'
import { type Accessor, addGetter, addOperator, addSetter } from './accessors.ts'
import { enclosingSelf } from './enclosing-self.ts'
import { operatorMethods } from './native-names.ts'
import type { ObjectGraph } from './object-graph.ts'
import { addPossibleOperator, mayNameOperator, nameOperator } from './operator-names.ts'
import { elements, outside, symbolKey, unknownKey } from './things.ts'

/** A value is stored under a constant name. */
export function storeAttribute(
  graph: ObjectGraph,
  module: LoadedModule,
  { object, name, value }: { readonly object: number; readonly name: string; readonly value: number },
): void {
  const from = graph.place(module, value)
  graph.stored.store(name, from)
  for (const place of receiversOf(graph, module, object))
    graph.flow.each(place, (thing) => storeIn(graph, thing, name, from))
}

/** `super.name = value` stores in `this`. */
function receiversOf(graph: ObjectGraph, module: LoadedModule, object: number): number[] {
  const places = [graph.place(module, object)]
  const self = isPrototype(module, object) ? enclosingSelf(module, object) : -1
  if (self >= 0) places.push(graph.place(module, self))
  return places
}

/** Reports whether a node reads `prototype`, as `super` does. */
export const isPrototype = (module: LoadedModule, node: number) =>
  module.op(node) === Op.Load && module.text(node, 1) === 'prototype'

/** What is at a place is stored in a thing under a name. */
export function storeIn(graph: ObjectGraph, thing: number, name: string, from: number): void {
  const { flow, things } = graph
  const found = things.get(thing)
  if (things.isOutside(thing)) {
    flow.link(from, graph.outsidePlace)
    storeOperator(graph, { value: from, holder: outside }, name)
    return
  }
  if (found.kind === 'native') {
    flow.link(from, graph.outsidePlace)
    flow.link(from, name === unknownKey ? things.addedAnyName : things.added(name))
    return
  }
  if (name === unknownKey && graph.isModule(thing)) flow.link(from, things.own(thing, 'exports'))
  flow.link(from, things.own(thing, /^\d+$/.test(name) ? elements : name))
  if (name === '__proto__') things.inherit(thing, from)
  storeOperator(graph, { value: from, holder: thing }, name)
}

/** Operators may call what is stored under some names. */
function storeOperator(graph: ObjectGraph, accessor: Accessor, name: string): void {
  nameOperator(graph, name)
  if (operatorMethods.has(name) || name === symbolKey) addOperator(graph, accessor)
  if (name === unknownKey) addPossibleOperator(graph, accessor)
}

/** A value is stored under a computed key. */
export function storeElement(
  graph: ObjectGraph,
  module: LoadedModule,
  { object, key, value }: { readonly object: number; readonly key: number; readonly value: number },
): void {
  const keys = keysOf(module, key)
  const isMember = module.op(object) === Op.Class
  if (keys.kind === 'names' && !isMember) {
    for (const name of keys.names) storeAttribute(graph, module, { object, name, value })
    return
  }
  const from = graph.place(module, value)
  const { flow, things } = graph
  const holder = graph.place(module, object)
  if (isCopy(module, key, value)) {
    copyAttributes(graph, holder, graph.place(module, module.operand(value, 0)))
    return
  }
  const name = keys.kind === 'numbers' ? elements : keys.kind === 'symbol' ? symbolKey : unknownKey
  graph.stored.store(name === elements ? '0' : undefined, from)
  if (keys.kind === 'affixes' && mayNameOperator(keys.affixes)) nameOperator(graph, 'toString')
  const names = keys.kind === 'names' ? keys.names : [name]
  flow.each(holder, (thing) => {
    // A computed member of a class: a method, a getter, or a setter of the class or its instances.
    const owners = isMember ? [thing, graph.addPrototype(thing)] : [thing]
    for (const owner of owners)
      for (const one of names) {
        storeIn(graph, owner, one, from)
        if (!isMember) continue
        addGetter(graph, { value: from, holder: owner }, things.own(owner, one))
        addSetter(graph, { value: from, holder: owner }, undefined)
      }
  })
}

/** Things at a place get the attributes of the things at another place, under the same names. */
export function copyAttributes(graph: ObjectGraph, to: number, from: number): void {
  const { flow, things } = graph
  const copied = flow.add(1)
  flow.each(from, (thing) => things.readAll(thing, copied))
  graph.stored.store(undefined, copied)
  flow.each(to, (thing) => {
    const { kind } = things.get(thing)
    if (things.isOutside(thing)) flow.link(from, graph.outsidePlace)
    else if (kind === 'native') storeIn(graph, thing, unknownKey, copied)
    else things.inherit(thing, from)
    if (graph.isModule(thing)) flow.each(from, (one) => things.read(one, 'exports', things.own(thing, 'exports')))
  })
}

/** `target[key] = source[key]`, with the same value of the key. */
function isCopy(module: LoadedModule, key: number, value: number): boolean {
  const op = module.op(key)
  if (op === Op.Cell || op === Op.Phi || op === Op.Capture) return false
  return (
    module.op(value) === Op.LoadDynamic &&
    module.operand(value, 1) === key &&
    module.functionOf(value) === module.functionOf(key)
  )
}
