import { Op } from '../../analysis/ir/operations.ts'
import type { IrNodes } from './ir-nodes.ts'

/**
 * How a node uses one of its operands. `read`: it reads an attribute or element. `stored`: it puts the value into an
 * object, or returns it. `spread`: it copies the attributes.
 */
export type UsePosition = 'callee' | 'argument' | 'read' | 'stored' | 'exported' | 'spread'

/** Returns how a node uses the operand at an index. Undefined if it only tests or changes the value. */
export function usePosition(
  nodes: IrNodes,
  op: Op,
  { node, index }: { readonly node: number; readonly index: number },
): UsePosition | undefined {
  switch (op) {
    case Op.Call:
    case Op.New:
      return index === 0 ? 'callee' : 'argument'
    case Op.Keyword:
      return 'argument'
    case Op.Load:
    case Op.Element:
    case Op.Key:
      return 'read'
    case Op.LoadDynamic:
      return index === 0 ? 'read' : undefined
    case Op.Binary:
      return /^(?:not )?in$/.test(nodes.text(node, 0)) && index === 2 ? 'read' : undefined
    case Op.Property:
    case Op.ComputedProperty:
      return index === 1 ? 'stored' : undefined
    case Op.Store:
    case Op.StoreDynamic:
      return index === 2 ? 'stored' : undefined
    case Op.Return:
    case Op.Yield:
      return 'stored'
    case Op.ArrayOf:
    case Op.Export:
      return 'exported'
    case Op.Spread:
    case Op.SpreadKeywords:
      return 'spread'
    default:
      return undefined
  }
}

/** Reports whether a node exports a value: `export`, `module.exports = …`, or `exports.name = …`. */
export function isExport(nodes: IrNodes, node: number): boolean {
  if (nodes.op(node) !== Op.Store) return nodes.op(node) === Op.Export
  const object = nodes.operand(node, 0)
  const isGlobal = (of: number, name: string) => nodes.op(of) === Op.Global && nodes.text(of, 0) === name
  if (isGlobal(object, 'module')) return nodes.text(node, 1) === 'exports'
  if (nodes.op(object) !== Op.Load) return isGlobal(object, 'exports')
  return nodes.text(object, 1) === 'exports' && isGlobal(nodes.operand(object, 0), 'module')
}
