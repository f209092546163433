import { MemberFlag } from '../../analysis/ir/operations.ts'
import { offerFieldTypes, offerParameterTypes } from './python-annotations.ts'
import { runtimeUseOf } from './python-bases.ts'
import { textFunctionKind } from './python-protocols.ts'
import type { LoadedModule } from './loaded-module.ts'
import { originsOf } from './origins.ts'
import { selfOf } from './self-of.ts'
import { storeAttribute } from './store-attribute.ts'
import type { ProgramGraph } from './program-graph.ts'

/** Stores the members of a class under their names. The runtime may call getters and setters. */
export function visitClass(graph: ProgramGraph, module: LoadedModule, node: number): void {
  const made = module.unit.classes[module.operand(node, 0)]
  if (!made) return
  offerFieldTypes(graph, module, module.operand(node, 0))
  const place = graph.place(module, node)
  for (const base of made.bases) {
    graph.use(module, base)
    graph.values.objects(graph.place(module, base), place)
  }
  for (const { key, value, flags } of made.members) {
    if ((flags & (MemberFlag.getter | MemberFlag.setter)) !== 0) graph.use(module, value)
    storeAttribute(graph, module, { object: node, name: module.unit.strings[key] ?? '', value })
  }
  if (module.unit.language === 'python') useByBases(graph, module, node)
  for (const local of [made.creator, made.initializer]) {
    const created = local < 0 ? undefined : module.unit.functions[local]
    if (!created) continue
    offerParameterTypes(graph, module, local)
    for (const parameter of created.parameters) graph.values.parameter(place, graph.place(module, parameter.node))
    const self = selfOf(module, local)
    if (self >= 0) graph.values.objects(place, graph.place(module, self))
  }
}

/** Uses a Python class whose base classes create instances, and loads what an unpickler may load. */
function useByBases(graph: ProgramGraph, module: LoadedModule, node: number): void {
  const index = module.operand(node, 0)
  const { bases = [] } = module.unit.classes[index] ?? {}
  if (bases.some((base) => originsOf(module, base)?.some((one) => textFunctionKind(module, one) === 'plugins')))
    graph.loadAnything(module, node)
  if (runtimeUseOf(graph, module, index) === 'creates') graph.use(module, node)
}

/** A Python class is used. The runtime may call the methods of its instances because of its base classes. */
export function useMethods(graph: ProgramGraph, module: LoadedModule, index: number): void {
  if (module.unit.language !== 'python' || runtimeUseOf(graph, module, index) === 'plain') return
  for (const { value } of module.unit.classes[index]?.members ?? []) graph.use(module, value)
}
