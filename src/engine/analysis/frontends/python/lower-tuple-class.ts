import type { ExprNode } from 'py-ast'
import { dataflowLimits } from '../../dataflow-limits.ts'
import { FunctionFlag, Op } from '../../ir/operations.ts'
import type { Lowering } from './lowering.ts'
import { type Of, stringOf } from './python-tree.ts'

/** Functions that create a class from a list of field names. */
export const tupleMakers: ReadonlySet<string> = new Set([
  'collections.namedtuple',
  'typing.NamedTuple',
  'dataclasses.make_dataclass',
])

/**
 * Lowers `namedtuple('Point', 'x y')` to a class whose constructor stores its arguments under these names and their
 * positions. Undefined if a name is not constant.
 */
export function lowerTupleClass(to: Lowering, call: Of<'Call'>): number | undefined {
  const [title, listed] = call.args
  const names = listed && fieldNames(listed)
  if (!title || !names || names.length === 0 || names.length > dataflowLimits.maxProperties) return undefined
  const offset = to.offsetOf(call)
  const index = to.openClass()
  const creator = to.writeFunction(
    { name: '__init__', offset, flags: FunctionFlag.constructor | FunctionFlag.receiverIsParameter },
    () => {
      const self = to.parameter({ name: 'self', offset })
      const taken = names.map((name) => ({ name, value: to.parameter({ name, offset }) }))
      for (const [position, { name, value }] of taken.entries())
        for (const key of [name, String(position)]) to.node(Op.Store, offset, self, to.string(key), value)
    },
  )
  to.closeClass(index, {
    name: to.string(stringOf(title) ?? ''),
    bases: [],
    members: [],
    creator,
    initializer: -1,
    fieldTypes: [],
  })
  return to.node(Op.Class, offset, index)
}

/** Reads `'x y'`, `['x', 'y']`, or `[('x', int), ('y', int)]`. */
function fieldNames(node: ExprNode): string[] | undefined {
  const text = stringOf(node)
  if (text !== undefined) return text.split(/[\s,]+/).filter((name) => name !== '')
  if (node.nodeType !== 'List' && node.nodeType !== 'Tuple') return undefined
  const names = node.elts.map((one) =>
    stringOf(one.nodeType === 'Tuple' || one.nodeType === 'List' ? one.elts[0] : one),
  )
  return names.every((name) => name !== undefined) ? names : undefined
}
