import { FunctionFlag } from '../../analysis/ir/operations.ts'
import type { LoadedModule } from './loaded-module.ts'

/** Returns the node of a function's receiver: `this`, or the first parameter of a Python method. -1 if unused. */
export function selfOf(module: LoadedModule, local: number): number {
  const { self = -1, flags = 0, parameters = [] } = module.unit.functions[local] ?? {}
  return (flags & FunctionFlag.receiverIsParameter) === 0 ? self : (parameters[0]?.node ?? -1)
}
