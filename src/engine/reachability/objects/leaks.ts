import { Op } from '../../analysis/ir/operations.ts'
import type { LoadedModule } from '../graph/loaded-module.ts'

/** Variables that a CommonJS module has of its own. */
const ownNames: ReadonlySet<string> = new Set(['module', 'exports', 'require'])

const known = new WeakMap<LoadedModule, boolean>()

/**
 * Reports whether a file may assign to variables that it does not declare. The IR has no such assignments, but starts
 * with a read of each of these variables.
 */
export function assignsUndeclared(module: LoadedModule): boolean {
  const found = known.get(module) ?? findAssignment(module)
  known.set(module, found)
  return found
}

function findAssignment(module: LoadedModule): boolean {
  for (const node of module.nodesOf(0)) {
    const op = module.op(node)
    if (op === Op.Global && module.line(node) === 1 && !ownNames.has(module.text(node, 0))) return true
    if (op !== Op.Global && op !== Op.Import) return false
  }
  return false
}
