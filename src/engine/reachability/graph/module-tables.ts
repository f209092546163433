import { Op } from '../../analysis/ir/operations.ts'
import type { LoadedModule } from './loaded-module.ts'
import type { LoadingGraph } from './loading-graph.ts'
import { isTransparent } from './origins.ts'

/** Attributes of the module loader of Node.js that give access to other modules and their exports. */
const tables: Readonly<Record<string, readonly string[]>> = {
  require: ['cache', 'main'],
  module: ['parent', 'children'],
  process: ['mainModule'],
}
/** Attributes of modules that hold text, lists of text, or truth values. */
const plainAttributes: ReadonlySet<string> = new Set(['filename', 'id', 'path', 'paths', 'loaded'])

/** Code that reads modules from the loader may call all their exports: `module.children[0].exports.run()`. */
export function checkModuleTables(graph: LoadingGraph, module: LoadedModule, node: number): void {
  if (module.unit.language === 'python' || module.op(node) !== Op.Load) return
  const owner = module.operand(node, 0)
  const name = module.op(owner) === Op.Global ? module.text(owner, 0) : ''
  if (!Object.hasOwn(tables, name) || tables[name]?.includes(module.text(node, 1)) !== true) return
  if (!isOnlyInspected(module, node)) graph.block({ reason: 'indirect-call', detail: module.path })
}

/** Reports whether code only compares a module, deletes it from the table, or reads its name. */
function isOnlyInspected(module: LoadedModule, node: number): boolean {
  const seen = new Set([node])
  for (const value of seen)
    for (const user of module.usersOf(value)) {
      const op = user < 0 ? -1 : module.op(user)
      if (op === Op.Binary || op === Op.Unary) continue
      if (op === Op.Load && plainAttributes.has(module.text(user, 1))) continue
      if (op === Op.StoreDynamic && module.operand(user, 2) !== value) continue
      if (op < 0 || (op !== Op.LoadDynamic && !isTransparent(op))) return false
      seen.add(user)
    }
  return true
}
