import type { Node } from 'oxc-parser'
import { Op } from '../../ir/operations.ts'
import type { Lowering } from './lowering.ts'
import { keyText } from './syntax.ts'

/**
 * Lowers an object literal. A getter becomes a property with its result. Setters are emitted as functions, but not as
 * properties.
 */
export function lowerObject(to: Lowering, { properties, start }: Extract<Node, { type: 'ObjectExpression' }>): number {
  const since = to.held
  const isStatic = to.isStatic
  to.isStatic = false
  for (const property of properties) {
    if (property.type === 'SpreadElement') {
      to.hold(to.node(Op.Spread, property.start, to.expression(property.argument)))
      continue
    }
    const text = keyText(property.key, property.computed)
    const key = text === undefined ? to.expression(property.key) : -1
    const value = to.expression(property.value, text)
    if (property.kind === 'set') continue
    const held = property.kind === 'get' ? to.node(Op.Call, property.start, value) : value
    to.hold(
      text === undefined
        ? to.node(Op.ComputedProperty, property.start, key, held)
        : to.node(Op.Property, property.start, to.string(text), held),
    )
  }
  to.isStatic = isStatic
  return to.nodeOfHeld(Op.ObjectOf, start, since)
}
