import type { Expression, Node } from 'oxc-parser'
import { LiteralKind, Op } from '../../ir/operations.ts'
import { privateName } from '../../ir/private-name.ts'
import { dataflowLimits } from '../../dataflow-limits.ts'
import { lowerAssignment, lowerUpdate } from './lower-assignment.ts'
import { lowerChain, lowerNew } from './lower-call.ts'
import { lowerClass } from './lower-class.ts'
import { lowerFunction } from './lower-function.ts'
import { lowerJsx } from './lower-jsx.ts'
import type { Lowering } from './lowering.ts'
import { lowerObject } from './lower-object.ts'
import { selfName } from './scope.ts'
import { stringOf } from './syntax.ts'

/** Lowers an expression. Returns its value node. */
export function lowerExpression(to: Lowering, node: Expression | Node, name: string | undefined): number {
  switch (node.type) {
    case 'Identifier':
      return identifier(to, node.name, node.start)
    case 'MemberExpression':
    case 'CallExpression':
    case 'TSNonNullExpression':
      return lowerChain(to, node)
    case 'Literal':
      return literal(to, node)
    case 'ParenthesizedExpression':
    case 'ChainExpression':
    case 'TSInstantiationExpression':
      return to.expression(node.expression, name)
    case 'BinaryExpression':
    case 'LogicalExpression':
      return operators(to, node)
    case 'AssignmentExpression':
      return lowerAssignment(to, node)
    case 'FunctionExpression':
    case 'FunctionDeclaration':
    case 'ArrowFunctionExpression':
      return lowerFunction(to, node, { name })
    case 'ObjectExpression':
      return lowerObject(to, node)
    case 'ArrayExpression':
      return array(to, node)
    case 'UnaryExpression':
      return unary(to, node)
    case 'ConditionalExpression':
      return choice(to, node, name)
    case 'ThisExpression':
      return to.named(selfName, node.start)
    case 'TemplateLiteral':
      return template(to, node)
    case 'AwaitExpression':
      return to.node(Op.Await, node.start, to.expression(node.argument))
    case 'NewExpression':
      return lowerNew(to, node)
    case 'SequenceExpression': {
      let last = -1
      for (const one of node.expressions) last = to.expression(one)
      return last
    }
    case 'UpdateExpression':
      return lowerUpdate(to, node)
    case 'SpreadElement':
      return item(to, node)
    case 'ClassExpression':
    case 'ClassDeclaration':
      return lowerClass(to, node, name)
    case 'YieldExpression':
      return yielded(to, node)
    case 'TaggedTemplateExpression':
      return tagged(to, node)
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
      return typed(to, node, name)
    case 'ImportExpression': {
      const specifier = stringOf(node.source)
      return specifier === undefined
        ? to.node(Op.Call, node.start, to.node(Op.Global, node.start, to.string('import')), to.expression(node.source))
        : to.node(Op.Import, node.start, to.string(specifier), to.string('*'))
    }
    case 'MetaProperty':
      return to.node(Op.Global, node.start, to.string(`${node.meta.name}.${node.property.name}`))
    case 'PrivateIdentifier':
      return to.textLiteral(privateName(node.name), node.start)
    case 'JSXElement':
    case 'JSXFragment':
      return lowerJsx(to, node)
    case 'V8IntrinsicExpression':
      return opaque(to, node.arguments, node.start)
    default:
      return unknown(to, node)
  }
}

// Code that needs closures is in separate functions. A function with closures allocates a shared context per call, and
// the function above is called millions of times.

function choice(
  to: Lowering,
  { test, consequent, alternate, start }: Extract<Node, { type: 'ConditionalExpression' }>,
  name: string | undefined,
): number {
  return to.choose(
    to.expression(test),
    () => to.expression(consequent, name),
    () => to.expression(alternate, name),
    start,
  )
}

function array(to: Lowering, { elements, start }: Extract<Node, { type: 'ArrayExpression' }>): number {
  const since = to.held
  for (const element of elements) to.hold(element ? item(to, element) : to.nothing(start))
  return to.nodeOfHeld(Op.ArrayOf, start, since)
}

function opaque(to: Lowering, parts: readonly Node[], start: number): number {
  const since = to.held
  for (const part of parts) to.hold(item(to, part))
  return to.nodeOfHeld(Op.Opaque, start, since)
}

function identifier(to: Lowering, name: string, start: number): number {
  if (name === 'undefined') return to.nothing(start)
  return to.named(name, start)
}

function literal(to: Lowering, node: Extract<Node, { type: 'Literal' }>): number {
  const { value, start } = node
  if (typeof value === 'string') return to.textLiteral(value, start)
  if ('regex' in node && node.regex)
    return to.literal(LiteralKind.pattern, `/${node.regex.pattern}/${node.regex.flags}`, start)
  if (typeof value === 'number') return to.literal(LiteralKind.number, String(value), start)
  if (typeof value === 'boolean') return to.literal(LiteralKind.boolean, String(value), start)
  return 'bigint' in node
    ? to.literal(LiteralKind.number, node.bigint, start)
    : to.literal(LiteralKind.nothing, 'null', start)
}

function item(to: Lowering, node: Node): number {
  return node.type === 'SpreadElement'
    ? to.node(Op.Spread, node.start, to.expression(node.argument))
    : to.expression(node)
}

/** Lowers `a + b + c` and `a && b && c` iteratively, because they are left-recursive and can be arbitrarily long. */
function operators(to: Lowering, node: Extract<Node, { type: 'BinaryExpression' | 'LogicalExpression' }>): number {
  const { left } = node
  // Most expressions have a single operator.
  if (left.type !== 'BinaryExpression' && left.type !== 'LogicalExpression') {
    const value = to.expression(left)
    return node.type === 'BinaryExpression' && node.operator === '+'
      ? to.node(Op.Concat, node.start, value, to.expression(node.right))
      : operation(to, node, value)
  }
  const spine: (typeof node)[] = [node]
  let first: Node = left
  while (first.type === 'BinaryExpression' || first.type === 'LogicalExpression') {
    spine.push(first)
    first = first.left
  }
  let value = to.expression(first)
  let since = -1
  for (let at = spine.length - 1; at >= 0; at -= 1) {
    const one = spine[at]
    if (!one) break
    if (one.type === 'BinaryExpression' && one.operator === '+') {
      if (since < 0) {
        since = to.held
        to.hold(value)
      }
      to.hold(to.expression(one.right))
      if (isPlus(spine[at - 1])) continue
      value = to.nodeOfHeld(Op.Concat, one.start, since)
      since = -1
    } else value = operation(to, one, value)
  }
  return value
}

function operation(
  to: Lowering,
  node: Extract<Node, { type: 'BinaryExpression' | 'LogicalExpression' }>,
  left: number,
): number {
  return node.type === 'BinaryExpression'
    ? to.node(Op.Binary, node.start, to.string(node.operator), left, to.expression(node.right))
    : logical(to, node, left)
}

function logical(
  to: Lowering,
  { operator, right, start }: Extract<Node, { type: 'LogicalExpression' }>,
  left: number,
): number {
  return to.logical(logicalNames[operator], left, () => to.expression(right), start)
}

const logicalNames = { '&&': 'and', '||': 'or', '??': 'nullish' } as const

const isPlus = (node: Node | undefined) => node?.type === 'BinaryExpression' && node.operator === '+'

function unary(to: Lowering, node: Extract<Node, { type: 'UnaryExpression' }>): number {
  const { operator, argument, start } = node
  // Minifiers write `true` as `!0` and `undefined` as `void 0`.
  if (argument.type === 'Literal' && typeof argument.value === 'number') {
    if (operator === '!') return to.literal(LiteralKind.boolean, String(!argument.value), start)
    if (operator === 'void') return to.nothing(start)
    if (operator === '-') return to.literal(LiteralKind.number, String(-argument.value), start)
  }
  return to.node(Op.Unary, start, to.string(operator), to.expression(argument))
}

function template(to: Lowering, { quasis, expressions, start }: Extract<Node, { type: 'TemplateLiteral' }>): number {
  if (expressions.length === 0) return to.textLiteral(quasis[0]?.value.cooked ?? '', start)
  const since = to.held
  for (const [index, quasi] of quasis.entries()) {
    const text = quasi.value.cooked ?? quasi.value.raw
    if (text !== '') to.hold(to.textLiteral(text, quasi.start))
    const expression = expressions[index]
    if (expression) to.hold(to.expression(expression))
  }
  return to.nodeOfHeld(Op.Concat, start, since)
}

function tagged(to: Lowering, { tag, quasi, start }: Extract<Node, { type: 'TaggedTemplateExpression' }>): number {
  const operands = [to.expression(tag)]
  for (const [index, one] of quasi.quasis.entries()) {
    operands.push(to.textLiteral(one.value.cooked ?? one.value.raw, one.start))
    const expression = quasi.expressions[index]
    if (expression) operands.push(to.expression(expression))
  }
  return to.nodeOf(Op.TaggedTemplate, start, operands)
}

function yielded(to: Lowering, { argument, delegate, start }: Extract<Node, { type: 'YieldExpression' }>): number {
  const value = to.expression(argument)
  if (to.yieldAwaits) return to.node(Op.Await, start, value)
  return to.node(Op.Yield, start, delegate ? to.node(Op.Element, start, value) : value)
}

/** Lowers a type assertion. `as const`, `as any`, and `as unknown` are ignored. */
function typed(
  to: Lowering,
  {
    expression,
    typeAnnotation,
    start,
  }: Extract<Node, { type: 'TSAsExpression' | 'TSSatisfiesExpression' | 'TSTypeAssertion' }>,
  name: string | undefined,
): number {
  const value = to.expression(expression, name)
  const text = to.text.slice(
    typeAnnotation.start,
    Math.min(typeAnnotation.end, typeAnnotation.start + dataflowLimits.maxTypeCharacters),
  )
  return text === 'const' || text === 'any' || text === 'unknown'
    ? value
    : to.node(Op.Typed, start, value, to.string(text))
}

/** Lowers dialect-specific syntax. A cast keeps its value, and the result of other syntax is unknown. */
function unknown(to: Lowering, node: Node): number {
  return 'expression' in node && typeof node.expression === 'object' && node.expression !== null
    ? to.expression(node.expression)
    : to.node(Op.Opaque, node.start)
}
