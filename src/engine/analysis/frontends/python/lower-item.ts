import type { ExprNode } from 'py-ast'
import { LiteralKind, Op } from '../../ir/operations.ts'
import type { Lowering } from './lowering.ts'
import type { Of, PythonNode } from './python-tree.ts'

export function argumentsOf(to: Lowering, { args, keywords }: Pick<Of<'Call'>, 'args' | 'keywords'>): number[] {
  const given = args.map((one) => item(to, one))
  for (const keyword of keywords) {
    const { arg, value } = keyword
    const offset = to.offsetOf(keyword)
    const made = to.expression(value)
    given.push(
      arg === undefined || arg === null
        ? to.node(Op.SpreadKeywords, offset, made)
        : to.node(Op.Keyword, offset, to.string(arg), made),
    )
  }
  return given
}

/** Lowers an argument or a list item, which may be a starred expression. */
export function item(to: Lowering, node: PythonNode): number {
  return node.nodeType === 'Starred'
    ? to.node(Op.Spread, to.offsetOf(node), to.expression(node.value))
    : to.expression(node)
}

/** Lowers `object[slice]`. A slice of a sequence is a call of `slice`, as in JavaScript. */
export function loadItem(to: Lowering, object: number, { slice, ...place }: Of<'Subscript'>): number {
  const offset = to.offsetOf(place)
  if (slice.nodeType !== 'Slice') return to.node(Op.LoadDynamic, offset, object, itemKey(to, slice))
  if (slice.step) to.expression(slice.step)
  return to.callMethod(
    object,
    'slice',
    [slice.lower, slice.upper].map((one) => to.expression(one)),
    offset,
  )
}

/** Lowers an item key. Non-negative indexes become text, which identifies the elements of literals. */
export function itemKey(to: Lowering, slice: ExprNode): number {
  if (slice.nodeType !== 'Constant' || typeof slice.value !== 'number' || !Number.isInteger(slice.value))
    return to.expression(slice)
  return to.literal(LiteralKind.string, String(slice.value), to.offsetOf(slice))
}
