import { Op } from '../../analysis/ir/operations.ts'
import { escapeSubmodules, importModules } from './import-modules.ts'
import { keysOf } from './keys.ts'
import { runtimeObjects } from './known-names.ts'
import type { LoadedModule } from './loaded-module.ts'
import { importedNamespace } from './namespaces.ts'
import { objectBits } from './flow-graph.ts'
import { otherBit, runtimeBit } from './offered-names.ts'
import { originsOf } from './origins.ts'
import { isOwnExports } from './own-exports.ts'
import { readAnnotationAttribute } from './python-annotations.ts'
import { readIntrospection } from './python-frames.ts'
import { isPythonBuiltIn } from './python-names.ts'
import { isOverloadable, useKey } from './python-operators.ts'
import { readAllAttributes } from './python-protocols.ts'
import type { ProgramGraph } from './program-graph.ts'

/** Attributes of functions that call the function, or return a function that does. */
const functionMethods: ReadonlySet<string> = new Set(['call', 'apply', 'bind'])
/** Attributes of Python functions and classes that call them, or give access to their default values. */
const pythonFunctionMethods: ReadonlySet<string> = new Set(
  '__call__ __get__ __init__ __new__ __wrapped__ __func__ __self__ __defaults__ __kwdefaults__'.split(' '),
)
/** Attributes of `functools.partial` objects, which are functions in the IR. */
const partialAttributes: ReadonlySet<string> = new Set(['func', 'args', 'keywords'])
const promiseMethods: ReadonlySet<string> = new Set(['then', 'catch', 'finally'])

interface ReadAttribute {
  /** Place of the result. */
  readonly node: number
  readonly object: number
  readonly name: string
}

/** A running function reads an attribute with a constant name. */
export function readAttribute(graph: ProgramGraph, module: LoadedModule, read: ReadAttribute): void {
  const { node, object, name } = read
  const [from, to] = [graph.place(module, object), graph.place(module, node)]
  graph.values.objects(from, to, /^\d+$/.test(name) ? -1 : objectBits)
  if (isNumeric(name)) {
    graph.values.link(graph.elements, to)
    return
  }
  if (name === 'entry_points' && module.unit.language === 'python') graph.loadAnything(module, node)
  readIntrospection(graph, module, read)
  readAnnotationAttribute(graph, module, node, name)
  if (name === '__dict__' && module.unit.language === 'python') readAllAttributes(graph, module, { object, to })
  graph.values.link(graph.names.valuesOf(name), to)
  const origins = originsOf(module, object)
  if (functionMethods.has(name) || callsPythonFunction(module, name, origins)) {
    graph.use(module, object)
    graph.values.link(from, to)
  }
  if (origins === undefined) graph.names.read(name)
  for (const origin of origins ?? []) readFromOrigin(graph, module, { ...read, object: origin })
}

/** Reports whether an attribute may call a Python function, or give access to its parts. */
function callsPythonFunction(module: LoadedModule, name: string, origins: readonly number[] | undefined): boolean {
  if (module.unit.language !== 'python') return false
  if (pythonFunctionMethods.has(name)) return true
  return partialAttributes.has(name) && origins?.every((one) => module.op(one) !== Op.Closure) !== true
}

function readFromOrigin(graph: ProgramGraph, module: LoadedModule, read: ReadAttribute): void {
  const { node, object, name } = read
  const op = module.op(object)
  if (isOwnExports(module, object)) {
    if (name !== 'exports') graph.exportsOf(module).read(name)
    graph.values.link(graph.exportPlaces(module), graph.place(module, node))
    return
  }
  const imported = importedNamespace(module, object)
  if (imported !== undefined) {
    readFromModule(graph, module, { ...read, imported })
    return
  }
  if (isRuntimeValue(graph, module, object) || isPlainValue(module, op)) graph.names.readFrom(name, runtimeBit)
  else graph.names.read(name)
}

/** An attribute of an imported module is one of its exports. */
function readFromModule(
  graph: ProgramGraph,
  module: LoadedModule,
  { node, object, imported, name }: ReadAttribute & { readonly imported: number },
): void {
  const { modules, isKnown } = importModules(graph, module, module.text(imported, 0))
  const isDefault = module.op(object) !== Op.Call && module.text(object, 1) === 'default'
  for (const from of modules) {
    const exported = graph.exportsOf(from)
    if (promiseMethods.has(name) || name === '__dict__') exported.escape()
    else if (functionMethods.has(name) || name === 'prototype') exported.useWhole()
    else if (!isDefault || !from.isEsModule) exported.read(name)
    escapeSubmodules(graph, { of: from, name, place: graph.place(module, node) })
    // A promise of the module and a compiled default import have the same exports.
    graph.values.link(graph.exportPlaces(from), graph.place(module, node))
  }
  if (isKnown && !(isDefault && modules.length > 0)) graph.names.readFrom(name, objectBits)
  else graph.names.read(name)
}

/** A running function reads an attribute with a computed key. */
export function readElement(
  graph: ProgramGraph,
  module: LoadedModule,
  { node, object, key }: { readonly node: number; readonly object: number; readonly key: number },
): void {
  useKey(graph, module, { key, object })
  const keys = keysOf(module, key)
  const [from, to] = [graph.place(module, object), graph.place(module, node)]
  if (keys.kind === 'names') {
    for (const name of keys.names) readAttribute(graph, module, { node, object, name })
    return
  }
  graph.values.link(graph.elements, to)
  if (keys.kind === 'numbers' || keys.kind === 'symbol') {
    graph.values.objects(from, to)
    return
  }
  graph.values.link(graph.anyName(), to)
  graph.values.objects(from, to, objectBits)
  escapeNamespaces(graph, module, object)
  const origins = originsOf(module, object)
  if (origins?.every((one) => isRuntimeValue(graph, module, one) || isPlainValue(module, module.op(one)))) return
  if (keys.kind === 'affixes') {
    for (const { prefix, suffix } of keys.affixes) graph.names.readPattern(prefix, suffix)
    return
  }
  graph.values.mark(to, otherBit << 16)
  graph.values.fetch(from, to)
  graph.values.link(graph.fetched, to)
}

/** All exports of modules are values if their names are unknown. */
function escapeNamespaces(graph: ProgramGraph, module: LoadedModule, object: number): void {
  for (const origin of originsOf(module, object) ?? []) {
    if (isOwnExports(module, origin)) graph.exportsOf(module).escape()
    const imported = importedNamespace(module, origin)
    if (imported === undefined) continue
    for (const from of importModules(graph, module, module.text(imported, 0)).modules) graph.exportsOf(from).escape()
  }
}

/** Reports whether a value belongs to the runtime, so that its attributes are functions of the runtime. */
export function isRuntimeValue(graph: ProgramGraph, module: LoadedModule, value: number): boolean {
  const op = module.op(value)
  if (op === Op.Global) return runtimeObjects.has(module.text(value, 0)) || isPythonBuiltIn(module, value)
  if (op === Op.Load) {
    const object = module.operand(value, 0)
    return module.op(object) === Op.Global && runtimeObjects.has(module.text(object, 0))
  }
  if (op !== Op.Import) return false
  const { isBuiltin, files, notRead } = graph.resolver.resolve(module, module.text(value, 0))
  return isBuiltin && files.length === 0 && notRead.length === 0
}

function isPlainValue(module: LoadedModule, op: number): boolean {
  if (isOverloadable(module, op)) return false
  return (
    op === Op.Literal || op === Op.Concat || op === Op.Binary || op === Op.Unary || op === Op.ArrayOf || op === Op.Key
  )
}

const isNumeric = (name: string) => /^\d+$/.test(name)
