import { LiteralKind, Op } from '../../analysis/ir/operations.ts'
import { loadFiles } from './load-dynamically.ts'
import type { LoadedModule } from './loaded-module.ts'
import { originsOf } from './origins.ts'
import type { ProgramGraph } from './program-graph.ts'

/** Attributes of functions and frames that hold all names of a module, which may be another one. */
const namesOfModules: ReadonlySet<string> = new Set(['__globals__', 'f_globals', 'f_locals', 'func_globals'])

/** Reads attributes that give access to modules or to the code of functions: `f_globals`, `__code__`. */
export function readIntrospection(
  graph: ProgramGraph,
  module: LoadedModule,
  { node, object, name }: { readonly node: number; readonly object: number; readonly name: string },
): void {
  if (module.unit.language !== 'python') return
  if (namesOfModules.has(name)) graph.loadAnything(module, node)
  if (name === '__code__' || name === 'func_code') graph.use(module, object)
  if (name === 'cell_contents' && !isOnlyCompared(module, node))
    graph.block({ reason: 'indirect-call', detail: module.path })
  if (name === 'modules' && isModuleTable(module, object)) readModules(graph, module, node)
}

/** `cell.cell_contents is cls` calls nothing. Other code may call every variable that a function captures. */
const isOnlyCompared = (module: LoadedModule, node: number) =>
  module.usersOf(node).every((user) => user >= 0 && module.op(user) === Op.Binary)

const isModuleTable = (module: LoadedModule, object: number) =>
  originsOf(module, object)?.some((one) => module.op(one) === Op.Import && module.text(one, 0) === 'sys') ?? true

/** Reads of `sys.modules` under a constant name or `__name__` load that file. Others may return any file. */
function readModules(graph: ProgramGraph, module: LoadedModule, table: number): void {
  for (const user of module.usersOf(table)) {
    const op = user < 0 ? -1 : module.op(user)
    if (op === Op.Binary || op === Op.Unary || op === Op.StoreDynamic) continue
    const keyed = op === Op.Load ? module.usersOf(user).filter((one) => one >= 0 && module.op(one) === Op.Call) : [user]
    for (const one of keyed) {
      const key = one < 0 || (op !== Op.LoadDynamic && op !== Op.Load) ? -1 : module.operand(one, 1)
      if (key >= 0 && isOwnName(module, key))
        graph.escapeFile({ packageIndex: module.packageIndex, path: module.path }, graph.place(module, one))
      else if (key >= 0 && module.op(key) === Op.Literal && module.operand(key, 0) === LiteralKind.string)
        loadFiles(graph, module, { node: one, specifier: key })
      else graph.loadAnything(module, table)
    }
  }
}

const isOwnName = (module: LoadedModule, key: number) =>
  originsOf(module, key)?.every((one) => module.op(one) === Op.Global && module.text(one, 0) === '__name__') ?? false
