import { Op } from '../../analysis/ir/operations.ts'
import type { LoadedModule } from './loaded-module.ts'
import { importModules } from './import-modules.ts'
import { originsOf } from './origins.ts'
import type { ProgramGraph } from './program-graph.ts'
import { isPythonBuiltIn } from './python-names.ts'

/** Longer chains of imports and base classes count as unknown classes. */
const maxDepth = 16

/** Built-in classes that call methods of their subclasses, other than special methods. */
const callingBuiltIns: ReadonlySet<string> = new Set(['type', 'super', 'property'])
/** Modules whose classes call only special methods of their subclasses. */
const plainModules: ReadonlySet<string> = new Set(['abc', 'typing', 'typing_extensions', '__future__', 'builtins'])
/** Modules whose classes create instances of their subclasses where these are defined. */
const creatingModules: ReadonlySet<string> = new Set(['enum', 'ctypes', 'unittest'])

/**
 * What the Python runtime does with a class because of its base classes. `plain`: it calls only special methods.
 * `calls`: it may call any method of an instance, as a thread calls `run`. `creates`: it may also create instances.
 */
export type RuntimeUse = 'plain' | 'calls' | 'creates'

/** Returns what the Python runtime does with a class. An unknown base class may do everything. */
export function runtimeUseOf(graph: ProgramGraph, module: LoadedModule, index: number, depth = 0): RuntimeUse {
  const { bases = [] } = module.unit.classes[index] ?? {}
  return strongest(bases.map((base) => useByBase(graph, module, base, depth + 1)))
}

function strongest(uses: readonly RuntimeUse[]): RuntimeUse {
  return uses.includes('creates') ? 'creates' : uses.includes('calls') ? 'calls' : 'plain'
}

function useByBase(graph: ProgramGraph, module: LoadedModule, value: number, depth: number): RuntimeUse {
  const origins = originsOf(module, value)
  if (origins === undefined || depth > maxDepth) return 'creates'
  return strongest(
    origins.map((one) => {
      switch (module.op(one)) {
        case Op.Class:
          return runtimeUseOf(graph, module, module.operand(one, 0), depth)
        case Op.Global:
          return isPlainBuiltIn(module, one) ? 'plain' : 'creates'
        case Op.Import:
          return useByImport(graph, module, { specifier: module.text(one, 0), name: module.text(one, 1), depth })
        case Op.Load: {
          const [object, ...others] = originsOf(module, module.operand(one, 0)) ?? []
          if (object === undefined || others.length > 0 || module.op(object) !== Op.Import) return 'creates'
          const name = module.text(object, 1) === '*' ? module.text(one, 1) : ''
          return useByImport(graph, module, { specifier: module.text(object, 0), name, depth })
        }
        default:
          return 'creates'
      }
    }),
  )
}

function isPlainBuiltIn(module: LoadedModule, node: number): boolean {
  return isPythonBuiltIn(module, node) && !callingBuiltIns.has(module.text(node, 0))
}

/** `name`: empty if it is unknown. */
function useByImport(
  graph: ProgramGraph,
  module: LoadedModule,
  { specifier, name, depth }: { readonly specifier: string; readonly name: string; readonly depth: number },
): RuntimeUse {
  const { modules, isKnown } = importModules(graph, module, specifier)
  if (modules.length === 0) {
    if (plainModules.has(specifier)) return 'plain'
    const isRuntime = isKnown && graph.resolver.resolve(module, specifier).isBuiltin
    return isRuntime && !creatingModules.has(specifier) ? 'calls' : 'creates'
  }
  if (!isKnown) return 'creates'
  return strongest(
    modules.flatMap((from) => {
      const values = from.exportsNamed(name)
      return values.length === 0 ? ['creates'] : values.map((value) => useByBase(graph, from, value, depth + 1))
    }),
  )
}
