import { FunctionFlag, Op, ParameterKind } from '../../analysis/ir/operations.ts'
import { callingMethods, exportStarHelpers, passiveFunctions, passiveModules, passiveObjects } from './known-names.ts'
import type { LoadedModule } from './loaded-module.ts'
import { loadDynamically } from './load-dynamically.ts'
import { objectBits } from './flow-graph.ts'
import { closuresCalledBy, originsOf } from './origins.ts'
import { calleeName, importedNamespace, isInteropCall, mayBeNamespace } from './namespaces.ts'
import { runtimeBit } from './offered-names.ts'
import { isPassiveInPython, isPythonBuiltIn } from './python-names.ts'
import { giveToRuntime } from './python-protocols.ts'
import { isRuntimeValue } from './read-attribute.ts'
import { readByReflection } from './reflection.ts'
import { rootOf } from './store-attribute.ts'
import { isOwnExports } from './own-exports.ts'
import { startPrograms } from './start-programs.ts'
import type { ProgramGraph } from './program-graph.ts'

/** A running function calls a value, or creates an instance. */
export function visitCall(graph: ProgramGraph, module: LoadedModule, node: number): void {
  const callee = module.operand(node, 0)
  const args = Array.from({ length: module.operandCount(node) - 1 }, (_, index) => module.operand(node, index + 1))
  const result = graph.place(module, node)
  if (isInteropCall(module, node) && importedNamespace(module, node) !== undefined) {
    graph.values.link(graph.place(module, args[0] ?? node), result)
    return
  }
  if (exportsEverything(graph, module, { callee, args })) return
  const called = closuresCalledBy(module, node)
  if (called)
    for (const local of called) {
      graph.run(module, local)
      if (isDecorator(module, node, args)) graph.useReturns(module, local)
    }
  else useCallee(graph, module, callee)
  const calleePlace = graph.place(module, callee)
  graph.names.callFetched(calleePlace)
  graph.values.returned(calleePlace, result)
  const receiver = receiverOf(module, callee)
  const kind = callKind(graph, module, { node, callee })
  for (const [index, argument] of args.entries()) {
    if (!called?.every((local) => bindArgument(graph, module, { local, index, argument }))) graph.use(module, argument)
    const place = graph.place(module, argument)
    if (isRequire(module, argument)) graph.loadAnything(module, argument)
    graph.values.pass(place, calleePlace)
    if (kind !== 'passive') passToFunctions(graph, module, { argument, args, receiver, result })
    if (kind === 'calling') graph.names.callFetched(place)
    giveToRuntime(graph, module, { argument, isCalling: kind === 'calling', name: calleeName(module, callee) })
    graph.values.objects(place, result)
  }
  if (receiver !== undefined) {
    callMethod(graph, module, { name: module.op(callee) === Op.Load ? module.text(callee, 1) : '', receiver })
    graph.values.pass(graph.place(module, receiver), calleePlace)
    graph.values.objects(graph.place(module, receiver), result)
    shareObjects(graph, module, [receiver, ...args])
  } else shareObjects(graph, module, args)
  if (module.op(node) === Op.New) graph.values.objects(calleePlace, result, objectBits)
  loadDynamically(graph, module, { node, callee, args })
  startPrograms(graph, module, { callee, args })
  readByReflection(graph, module, { node, callee, args })
}

/** The IR has no use of what a Python decorator returns, which replaces the decorated method or class. */
const isDecorator = (module: LoadedModule, call: number, args: readonly number[]) =>
  module.unit.language === 'python' && args.length === 1 && module.useCount(call) === 0

/** The callee may load files by any name: `load(require)`. */
const isRequire = (module: LoadedModule, argument: number) =>
  module.op(argument) === Op.Global && module.text(argument, 0) === 'require'

/** Binds an argument to a parameter. Returns false if the function has no such parameter, or reads all arguments. */
function bindArgument(
  graph: ProgramGraph,
  module: LoadedModule,
  { local, index, argument }: { readonly local: number; readonly index: number; readonly argument: number },
): boolean {
  const { parameters = [], flags = 0 } = module.unit.functions[local] ?? {}
  const isPlain = parameters.every(({ kind }) => kind === ParameterKind.positional)
  const op = module.op(argument)
  if (mayBeNamespace(module, argument)) return false
  if (!isPlain || (flags & FunctionFlag.generator) !== 0 || op === Op.Spread || op === Op.Keyword) return false
  const parameter = parameters[index]
  if (parameter) graph.bind(module, parameter.node, argument)
  return true
}

function useCallee(graph: ProgramGraph, module: LoadedModule, callee: number): void {
  for (const origin of originsOf(module, callee) ?? [callee]) {
    if (module.op(origin) === Op.Import && module.text(origin, 1) === '*') {
      for (const from of graph.importedBy(module, origin)) graph.exportsOf(from).useWhole()
      continue
    }
    graph.use(module, origin)
    if (module.op(origin) === Op.Global)
      graph.names.readFrom(module.text(origin, 0), isPythonBuiltIn(module, origin) ? runtimeBit : objectBits)
  }
  const imported = importedNamespace(module, callee)
  if (imported === undefined) return
  for (const from of graph.importedBy(module, imported)) graph.exportsOf(from).useWhole()
}

function receiverOf(module: LoadedModule, callee: number): number | undefined {
  return module.op(callee) === Op.Load || module.op(callee) === Op.LoadDynamic ? module.operand(callee, 0) : undefined
}

/** A method may use its receiver, and other exports if the receiver is a module. */
function callMethod(
  graph: ProgramGraph,
  module: LoadedModule,
  { name, receiver }: { readonly name: string; readonly receiver: number },
): void {
  graph.receivers.call(name, { module, node: receiver })
  for (const origin of originsOf(module, receiver) ?? []) {
    if (isOwnExports(module, origin)) graph.exportsOf(module).call(name, graph.exportsOf(module).escapeAll)
    const imported = importedNamespace(module, origin)
    if (imported === undefined) continue
    for (const from of graph.importedBy(module, imported)) {
      const exported = graph.exportsOf(from)
      exported.call(name, exported.escapeAll)
    }
  }
}

/** The callee may call a function that it receives, with its other arguments and the attributes of its receiver. */
function passToFunctions(
  graph: ProgramGraph,
  module: LoadedModule,
  call: {
    readonly argument: number
    readonly args: readonly number[]
    readonly receiver: number | undefined
    readonly result: number
  },
): void {
  const op = module.op(call.argument)
  if (op === Op.Literal || op === Op.Concat || op === Op.Binary || op === Op.Unary) return
  const place = graph.place(module, call.argument)
  for (const other of call.args) if (other !== call.argument) graph.values.pass(graph.place(module, other), place)
  if (call.receiver !== undefined) graph.values.pass(graph.place(module, call.receiver), place)
  graph.values.returned(place, call.result)
}

/** The callee may store its arguments in each other, as `Object.assign` and `inherits` do. */
function shareObjects(graph: ProgramGraph, module: LoadedModule, values: readonly number[]): void {
  if (values.length < 2) return
  const shared = graph.values.add(1)
  for (const value of values) {
    const op = module.op(value)
    if (op === Op.Literal || op === Op.Concat) continue
    const root = rootOf(module, value)
    graph.values.objects(graph.place(module, value), shared, objectBits)
    graph.values.objects(shared, graph.place(module, root), objectBits)
  }
}

/**
 * `calling`: a function that may call its arguments, or store them for a caller, as a map and a list do. `passive`: a
 * function of the runtime that does neither. `program`: a function whose parameters the graph follows.
 */
function callKind(
  graph: ProgramGraph,
  module: LoadedModule,
  { node, callee }: { readonly node: number; readonly callee: number },
): 'calling' | 'passive' | 'program' {
  const origins = originsOf(module, callee) ?? []
  if (origins.length !== 1) return 'calling'
  const [origin = callee] = origins
  const op = module.op(origin)
  if (op === Op.Closure || op === Op.Class) return 'program'
  if (isPassiveInPython(module, node, origin)) return 'passive'
  if (op === Op.Global) return passiveFunctions.has(module.text(origin, 0)) ? 'passive' : 'calling'
  if (op === Op.Import)
    return isRuntimeValue(graph, module, origin)
      ? passiveModules.has(module.text(origin, 0).replace('node:', ''))
        ? 'passive'
        : 'calling'
      : 'program'
  if (op !== Op.Load) return 'program'
  const [object = origin] = originsOf(module, module.operand(origin, 0)) ?? []
  if (module.op(object) === Op.Global && passiveObjects.has(module.text(object, 0)))
    return callingMethods.has(module.text(origin, 1)) ? 'calling' : 'passive'
  if (isRuntimeValue(graph, module, object)) {
    const isPassive = module.op(object) === Op.Import && passiveModules.has(module.text(object, 0).replace('node:', ''))
    return isPassive || module.text(origin, 1).endsWith('Sync') ? 'passive' : 'calling'
  }
  return 'calling'
}

/** `__exportStar(require('./x'), exports)` */
function exportsEverything(
  graph: ProgramGraph,
  module: LoadedModule,
  { callee, args }: { readonly callee: number; readonly args: readonly number[] },
): boolean {
  if (!exportStarHelpers.has(calleeName(module, callee)) || args.length === 0 || args.length > 2) return false
  const imported = args
    .map((argument) => importedNamespace(module, argument))
    .find((argument) => argument !== undefined)
  if (imported === undefined || !args.some((argument) => isOwnExports(module, argument) || args.length === 1))
    return false
  for (const from of graph.importedBy(module, imported)) graph.exportsOf(module).addStar(graph.exportsOf(from), false)
  return true
}
