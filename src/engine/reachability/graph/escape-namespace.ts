import { Op } from '../../analysis/ir/operations.ts'
import type { LoadedModule } from './loaded-module.ts'
import { importedNamespace } from './namespaces.ts'
import type { ProgramGraph } from './program-graph.ts'

/** The exports of a module become a value. The default export of a CommonJS module is the module. */
export function escapeNamespace(graph: ProgramGraph, module: LoadedModule, node: number): void {
  const imported = importedNamespace(module, node)
  if (imported === undefined) return
  const isDefault = module.op(node) !== Op.Call && module.text(node, 1) === 'default'
  for (const from of graph.importedBy(module, imported))
    if (!isDefault || !from.isEsModule) graph.exportsOf(from).escape()
}
