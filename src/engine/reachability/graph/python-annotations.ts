import { Op } from '../../analysis/ir/operations.ts'
import type { LoadedModule } from './loaded-module.ts'
import { importedNamespace } from './namespaces.ts'
import type { ProgramGraph } from './program-graph.ts'

/** Name of the attribute that holds the values of annotations in this graph. No program reads it directly. */
const held = '<annotation>'
/** Attributes that return annotations. */
const annotationAttributes: ReadonlySet<string> = new Set(['annotation', '__annotations__', '__metadata__'])
/** Functions that return annotations, or objects with annotations. */
const annotationFunctions: ReadonlySet<string> = new Set([
  'get_type_hints',
  'get_annotations',
  'get_args',
  'getfullargspec',
  'fields',
])
const definitions = new WeakMap<LoadedModule, ReadonlyMap<string, readonly number[]>>()
const offeredValues = new WeakMap<LoadedModule, Set<number>>()
/** A dotted name, and `(` if it is called. */
const namePattern = /(?<![\w.])(?<path>[A-Za-z_]\w*(?:\.\w+)*)(?<call>\s*\()?/g

/** Offers what the annotations of a function name to code that reads annotations. Calls in annotations run. */
export function offerParameterTypes(graph: ProgramGraph, module: LoadedModule, local: number): void {
  if (module.unit.language !== 'python') return
  for (const { annotation } of module.unit.functions[local]?.parameters ?? [])
    offerTypes(graph, module, module.unit.strings[annotation])
}

/** Offers what the annotations of the fields of a class name. */
export function offerFieldTypes(graph: ProgramGraph, module: LoadedModule, index: number): void {
  if (module.unit.language !== 'python') return
  for (const [, type] of module.unit.classes[index]?.fieldTypes ?? [])
    offerTypes(graph, module, module.unit.strings[type])
}

/** A program reads an attribute, or looks up its name. The place of the node receives annotations. */
export function readAnnotationAttribute(graph: ProgramGraph, module: LoadedModule, node: number, name: string): void {
  if (annotationAttributes.has(name)) readAnnotations(graph, module, node)
}

/** A program calls a function. The place of the call receives annotations. */
export function callAnnotationFunction(graph: ProgramGraph, module: LoadedModule, node: number, name: string): void {
  if (annotationFunctions.has(name)) readAnnotations(graph, module, node)
}

function readAnnotations(graph: ProgramGraph, module: LoadedModule, node: number): void {
  if (module.unit.language !== 'python') return
  graph.names.read(held)
  graph.values.link(graph.names.valuesOf(held), graph.place(module, node))
}

function offerTypes(graph: ProgramGraph, module: LoadedModule, text = ''): void {
  for (const { groups = {} } of text.matchAll(namePattern)) {
    const [root = '', ...attributes] = groups['path']?.split('.') ?? []
    for (const value of valuesNamed(module, root)) {
      if (groups['call'] !== undefined) graph.use(module, value)
      offerOnce(graph, module, value)
      readPath(graph, module, value, attributes)
    }
  }
}

/** Values that a file exports under a name, or else its functions and classes with this name. */
function valuesNamed(module: LoadedModule, name: string): readonly number[] {
  const exported = module.exportsNamed(name)
  if (exported.length > 0) return exported
  const known = definitions.get(module) ?? definitionsOf(module)
  definitions.set(module, known)
  return known.get(name) ?? []
}

/** Functions and classes of a file by name, without the names around them. */
function definitionsOf(module: LoadedModule): ReadonlyMap<string, readonly number[]> {
  const { strings, functions, classes } = module.unit
  const found = new Map<string, number[]>()
  for (const [node, op] of module.unit.ops.entries()) {
    if (op !== Op.Closure && op !== Op.Class) continue
    const made = op === Op.Closure ? functions[module.operand(node, 0)] : classes[module.operand(node, 0)]
    const name = (strings[made?.name ?? -1] ?? '').split(/\W/).at(-1) ?? ''
    const values = found.get(name)
    if (values) values.push(node)
    else found.set(name, [node])
  }
  return found
}

function offerOnce(graph: ProgramGraph, module: LoadedModule, node: number): void {
  const offered = offeredValues.get(module) ?? new Set()
  offeredValues.set(module, offered)
  if (offered.has(node)) return
  offered.add(node)
  graph.names.offer(held, { module, node, bits: graph.bitOf(module.packageIndex) })
}

/** `tool.Client` reads the attributes of the module `tool`. */
function readPath(graph: ProgramGraph, module: LoadedModule, value: number, attributes: readonly string[]): void {
  if (attributes.length === 0) return
  for (const name of attributes) graph.names.read(name)
  const imported = importedNamespace(module, value)
  if (imported === undefined) return
  for (const from of graph.importedBy(module, imported)) for (const name of attributes) graph.exportsOf(from).read(name)
}
