import { Op } from '../../analysis/ir/operations.ts'
import { objectBits } from './flow-graph.ts'
import type { LoadedModule } from './loaded-module.ts'
import type { ProgramGraph } from './program-graph.ts'

/** Operators, and the keys of a dictionary, which may be any objects. */
const operators: ReadonlySet<number> = new Set([Op.Binary, Op.Unary, Op.Concat, Op.Key])

/** Reports whether an operator may call a method of its operands and return any value: `query & filter`. */
export function isOverloadable(module: LoadedModule, op: number): boolean {
  return module.unit.language === 'python' && operators.has(op)
}

/** An operator passes its operands to special methods, and returns what these return: `prompt | parse`. */
export function visitOperator(graph: ProgramGraph, module: LoadedModule, node: number): void {
  const op = module.op(node)
  if (!isOverloadable(module, op)) return
  for (let index = op === Op.Binary || op === Op.Unary ? 1 : 0; index < module.operandCount(node); index += 1) {
    const operand = module.operand(node, index)
    if (module.op(operand) === Op.Literal) continue
    graph.use(module, operand)
    graph.values.objects(graph.place(module, operand), graph.place(module, node), objectBits)
  }
}

/** A key is passed to a special method, and a dictionary returns it when it is iterated. */
export function useKey(
  graph: ProgramGraph,
  module: LoadedModule,
  { key, object }: { readonly key: number; readonly object: number },
): void {
  if (module.unit.language !== 'python' || module.op(key) === Op.Literal) return
  graph.use(module, key)
  graph.values.objects(graph.place(module, key), graph.place(module, object), objectBits)
}

/** Code that has a function may read the default values of its parameters. */
export function useDefault(graph: ProgramGraph, module: LoadedModule, node: number): void {
  if (module.unit.language !== 'python' || module.op(node) !== Op.Cell) return
  if (module.op(module.operand(node, 0)) !== Op.Parameter) return
  for (let index = 1; index < module.operandCount(node); index += 1) graph.use(module, module.operand(node, index))
}
