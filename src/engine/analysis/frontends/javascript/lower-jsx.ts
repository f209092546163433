import type { Node } from 'oxc-parser'
import { Op } from '../../ir/operations.ts'
import type { Lowering } from './lowering.ts'

/**
 * Lowers a JSX element to an unknown value that depends on its component, its children, and an object with its
 * properties.
 */
export function lowerJsx(to: Lowering, node: Extract<Node, { type: 'JSXElement' | 'JSXFragment' }>): number {
  const parts: number[] = []
  if (node.type === 'JSXElement') {
    const { name, attributes } = node.openingElement
    parts.push(component(to, name))
    const properties = attributes.map((attribute) => {
      if (attribute.type === 'JSXSpreadAttribute')
        return to.node(Op.Spread, attribute.start, to.expression(attribute.argument))
      const key =
        attribute.name.type === 'JSXIdentifier'
          ? attribute.name.name
          : `${attribute.name.namespace.name}:${attribute.name.name.name}`
      return to.node(Op.Property, attribute.start, to.string(key), child(to, attribute.value))
    })
    if (properties.length > 0) parts.push(to.nodeOf(Op.ObjectOf, node.start, properties))
  }
  for (const one of node.children) if (one.type !== 'JSXText' || one.value.trim() !== '') parts.push(child(to, one))
  return to.nodeOf(Op.Opaque, node.start, parts)
}

/** Lowers the content of an element or attribute. An attribute without a value is true. */
function child(to: Lowering, node: Node | null): number {
  if (!node) return to.literal(2, 'true', to.current.offset)
  if (node.type === 'JSXText') return to.textLiteral(node.value, node.start)
  if (node.type === 'JSXExpressionContainer')
    return node.expression.type === 'JSXEmptyExpression' ? to.nothing(node.start) : to.expression(node.expression)
  return to.expression(node.type === 'JSXSpreadChild' ? node.expression : node)
}

/** Lowercase names are HTML elements; other names are variables. */
function component(to: Lowering, name: Node): number {
  const path: string[] = []
  let at = name
  while (at.type === 'JSXMemberExpression') {
    path.push(at.property.name)
    at = at.object
  }
  if (at.type !== 'JSXIdentifier') return to.textLiteral('', name.start)
  let value =
    path.length === 0 && /^[a-z]/.test(at.name) ? to.textLiteral(at.name, at.start) : to.named(at.name, at.start)
  for (const key of path.toReversed()) value = to.node(Op.Load, name.start, value, to.string(key))
  return value
}
