import { Op } from '../../analysis/ir/operations.ts'
import type { LoadedModule } from './loaded-module.ts'

/** Reports whether a node is the exports object of its own file, or the file's `module` object. */
export function isOwnExports(module: LoadedModule, node: number): boolean {
  if (module.unit.language === 'python') return false
  const op = module.op(node)
  if (op === Op.Global) return module.text(node, 0) === 'exports' || module.text(node, 0) === 'module'
  if (op === Op.Self) return module.functionOf(node) === 0
  return (
    op === Op.Load &&
    module.text(node, 1) === 'exports' &&
    module.op(module.operand(node, 0)) === Op.Global &&
    module.text(module.operand(node, 0), 0) === 'module'
  )
}
