import { LiteralKind, Op } from '../../analysis/ir/operations.ts'
import { fetchedShift, objectBits } from './flow-graph.ts'
import type { LoadedModule } from './loaded-module.ts'
import { calleeName } from './namespaces.ts'
import { otherBit } from './offered-names.ts'
import { originsOf } from './origins.ts'
import { callAnnotationFunction } from './python-annotations.ts'
import { readOwnVariables, readWholeObject } from './python-protocols.ts'
import { readElement } from './read-attribute.ts'
import type { ProgramGraph } from './program-graph.ts'

/** Functions of the runtime that return values of attributes by name. */
const reflective: ReadonlySet<string> = new Set([
  'values',
  'entries',
  'getOwnPropertyDescriptor',
  'getOwnPropertyDescriptors',
  'get',
])

/** A call reads attributes by name: `Reflect.get`, `Object.values`, `getattr`. */
export function readByReflection(
  graph: ProgramGraph,
  module: LoadedModule,
  { node, callee, args }: { readonly node: number; readonly callee: number; readonly args: readonly number[] },
): void {
  const name = calleeName(module, callee)
  if (name === 'getattr') readByGetattr(graph, module, { node, args })
  if (name === 'attrgetter' || name === 'methodcaller' || name === 'itemgetter')
    readByNames(graph, module, { node, args })
  readOwnVariables(graph, module, { node, callee, name })
  if (name === '__getattribute__') readByGetattribute(graph, module, { node, callee, args })
  callAnnotationFunction(graph, module, node, name)
  readWholeObject(graph, module, { node, name, args })
  if (module.op(callee) !== Op.Load || !reflective.has(module.text(callee, 1))) return
  const [object = callee] = originsOf(module, module.operand(callee, 0)) ?? []
  const owner = module.op(object) === Op.Global ? module.text(object, 0) : ''
  const [from, key] = args
  if ((owner !== 'Object' && owner !== 'Reflect') || from === undefined) return
  if (key !== undefined && module.op(key) === Op.Literal && module.operand(key, 0) === LiteralKind.string) {
    graph.names.read(module.text(key, 1))
    return
  }
  graph.values.mark(graph.place(module, node), otherBit << 16)
  graph.values.fetch(graph.place(module, from), graph.place(module, node))
  graph.values.link(graph.fetched, graph.place(module, node))
}

function readByGetattr(
  graph: ProgramGraph,
  module: LoadedModule,
  { node, args }: { readonly node: number; readonly args: readonly number[] },
): void {
  const [object, key] = args
  if (object !== undefined && key !== undefined) readElement(graph, module, { node, object, key })
}

/** `object.__getattribute__(name)`, or `type.__getattribute__(object, name)`. */
function readByGetattribute(
  graph: ProgramGraph,
  module: LoadedModule,
  { node, callee, args }: { readonly node: number; readonly callee: number; readonly args: readonly number[] },
): void {
  const object = args.length > 1 ? args[0] : module.operand(callee, 0)
  const key = args.at(-1)
  if (module.op(callee) === Op.Load && object !== undefined && key !== undefined)
    readElement(graph, module, { node, object, key })
}

/** `attrgetter('name')` returns a function that reads the attribute of any object. */
function readByNames(
  graph: ProgramGraph,
  module: LoadedModule,
  { node, args }: { readonly node: number; readonly args: readonly number[] },
): void {
  for (const argument of args)
    if (module.op(argument) === Op.Literal)
      for (const name of module.text(argument, 1).split('.')) graph.names.readFrom(name, objectBits)
    else graph.values.mark(graph.names.called, objectBits << fetchedShift)
  graph.values.mark(graph.place(module, node), objectBits)
}
