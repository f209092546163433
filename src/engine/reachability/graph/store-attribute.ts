import { Op } from '../../analysis/ir/operations.ts'
import { descriptorKeys, implicitMethods, runtimeObjects } from './known-names.ts'
import { objectBits } from './flow-graph.ts'
import { keysOf } from './keys.ts'
import { selfOf } from './self-of.ts'
import type { LoadedModule } from './loaded-module.ts'
import { otherBit, runtimeBit } from './offered-names.ts'
import { originsOf } from './origins.ts'
import { isOwnExports } from './own-exports.ts'
import { isBuiltInName } from './python-names.ts'
import { useKey } from './python-operators.ts'
import type { ProgramGraph } from './program-graph.ts'

interface StoredAttribute {
  readonly object: number
  readonly name: string
  readonly value: number
}

/** A value is stored under a constant name. */
export function storeAttribute(
  graph: ProgramGraph,
  module: LoadedModule,
  { object, name, value }: StoredAttribute,
): void {
  graph.receivers.store(name, module, value)
  if (isImplicit(name)) graph.use(module, value)
  if (/^\d+$/.test(name)) {
    graph.use(module, value)
    graph.values.link(graph.place(module, value), graph.elements)
  }
  const origins = originsOf(module, object)
  if (origins?.some((one) => isOwnExports(module, one))) {
    if (name === 'exports' && origins.some((one) => module.op(one) === Op.Global)) replaceExports(graph, module, value)
    else graph.exportsOf(module).offer(name, value)
    graph.values.link(graph.place(module, value), graph.exportPlaces(module))
    if (origins.length === 1) return
  }
  const own = origins?.reduce((sum, one) => sum | objectBitsOf(graph, module, one), 0) ?? otherBit
  const bits = (own & otherBit) !== 0 && isBuiltInName(module, name) ? own | runtimeBit : own
  if (isStorable(module.op(value))) graph.names.offer(name, { module, node: value, bits })
  // A property descriptor may be filled step by step.
  if (
    descriptorKeys.has(name) &&
    origins?.some((one) => module.op(one) === Op.ObjectOf && module.operandCount(one) < 6)
  )
    graph.use(module, value)
  // Code of the Python runtime may call what its objects receive: `sys.excepthook = report`.
  if (module.unit.language === 'python' && origins?.every((one) => isOwnObject(module, one)) !== true) {
    graph.use(module, value)
    graph.values.objects(graph.place(module, value), graph.given, objectBits)
  }
  const isForeign = bits !== graph.bitOf(module.packageIndex) || bits === otherBit
  if (isForeign) graph.values.link(graph.place(module, value), graph.names.valuesOf(name))
  for (const one of origins ?? []) tieToReceiver(graph, module, rootOf(module, one), value)
}

/** A value is stored under a computed key. */
export function storeElement(
  graph: ProgramGraph,
  module: LoadedModule,
  { object, key, value }: { readonly object: number; readonly key: number; readonly value: number },
): void {
  useKey(graph, module, { key, object })
  const keys = keysOf(module, key)
  if (keys.kind === 'names') {
    for (const name of keys.names) storeAttribute(graph, module, { object, name, value })
    if (module.unit.language === 'python') graph.use(module, value)
    return
  }
  const place = graph.place(module, value)
  if (isCopy(module, key, value)) {
    for (const one of originsOf(module, object) ?? [object])
      graph.values.objects(place, graph.place(module, rootOf(module, one)), objectBits)
    return
  }
  graph.use(module, value)
  graph.values.link(place, keys.kind === 'numbers' ? graph.elements : graph.anyName())
  for (const one of originsOf(module, object) ?? []) tieToReceiver(graph, module, rootOf(module, one), value)
  if (originsOf(module, object)?.some((one) => isOwnExports(module, one)) ?? true) graph.exportsOf(module).escape()
}

/** Reports whether the value has the same key in another object, so that readers find it under its own name. */
function isCopy(module: LoadedModule, key: number, value: number): boolean {
  const [keys, values] = [originsOf(module, key), originsOf(module, value)]
  const same = keys?.length === 1 ? keys[0] : undefined
  return (
    same !== undefined &&
    values !== undefined &&
    values.every(
      (one) =>
        module.op(one) === Op.LoadDynamic &&
        originsOf(module, module.operand(one, 1))?.every((other) => other === same) === true,
    )
  )
}

/** A receiver may hold the objects of its attributes, and is `this` of its functions. */
function tieToReceiver(graph: ProgramGraph, module: LoadedModule, root: number, value: number): void {
  const [receiver, stored] = [graph.place(module, root), graph.place(module, value)]
  graph.values.objects(stored, receiver)
  for (const one of originsOf(module, value) ?? []) {
    if (module.op(one) !== Op.Closure) continue
    const self = selfOf(module, module.operand(one, 0))
    if (self >= 0) graph.values.objects(receiver, graph.place(module, self))
  }
}

function replaceExports(graph: ProgramGraph, module: LoadedModule, value: number): void {
  const own = graph.exportsOf(module)
  const origins = originsOf(module, value)
  if (origins === undefined) own.escape()
  for (const origin of origins ?? [value]) {
    if (module.op(origin) === Op.Import && module.text(origin, 1) === '*') {
      own.replace(origin, false)
      for (const from of graph.importedBy(module, origin)) own.addStar(graph.exportsOf(from), true)
    } else own.replace(origin, !module.isExportsLiteral(origin) && !isOwnExports(module, origin))
  }
}

/** Objects that a receiver may be. Functions that are stored in them are read through them. */
function objectBitsOf(graph: ProgramGraph, module: LoadedModule, origin: number): number {
  const root = rootOf(module, origin)
  switch (module.op(root)) {
    case Op.Self:
    case Op.ObjectOf:
    case Op.ArrayOf:
    case Op.Closure:
    case Op.Class:
    case Op.New:
      return graph.bitOf(module.packageIndex)
    case Op.Global:
      return runtimeObjects.has(module.text(root, 0)) || module.op(origin) === Op.Global ? runtimeBit : otherBit
    case Op.Import:
      return graph.resolver.resolve(module, module.text(root, 0)).isBuiltin ? runtimeBit : otherBit
    default:
      return otherBit
  }
}

/** Reports whether a value is a class or function of the file, or the receiver of a method. */
function isOwnObject(module: LoadedModule, value: number): boolean {
  const op = module.op(value)
  if (op === Op.Parameter || op === Op.Self) return selfOf(module, module.functionOf(value)) === value
  return op === Op.Class || op === Op.Closure || op === Op.ObjectOf
}

/** Returns the object that a chain of attributes starts at. */
export function rootOf(module: LoadedModule, value: number): number {
  let node = value
  for (let steps = 0; steps < 32; steps += 1) {
    const op = module.op(node)
    if (op !== Op.Load && op !== Op.LoadDynamic && op !== Op.Capture && op !== Op.Typed) return node
    node = module.operand(node, 0)
  }
  return node
}

function isStorable(op: number): boolean {
  return (
    op !== Op.Literal && op !== Op.Concat && op !== Op.Binary && op !== Op.Unary && op !== Op.Global && op !== Op.Key
  )
}

/** Reports whether the runtime calls a method with this name. */
export const isImplicit = (name: string) => implicitMethods.has(name) || isDunder(name) || /^on[a-z]+$/.test(name)

/** Reports whether the Python runtime calls a function with this name. */
const isDunder = (name: string) => name.length > 4 && name.startsWith('__') && name.endsWith('__')
