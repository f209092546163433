import type { ExprNode } from 'py-ast'
import { Op } from '../../ir/operations.ts'
import { assignAll, assignTarget } from './lower-assignment.ts'
import type { Lowering } from './lowering.ts'

/** What a loop iterates over. */
export interface Iterated {
  /** Iterated collections, and what each one yields: elements, keys, or numbers. */
  readonly parts: readonly { readonly collection: number; readonly gives: 'elements' | 'keys' | 'numbers' }[]
  /** True if each iteration yields all parts as a tuple. */
  readonly isTuple: boolean
  readonly isAsync: boolean
  readonly offset: number
}

/**
 * Lowers the iterable of a loop. Iterators that yield tuples of known parts, such as `zip`, are split into these parts.
 */
export function iterated(to: Lowering, node: ExprNode, isAsync: boolean): Iterated {
  const offset = to.offsetOf(node)
  if (node.nodeType === 'Call' && node.keywords.length === 0) {
    const { func, args } = node
    if (func.nodeType === 'Attribute' && args.length === 0) {
      if (func.attr === 'items') {
        const collection = to.expression(func.value)
        return {
          parts: [
            { collection, gives: 'keys' },
            { collection, gives: 'elements' },
          ],
          isTuple: true,
          isAsync,
          offset,
        }
      }
      if (func.attr === 'keys')
        return { parts: [{ collection: to.expression(func.value), gives: 'keys' }], isTuple: false, isAsync, offset }
    }
    const [first] = args
    if (
      func.nodeType === 'Name' &&
      first &&
      to.isBuiltIn(func.id) &&
      !args.some(({ nodeType }) => nodeType === 'Starred')
    ) {
      if (first.nodeType === 'Call' && args.length === 1 && reordering.has(func.id)) return iterated(to, first, isAsync)
      if (func.id === 'enumerate')
        return {
          parts: [
            { collection: -1, gives: 'numbers' },
            { collection: to.expression(first), gives: 'elements' },
          ],
          isTuple: true,
          isAsync,
          offset,
        }
      if (func.id === 'zip')
        return {
          parts: args.map((one) => ({ collection: to.expression(one), gives: 'elements' as const })),
          isTuple: true,
          isAsync,
          offset,
        }
    }
  }
  return { parts: [{ collection: to.expression(node), gives: 'elements' }], isTuple: false, isAsync, offset }
}

/** Functions whose result has the same elements as their argument. */
const reordering = new Set(['list', 'reversed', 'set', 'sorted', 'tuple'])

/** Assigns the values of one iteration to the loop target. */
export function assignIterated(to: Lowering, target: ExprNode, { parts, isTuple, isAsync, offset }: Iterated): void {
  const values = parts.map(({ collection, gives }) => {
    if (gives === 'numbers') return to.node(Op.Opaque, offset)
    const one = to.node(gives === 'keys' ? Op.Key : Op.Element, offset, collection)
    return isAsync ? to.node(Op.Await, offset, one) : one
  })
  const [only = -1] = values
  if (isTuple) assignAll(to, target, values)
  else assignTarget(to, target, only)
}
