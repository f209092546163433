import { LiteralKind, Op } from '../../ir/operations.ts'
import { lowerChain } from './lower-chain.ts'
import { lowerComprehension } from './lower-comprehension.ts'
import { lowerLambda } from './lower-function.ts'
import { item } from './lower-item.ts'
import { lowerBinary, lowerComparison, lowerLogical, lowerUnary } from './lower-operators.ts'
import { formatted, lowerFormatted } from './lower-text.ts'
import type { Lowering } from './lowering.ts'
import { type Of, type PythonNode, stringOf } from './python-tree.ts'

/** Lowers an expression. Returns its value node. */
export function lowerExpression(to: Lowering, node: PythonNode): number {
  switch (node.nodeType) {
    case 'Name':
      return to.named(node.id, to.offsetOf(node))
    case 'Constant':
      return constant(to, node)
    case 'Attribute':
    case 'Call':
    case 'Subscript':
      return lowerChain(to, node)
    case 'JoinedStr':
    case 'TemplateStr':
      return lowerFormatted(to, node)
    case 'FormattedValue':
    case 'Interpolation':
      return formatted(to, node)
    case 'BinOp':
      return lowerBinary(to, node)
    case 'BoolOp':
      return lowerLogical(to, node)
    case 'Compare':
      return lowerComparison(to, node)
    case 'UnaryOp':
      return lowerUnary(to, node)
    case 'IfExp': {
      const condition = to.expression(node.test)
      return to.choose(
        condition,
        () => to.expression(node.body),
        () => to.expression(node.orelse),
        to.offsetOf(node),
      )
    }
    case 'List':
    case 'Tuple':
    case 'Set':
      return to.nodeOf(
        Op.ArrayOf,
        to.offsetOf(node),
        node.elts.map((one) => item(to, one)),
      )
    case 'Dict':
      return dictionary(to, node)
    case 'ListComp':
    case 'SetComp':
    case 'DictComp':
    case 'GeneratorExp':
      return lowerComprehension(to, node)
    case 'Lambda':
      return lowerLambda(to, node)
    case 'Await':
      return to.node(Op.Await, to.offsetOf(node), to.expression(node.value))
    case 'NamedExpr':
      return walrus(to, node)
    case 'Yield':
      return yielded(to, node)
    case 'YieldFrom':
      return to.node(Op.Yield, to.offsetOf(node), to.node(Op.Element, to.offsetOf(node), to.expression(node.value)))
    case 'Starred':
      return item(to, node)
    case 'Slice':
      return to.nodeOf(
        Op.Opaque,
        to.offsetOf(node),
        [node.lower, node.upper, node.step].flatMap((one) => (one ? [to.expression(one)] : [])),
      )
    default:
      return to.node(Op.Opaque, to.offsetOf(node))
  }
}

function constant(to: Lowering, node: Of<'Constant'>): number {
  const offset = to.offsetOf(node)
  const value: unknown = node.value
  const text = stringOf(node)
  if (text !== undefined) return to.textLiteral(text, offset)
  switch (typeof value) {
    case 'string':
      return node.quote_style === undefined
        ? to.literal(LiteralKind.nothing, '...', offset)
        : to.literal(LiteralKind.bytes, value, offset)
    case 'number':
    case 'bigint':
      return to.literal(LiteralKind.number, String(value), offset)
    case 'boolean':
      return to.literal(LiteralKind.boolean, String(value), offset)
    default:
      return value === null || value === undefined
        ? to.nothing(offset)
        : to.literal(LiteralKind.number, to.textOf(node), offset)
  }
}

/** Lowers a dictionary. Constant keys become properties. */
function dictionary(to: Lowering, { keys, values, ...place }: Of<'Dict'>): number {
  const entries: number[] = []
  for (const [index, value] of values.entries()) {
    const key = keys[index]
    const offset = to.offsetOf(key ?? value)
    if (!key) {
      entries.push(to.node(Op.Spread, offset, to.expression(value)))
      continue
    }
    const text =
      stringOf(key) ?? (key.nodeType === 'Constant' && typeof key.value === 'number' ? String(key.value) : undefined)
    const computed = text === undefined ? to.expression(key) : -1
    const made = to.expression(value)
    entries.push(
      text === undefined
        ? to.node(Op.ComputedProperty, offset, computed, made)
        : to.node(Op.Property, offset, to.string(text), made),
    )
  }
  return to.nodeOf(Op.ObjectOf, to.offsetOf(place), entries)
}

/** `(name := value)` binds in the enclosing function. */
function walrus(to: Lowering, { target, value }: Of<'NamedExpr'>): number {
  const made = to.expression(value)
  let scope = to.scope
  while (scope.kind === 'comprehension' && scope.parent) scope = scope.parent
  if (target.nodeType === 'Name') to.assignName(target.id, made, scope)
  return made
}

function yielded(to: Lowering, { value, ...place }: Of<'Yield'>): number {
  const made = to.expression(value)
  const offset = to.offsetOf(place)
  if (!to.yieldReturns) return to.node(Op.Yield, offset, made)
  // `with` receives the yielded value. The code after `yield` runs later.
  to.current.returns.push(to.node(Op.Return, offset, made))
  return to.nothing(offset)
}
