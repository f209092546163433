import type { ExprNode } from 'py-ast'
import { Op } from '../../ir/operations.ts'
import { assignIterated, type Iterated, iterated } from './iteration.ts'
import { item } from './lower-item.ts'
import type { Lowering } from './lowering.ts'
import type { ComprehensionNode, Of } from './python-tree.ts'

/**
 * Lowers a comprehension to its loops and conditions. The resulting element is emitted inside them, so their conditions
 * apply to it.
 */
export function lowerComprehension(to: Lowering, node: ComprehensionNode): number {
  const offset = to.offsetOf(node)
  return (
    oneOfEach(to, node, offset, () => {
      if (node.nodeType !== 'DictComp') return to.node(Op.ArrayOf, offset, item(to, node.elt))
      const key = to.expression(node.key)
      return to.node(Op.ObjectOf, offset, to.node(Op.ComputedProperty, offset, key, to.expression(node.value)))
    }) ?? to.node(node.nodeType !== 'DictComp' ? Op.ArrayOf : Op.ObjectOf, offset)
  )
}

/** Lowers `next((x for x in xs if condition), other)` to one matching element or `other`. */
export function findFirst(
  to: Lowering,
  node: Of<'GeneratorExp'>,
  other: ExprNode | undefined,
  offset: number,
): number | undefined {
  const before = to.current.region
  const found = oneOfEach(to, node, offset, () => to.expression(node.elt))
  if (found === undefined || !other) return found
  return to.node(Op.Phi, offset, found, before, to.expression(other), before)
}

/**
 * Iterates over all elements. Returns the result of `make` for any one of them, emitted under the comprehension's
 * conditions.
 */
function oneOfEach(to: Lowering, node: ComprehensionNode, offset: number, make: () => number): number | undefined {
  const [first, ...others] = node.generators
  if (!first) return undefined
  const made: number[] = []
  const turn = (generator: typeof first, rest: readonly (typeof first)[], items: Iterated) => {
    assignIterated(to, generator.target, items)
    conditional(to, generator.ifs, () => {
      const [next, ...further] = rest
      if (!next) {
        made.push(make(), to.current.region)
        return
      }
      const inner = iterated(to, next.iter, next.is_async !== 0)
      to.loop({ body: () => turn(next, further, inner) })
    })
  }
  const items = iterated(to, first.iter, first.is_async !== 0)
  if (!to.scopes.byNode.has(node)) return to.tooDeep(node)
  to.loop({ body: () => to.inScope(node, () => turn(first, others, items)) })
  return made.length === 0 ? undefined : to.nodeOf(Op.Phi, offset, made)
}

function conditional(to: Lowering, conditions: readonly ExprNode[], body: () => void): void {
  const [first, ...others] = conditions
  if (first) to.branch(to.expression(first), () => conditional(to, others, body))
  else body()
}
