import type { Node } from 'oxc-parser'
import { Op } from '../../ir/operations.ts'
import { loadMember, memberPlace, storeMember, superMembers } from './lower-member.ts'
import type { Lowering } from './lowering.ts'
import { superName } from './scope.ts'
import { bare, keyText } from './syntax.ts'

/** Assigns a value to a variable, an attribute, or the targets of a pattern. */
export function assignPattern(to: Lowering, target: Node, value: number): void {
  const node = bare(target)
  switch (node.type) {
    case 'Identifier':
      return to.assignName(node.name, value)
    case 'MemberExpression':
      return storeMember(to, memberPlace(to, node, objectOf(to, node.object)), value)
    case 'ObjectPattern':
      for (const property of node.properties) {
        if (property.type === 'RestElement') {
          assignPattern(
            to,
            property.argument,
            to.node(Op.ObjectOf, property.start, to.node(Op.Spread, property.start, value)),
          )
          continue
        }
        const key = keyText(property.key, property.computed)
        const loaded =
          key === undefined
            ? to.node(Op.LoadDynamic, property.start, value, to.expression(property.key))
            : to.node(Op.Load, property.start, value, to.string(key))
        assignPattern(to, property.value, loaded)
      }
      return
    case 'ArrayPattern':
      for (const [index, element] of node.elements.entries()) {
        if (!element) continue
        if (element.type === 'RestElement')
          assignPattern(
            to,
            element.argument,
            to.node(Op.ArrayOf, element.start, to.node(Op.Spread, element.start, value)),
          )
        else assignPattern(to, element, to.node(Op.Load, element.start, value, to.string(String(index))))
      }
      return
    case 'AssignmentPattern':
      return assignPattern(to, node.left, orDefault(to, value, node.right, node.left))
    case 'RestElement':
      return assignPattern(to, node.argument, value)
    default:
      to.expression(node)
  }
}

/**
 * Returns a value, or a default if the value is undefined. If the default is a function, it is named after `target`.
 */
export function orDefault(to: Lowering, value: number, other: Node, target: Node): number {
  const before = to.current.region
  const name = target.type === 'Identifier' ? target.name : undefined
  // A constant has no side effects.
  if (
    other.type === 'Literal' ||
    (other.type === 'ObjectExpression' && other.properties.length === 0) ||
    (other.type === 'ArrayExpression' && other.elements.length === 0)
  )
    return to.node(Op.Phi, other.start, value, before, to.expression(other), before)
  let [made, region] = [-1, before]
  to.ways([
    () => {},
    () => {
      made = to.expression(other, name)
      region = to.current.region
    },
  ])
  return to.node(Op.Phi, other.start, value, before, made, region)
}

/** Lowers `a = b`, `a += b`, and `a ??= b`. Returns the value node. */
export function lowerAssignment(to: Lowering, node: Extract<Node, { type: 'AssignmentExpression' }>): number {
  const target = bare(node.left)
  if (node.operator !== '=') return change(to, target, (old) => changed(to, node, old), node.operator)
  if (target.type !== 'MemberExpression') {
    const value = to.expression(node.right, target.type === 'Identifier' ? target.name : undefined)
    assignPattern(to, target, value)
    return value
  }
  const place = memberPlace(to, target, objectOf(to, target.object))
  const value = to.expression(node.right, place.text)
  storeMember(to, place, value)
  return value
}

/** Lowers `++` and `--`. */
export function lowerUpdate(
  to: Lowering,
  { operator, prefix, argument, start }: Extract<Node, { type: 'UpdateExpression' }>,
): number {
  let before = -1
  const after = change(
    to,
    bare(argument),
    (old) => {
      before = old
      return to.node(Op.Unary, start, to.string(operator), old)
    },
    operator,
  )
  return prefix || before < 0 ? after : before
}

/** Reads a variable or attribute and assigns the result of `make`. */
function change(to: Lowering, target: Node, make: (old: number) => number, operator: string): number {
  const place = target.type === 'MemberExpression' ? memberPlace(to, target, objectOf(to, target.object)) : undefined
  const old = place ? loadMember(to, place) : to.expression(target)
  const put = (value: number) => {
    if (place) storeMember(to, place, value)
    else if (target.type === 'Identifier') to.assignName(target.name, value)
    return value
  }
  const logical = conditionalOperators[operator]
  return logical ? to.logical(logical, old, () => put(make(old)), target.start) : put(make(old))
}

const conditionalOperators: Readonly<Record<string, 'and' | 'or' | 'nullish' | undefined>> = {
  '&&=': 'and',
  '||=': 'or',
  '??=': 'nullish',
}

function changed(
  to: Lowering,
  { operator, left, right, start }: Extract<Node, { type: 'AssignmentExpression' }>,
  old: number,
): number {
  const value = to.expression(right, left.type === 'Identifier' ? left.name : undefined)
  if (conditionalOperators[operator]) return value
  return operator === '+='
    ? to.node(Op.Concat, start, old, value)
    : to.node(Op.Binary, start, to.string(operator.slice(0, -1)), old, value)
}

function objectOf(to: Lowering, node: Node): number {
  return node.type === 'Super' ? superMembers(to, to.named(superName, node.start), node.start) : to.expression(node)
}
