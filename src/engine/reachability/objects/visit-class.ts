import { MemberFlag } from '../../analysis/ir/operations.ts'
import type { LoadedModule } from '../graph/loaded-module.ts'
import { addGetter, addSetter } from './accessors.ts'
import type { ObjectGraph } from './object-graph.ts'
import { storeIn } from './store.ts'

/** Creates a class with its members, and the prototype of its instances. */
export function visitClass(graph: ObjectGraph, module: LoadedModule, node: number): void {
  const { flow, things } = graph
  const index = module.operand(node, 0)
  const made = module.unit.classes[index]
  if (!made) return
  const at = graph.place(module, node)
  const thing = things.thing(`class ${at}`, () => ({ kind: 'class', module, index }))
  flow.put(at, thing)
  const prototype = graph.addPrototype(thing)
  for (const base of made.bases) {
    const inherited = flow.add(1)
    things.inherit(thing, graph.place(module, base))
    flow.each(graph.place(module, base), (one) => things.read(one, 'prototype', inherited))
    things.inherit(prototype, inherited)
  }
  for (const { key, value, flags } of made.members) {
    const name = module.unit.strings[key] ?? ''
    const holder = (flags & MemberFlag.static) === 0 ? prototype : thing
    const from = graph.place(module, value)
    if ((flags & MemberFlag.getter) !== 0) addGetter(graph, { value: from, holder }, things.own(holder, name))
    else if ((flags & MemberFlag.setter) !== 0) addSetter(graph, { value: from, holder }, name)
    else storeIn(graph, holder, name, from)
  }
}
