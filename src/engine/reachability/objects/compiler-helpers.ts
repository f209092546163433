import { exportStarHelpers } from '../graph/known-names.ts'
import type { LoadedModule } from '../graph/loaded-module.ts'
import { calleeName, importedNamespace, isInteropCall } from '../graph/namespaces.ts'
import { copyAttributes } from './store.ts'
import type { ObjectGraph } from './object-graph.ts'

/**
 * Calls of the helpers of compilers: `__importStar(require('x'))` is the module, and `__exportStar(require('x'),
 * exports)` exports everything from it. Returns false for other calls.
 */
export function callCompilerHelper(graph: ObjectGraph, module: LoadedModule, node: number): boolean {
  if (isInteropCall(module, node) && importedNamespace(module, node) !== undefined) {
    graph.flow.link(graph.place(module, module.operand(node, 1)), graph.place(module, node))
    return true
  }
  const callee = module.operand(node, 0)
  const count = module.operandCount(node)
  if (!exportStarHelpers.has(calleeName(module, callee)) || count < 2 || count > 3) return false
  const [first, second] = [module.operand(node, 1), count > 2 ? module.operand(node, 2) : -1]
  const from = [first, second].find((one) => one >= 0 && importedNamespace(module, one) !== undefined)
  if (from === undefined) return false
  graph.things.inherit(graph.exportsThing(module), graph.place(module, from))
  for (const target of [first, second])
    if (target >= 0 && target !== from) copyAttributes(graph, graph.place(module, target), graph.place(module, from))
  return true
}
