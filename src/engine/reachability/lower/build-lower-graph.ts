import { Op } from '../../analysis/ir/operations.ts'
import { isTestFile } from '../development-files.ts'
import type { LoadedModule } from '../graph/loaded-module.ts'
import type { ModuleSource } from '../graph/module-source.ts'
import { originsOf } from '../graph/origins.ts'
import type { InstalledProgram } from '../installed-program.ts'
import { CertainImports } from '../modules/certain-imports.ts'
import { LowerGraph } from './lower-graph.ts'
import { lowerNode } from './lower-node.ts'

/**
 * Returns the resolved calls of a program. They start at the files of the project, without tests, and at the functions
 * of the project that other code may call: exported, stored, returned, or passed ones.
 */
export function buildLowerGraph(program: InstalledProgram, source: ModuleSource): LowerGraph {
  const graph = new LowerGraph(source, new CertainImports(program))
  for (const { path } of program.project.modules) {
    const module = isTestFile(path) ? undefined : graph.load({ packageIndex: 0, path })
    if (!module) continue
    graph.root(module, 0)
    for (const local of calledFromOutside(module)) graph.root(module, local)
  }
  graph.complete((module, node) => lowerNode(graph, module, node))
  return graph
}

function calledFromOutside(module: LoadedModule): ReadonlySet<number> {
  const found = new Set<number>()
  const add = (value: number) => {
    for (const origin of originsOf(module, value) ?? []) {
      if (module.op(origin) === Op.Closure) found.add(module.operand(origin, 0))
      if (module.op(origin) !== Op.Class) continue
      const { creator = -1, initializer = -1 } = module.unit.classes[module.operand(origin, 0)] ?? {}
      for (const local of [creator, initializer]) if (local >= 0) found.add(local)
    }
  }
  for (let node = 0; node < module.unit.ops.length; node += 1) {
    const op = module.op(node)
    const from = op === Op.Call || op === Op.New ? 1 : escaping.get(op)
    if (from === undefined) continue
    for (let index = from; index < module.operandCount(node); index += 1) add(module.operand(node, index))
  }
  for (const { members } of module.unit.classes) for (const { value } of members) add(value)
  return found
}

/** First operand that leaves the function, by operation. The operands before it are names or objects. */
const escaping: ReadonlyMap<number, number> = new Map([
  [Op.Store, 2],
  [Op.StoreDynamic, 2],
  [Op.Property, 1],
  [Op.ComputedProperty, 1],
  [Op.Export, 1],
  [Op.Return, 0],
  [Op.Yield, 0],
  [Op.ArrayOf, 0],
  [Op.Opaque, 0],
])
