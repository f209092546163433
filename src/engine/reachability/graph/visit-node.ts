import { FunctionFlag, Op } from '../../analysis/ir/operations.ts'
import { objectBits } from './flow-graph.ts'
import { isStoredUnderSameKey } from './keyed-closures.ts'
import { descriptorKeys, proxyKeys, runtimeObjects } from './known-names.ts'
import { checkLoaderValue } from './loader-values.ts'
import type { LoadedModule } from './loaded-module.ts'
import { mayBeNamespace } from './namespaces.ts'
import { checkModuleTables } from './module-tables.ts'
import { isTransparent, valuesOf } from './origins.ts'
import { readAttribute, readElement } from './read-attribute.ts'
import { runtimeBit } from './offered-names.ts'
import { isPythonBuiltIn, starImportsOf } from './python-names.ts'
import { offerParameterTypes, readAnnotationAttribute } from './python-annotations.ts'
import { useDefault, visitOperator } from './python-operators.ts'
import { checkLoaders } from './replaced-loaders.ts'
import { isOwnExports } from './own-exports.ts'
import { isImplicit, storeAttribute, storeElement } from './store-attribute.ts'
import type { ProgramGraph } from './program-graph.ts'
import { visitCall } from './visit-call.ts'
import { visitClass } from './visit-class.ts'
import { escapeSubmodules, importModules } from './import-modules.ts'

/** Adds what a node of a running function does to the graph. */
export function visitNode(graph: ProgramGraph, module: LoadedModule, node: number): void {
  const op = module.op(node)
  const place = graph.place(module, node)
  const operand = (index: number) => module.operand(node, index)
  checkLoaders(graph, module, node)
  checkLoaderValue(graph, module, node)
  checkModuleTables(graph, module, node)
  useDefault(graph, module, node)
  if (isTransparent(op)) {
    for (const value of valuesOf(module, node))
      if (op === Op.Capture && isStoredUnderSameKey(module, value, module.functionOf(node)))
        graph.values.objects(graph.place(module, value), place, objectBits)
      else graph.values.link(graph.place(module, value), place)
    return
  }
  switch (op) {
    case Op.Import:
      visitImport(graph, module, node)
      break
    case Op.Global:
      visitGlobal(graph, module, node)
      break
    case Op.Literal:
      readAnnotationAttribute(graph, module, node, module.text(node, 1))
      break
    case Op.Closure:
      visitClosure(graph, module, node)
      break
    case Op.Class:
      visitClass(graph, module, node)
      break
    case Op.Load:
      readAttribute(graph, module, { node, object: operand(0), name: module.text(node, 1) })
      break
    case Op.LoadDynamic:
      readElement(graph, module, { node, object: operand(0), key: operand(1) })
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
    case Op.Return:
      // A generator returns its value in an exception, or to `yield from`.
      if (mayBeNamespace(module, operand(0)) || isGenerator(module, node)) graph.use(module, operand(0))
      break
    case Op.Yield:
      graph.use(module, operand(0))
      break
    case Op.Throw:
      graph.use(module, operand(0))
      graph.values.link(graph.place(module, operand(0)), graph.thrown)
      break
    case Op.Caught:
      graph.values.link(graph.thrown, place)
      break
    case Op.Opaque:
    case Op.ArrayOf:
      for (let index = 0; index < module.operandCount(node); index += 1) {
        graph.use(module, operand(index))
        graph.values.link(graph.place(module, operand(index)), place)
      }
      break
    case Op.Element:
      graph.values.link(graph.place(module, operand(0)), place)
      graph.values.link(graph.elements, place)
      break
    case Op.Binary:
    case Op.Unary:
    case Op.Concat:
    case Op.Key:
      visitOperator(graph, module, node)
      break
    case Op.Spread:
    case Op.SpreadKeywords:
      graph.use(module, operand(0))
      graph.values.link(graph.place(module, operand(0)), place)
      break
    case Op.Keyword:
      graph.values.link(graph.place(module, operand(1)), place)
      break
    case Op.ObjectOf:
      visitObject(graph, module, node)
      break
    case Op.Export:
      graph.exportsOf(module).offer(module.text(node, 0), operand(1))
      if (isImplicit(module.text(node, 0))) graph.use(module, operand(1))
      break
    case Op.ExportAll:
      for (const from of importModules(graph, module, module.text(node, 0)).modules)
        graph.exportsOf(module).addStar(graph.exportsOf(from), false)
      break
    default:
      break
  }
}

const isGenerator = (module: LoadedModule, node: number) =>
  ((module.unit.functions[module.functionOf(node)]?.flags ?? 0) & FunctionFlag.generator) !== 0

function visitImport(graph: ProgramGraph, module: LoadedModule, node: number): void {
  const place = graph.place(module, node)
  const name = module.text(node, 1)
  for (const from of importModules(graph, module, module.text(node, 0)).modules) {
    graph.values.mark(place, graph.bitOf(from.packageIndex))
    // Packages import names to export them. The project may export them to callers that are unknown.
    if (name !== '*') {
      if (module.unit.language !== 'python' || module.packageIndex === 0) graph.exportsOf(from).read(name)
    }
    // The value may be assigned to an undeclared variable: `tool = require('tool')`. Python imports are attributes.
    else if (module.useCount(node) === 0 && (module.mayAssignUndeclared || from.unit.language === 'python'))
      graph.exportsOf(from).escape()
    if (name === '*' && module.useCount(node) === 0 && module.mayReplaceRuntime)
      graph.block({ packageIndex: from.packageIndex, reason: 'indirect-call', detail: module.path })
    graph.values.link(graph.exportPlaces(from), place)
    escapeSubmodules(graph, { of: from, name, place })
    if (name === '*' && from.unit.language === 'python') for (const file of graph.resolver.below(from)) graph.load(file)
  }
  if (name !== '*') graph.values.link(graph.names.valuesOf(name), place)
}

/** A global variable may hold any object that some file stores under its name. */
function visitGlobal(graph: ProgramGraph, module: LoadedModule, node: number): void {
  const name = module.text(node, 0)
  if (runtimeObjects.has(name) || isOwnExports(module, node)) return
  graph.names.readFrom(name, isPythonBuiltIn(module, node) ? runtimeBit : objectBits)
  graph.values.link(graph.names.valuesOf(name), graph.place(module, node))
  if (isPythonBuiltIn(module, node)) return
  if (module.unit.language === 'python') readStarImports(graph, module, node)
  graph.values.mark(graph.place(module, node), objectBits)
}

/** A name that a Python file does not declare may come from `import *`, also if it is a built-in name. */
function readStarImports(graph: ProgramGraph, module: LoadedModule, node: number): void {
  for (const star of starImportsOf(module))
    for (const from of importModules(graph, module, module.text(star, 0)).modules) {
      graph.exportsOf(from).read(module.text(node, 0))
      graph.values.link(graph.exportPlaces(from), graph.place(module, node))
    }
}

function visitClosure(graph: ProgramGraph, module: LoadedModule, node: number): void {
  const local = module.operand(node, 0)
  const made = module.unit.functions[local]
  if (!made) return
  offerParameterTypes(graph, module, local)
  const place = graph.place(module, node)
  for (const parameter of made.parameters) graph.values.parameter(place, graph.place(module, parameter.node))
  if (made.self >= 0) graph.values.parameter(place, graph.place(module, made.self))
  for (const returned of made.returns) graph.values.returns(place, graph.place(module, module.operand(returned, 0)))
  // The runtime calls the setters of object literals.
  if (module.useCount(node) === 0) graph.run(module, local)
}

/** Properties that an object literal stores. The functions of property descriptors and proxy handlers may be called. */
function visitObject(graph: ProgramGraph, module: LoadedModule, node: number): void {
  const place = graph.place(module, node)
  const entries = Array.from({ length: module.operandCount(node) }, (_, index) => module.operand(node, index))
  const names = entries.filter((one) => module.op(one) === Op.Property).map((one) => module.text(one, 0))
  const isDescriptor =
    names.length > 0 && [descriptorKeys, proxyKeys].some((keys) => names.every((name) => keys.has(name)))
  for (const entry of entries) {
    const [key, value] = [module.operand(entry, 0), module.operand(entry, 1)]
    if (module.op(entry) === Op.Property) {
      if (isDescriptor) graph.use(module, value)
      offerProperty(graph, module, { object: node, name: module.text(entry, 0), value })
    } else if (module.op(entry) === Op.ComputedProperty) storeElement(graph, module, { object: node, key, value })
    else {
      graph.use(module, entry)
      graph.values.objects(graph.place(module, entry), place)
    }
  }
}

function offerProperty(
  graph: ProgramGraph,
  module: LoadedModule,
  { object, name, value }: { readonly object: number; readonly name: string; readonly value: number },
): void {
  if (module.isExportsLiteral(object)) {
    graph.receivers.store(name, module, value)
    if (isImplicit(name)) graph.use(module, value)
    graph.exportsOf(module).offer(name, value)
    return
  }
  storeAttribute(graph, module, { object, name, value })
  // The methods of a dictionary return its values under unknown keys.
  if (module.unit.language === 'python') graph.use(module, value)
}
