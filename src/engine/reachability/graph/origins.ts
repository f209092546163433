import { Op } from '../../analysis/ir/operations.ts'
import { reachabilityLimits } from '../reachability-limits.ts'
import type { LoadedModule } from './loaded-module.ts'

/**
 * Returns the nodes that a value may come from in its file: the ends of all chains of variables, captures, phis,
 * assertions, and `await`. Undefined if there are too many.
 */
export function originsOf(module: LoadedModule, value: number): readonly number[] | undefined {
  const op = module.op(value)
  if (!isTransparent(op)) return [value]
  const origins: number[] = []
  const seen = new Set([value])
  const pending = [value]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (!isTransparent(module.op(node))) {
      origins.push(node)
      continue
    }
    if (seen.size > reachabilityLimits.maxOrigins) return undefined
    for (const from of valuesOf(module, node)) {
      if (seen.has(from)) continue
      seen.add(from)
      pending.push(from)
    }
  }
  return origins
}

/** Operations whose result is one of their operands. */
export function isTransparent(op: number): boolean {
  return op === Op.Capture || op === Op.Cell || op === Op.Phi || op === Op.Typed || op === Op.Logical || op === Op.Await
}

/** Operands of a transparent operation. */
export function valuesOf(module: LoadedModule, node: number): readonly number[] {
  const op = module.op(node)
  if (op === Op.Logical) return [module.operand(node, 1), module.operand(node, 2)]
  if (op !== Op.Cell) return [module.operand(node, 0)]
  return Array.from({ length: module.operandCount(node) }, (_, index) => module.operand(node, index))
}

/** Functions that a call may call, or undefined if it may call anything but functions of its file. */
export function closuresCalledBy(module: LoadedModule, call: number): readonly number[] | undefined {
  if (module.op(call) !== Op.Call) return undefined
  const origins = originsOf(module, module.operand(call, 0))
  if (!origins?.every((one) => module.op(one) === Op.Closure)) return undefined
  return origins.map((one) => module.operand(one, 0))
}
