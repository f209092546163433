import { FunctionFlag } from '../../analysis/ir/operations.ts'
import type { LoadedModule } from '../graph/loaded-module.ts'

/** Returns the node of `this` where a node runs, or -1 if the function does not use it. */
export function enclosingSelf(module: LoadedModule, node: number): number {
  for (let local = module.functionOf(node); local > 0;) {
    const { self = -1, flags = 0, parent = -1 } = module.unit.functions[local] ?? {}
    if (self >= 0 || (flags & FunctionFlag.ownSelf) !== 0) return self
    local = parent
  }
  return -1
}
