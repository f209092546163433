import type { ExprNode } from 'py-ast'
import { LiteralKind, Op } from '../../ir/operations.ts'
import { lowerPercent } from './lower-text.ts'
import type { Lowering } from './lowering.ts'
import { type Of, type PythonNode, stringOf } from './python-tree.ts'

/** Operators in IR notation. */
const operators: Readonly<Record<Of<'BinOp'>['op']['nodeType'], string>> = {
  Add: '+',
  Sub: '-',
  Mult: '*',
  MatMult: '@',
  Div: '/',
  Mod: '%',
  Pow: '**',
  LShift: '<<',
  RShift: '>>',
  BitOr: '|',
  BitXor: '^',
  BitAnd: '&',
  FloorDiv: '//',
}
const comparisons: Readonly<Record<Of<'Compare'>['ops'][number]['nodeType'], string>> = {
  Eq: '===',
  NotEq: '!==',
  Lt: '<',
  LtE: '<=',
  Gt: '>',
  GtE: '>=',
  Is: '===',
  IsNot: '!==',
  In: 'in',
  NotIn: 'not in',
}
const unaryOperators: Readonly<Record<Of<'UnaryOp'>['op']['nodeType'], string>> = {
  Not: '!',
  USub: '-',
  UAdd: '+',
  Invert: '~',
}

export interface BinaryOperation {
  readonly operator: Of<'BinOp'>['op']['nodeType']
  readonly left: number
  readonly leftNode?: ExprNode
  readonly right: () => number
  readonly rightNode: ExprNode
  readonly offset: number
}

/** Lowers a binary operator. The operands determine whether it applies to text, paths, or collections. */
export function binary(to: Lowering, { operator, left, leftNode, right, rightNode, offset }: BinaryOperation): number {
  const sides = leftNode ? [leftNode, rightNode] : [rightNode]
  switch (operator) {
    case 'Add':
      return sides.some(isList)
        ? to.nodeOf(Op.ArrayOf, offset, [to.node(Op.Spread, offset, left), ...itemsOf(to, rightNode, right)])
        : to.node(Op.Concat, offset, left, right())
    case 'Mod':
      return sides.some(isNumber) ? plain(to, '%', left, right(), offset) : to.node(Op.Concat, offset, left, right())
    case 'Div':
      // If neither operand is a number, the operator joins paths.
      return sides.some(isNumber)
        ? plain(to, '/', left, right(), offset)
        : to.callMethod(left, 'joinpath', [right()], offset)
    case 'Mult': {
      if (leftNode && isList(leftNode)) {
        right()
        return left
      }
      const other = right()
      return isList(rightNode)
        ? other
        : sides.some((side) => stringOf(side) !== undefined)
          ? to.node(Op.Concat, offset, left, other)
          : plain(to, '*', left, other, offset)
    }
    case 'BitOr':
      return sides.some(({ nodeType }) => nodeType === 'Dict' || nodeType === 'DictComp')
        ? to.node(Op.ObjectOf, offset, to.node(Op.Spread, offset, left), to.node(Op.Spread, offset, right()))
        : plain(to, '|', left, right(), offset)
    default:
      return plain(to, operators[operator], left, right(), offset)
  }
}

function plain(to: Lowering, operator: string, left: number, right: number, offset: number): number {
  return to.node(Op.Binary, offset, to.string(operator), left, right)
}

const isList = ({ nodeType }: PythonNode) => nodeType === 'List' || nodeType === 'Tuple' || nodeType === 'ListComp'

/** Functions that return numbers. */
const counting = new Set([
  'len',
  'int',
  'float',
  'abs',
  'round',
  'sum',
  'ord',
  'time',
  'perf_counter',
  'monotonic',
  'total_seconds',
  'count',
  'sqrt',
  'log',
])

function isNumber(node: PythonNode): boolean {
  if (node.nodeType === 'Constant') return typeof node.value === 'number' || typeof node.value === 'bigint'
  if (node.nodeType === 'UnaryOp') return node.operand.nodeType === 'Constant'
  if (node.nodeType === 'BinOp')
    return node.op.nodeType === 'Mult' || node.op.nodeType === 'Sub' || node.op.nodeType === 'Pow'
  if (node.nodeType !== 'Call') return false
  const { func } = node
  return counting.has(func.nodeType === 'Name' ? func.id : func.nodeType === 'Attribute' ? func.attr : '')
}

/** Returns the items of a list literal, or another list as a spread. */
function itemsOf(to: Lowering, node: PythonNode, value: () => number): readonly number[] {
  return node.nodeType === 'List' || node.nodeType === 'Tuple'
    ? node.elts.map((one) => to.expression(one))
    : [to.node(Op.Spread, to.offsetOf(node), value())]
}

/** Lowers `a + b + c` iteratively, because it is left-recursive and can be arbitrarily long. */
export function lowerBinary(to: Lowering, node: Of<'BinOp'>): number {
  const spine: Of<'BinOp'>[] = []
  let first: ExprNode = node
  while (first.nodeType === 'BinOp') {
    spine.push(first)
    first = first.left
  }
  let value = -1
  for (let one = spine.pop(); one; one = spine.pop()) {
    const { left, op, right } = one
    const offset = to.offsetOf(one)
    const text = op.nodeType === 'Mod' ? stringOf(left) : undefined
    if (text !== undefined) {
      value = lowerPercent(to, { text, values: right, offset })
      continue
    }
    if (op.nodeType !== 'Add') {
      value = binary(to, {
        operator: op.nodeType,
        left: value < 0 ? to.expression(left) : value,
        leftNode: left,
        right: () => to.expression(right),
        rightNode: right,
        offset,
      })
      continue
    }
    // The whole sum becomes one node.
    const sum = [right]
    for (let next = spine.at(-1); next?.op.nodeType === 'Add'; next = spine.at(-1)) {
      sum.push(next.right)
      spine.pop()
    }
    if (isList(left) || sum.some(isList))
      value = to.nodeOf(Op.ArrayOf, offset, [
        ...(value < 0 ? itemsOf(to, left, () => to.expression(left)) : [to.node(Op.Spread, offset, value)]),
        ...sum.flatMap((part) => itemsOf(to, part, () => to.expression(part))),
      ])
    else
      value = to.nodeOf(Op.Concat, offset, [
        value < 0 ? to.expression(left) : value,
        ...sum.map((part) => to.expression(part)),
      ])
  }
  return value
}

/** Lowers `a < b <= c` to comparisons of adjacent operands. */
export function lowerComparison(to: Lowering, node: Of<'Compare'>): number {
  const offset = to.offsetOf(node)
  const [operator, second] = node.ops
  const [other] = node.comparators
  if (operator && other && !second && (operator.nodeType === 'Eq' || operator.nodeType === 'NotEq')) {
    const tuple = [node.left, other].find(isPlainTuple)
    if (tuple)
      return comparedItems(to, {
        left: node.left,
        right: other,
        count: tuple.elts.length,
        isEqual: operator.nodeType === 'Eq',
        offset,
      })
  }
  let left = to.expression(node.left)
  let made = -1
  for (const [index, op] of node.ops.entries()) {
    const right = to.expression(node.comparators[index])
    const one = plain(to, comparisons[op.nodeType], left, right, offset)
    made = made < 0 ? one : to.node(Op.Logical, offset, to.string('and'), made, one)
    left = right
  }
  return made
}

const isPlainTuple = (node: ExprNode): node is Of<'Tuple'> =>
  node.nodeType === 'Tuple' && node.elts.length > 0 && !node.elts.some(({ nodeType }) => nodeType === 'Starred')

/** Compares `(a, b) == c` item by item. */
function comparedItems(
  to: Lowering,
  {
    left,
    right,
    count,
    isEqual,
    offset,
  }: {
    readonly left: ExprNode
    readonly right: ExprNode
    readonly count: number
    readonly isEqual: boolean
    readonly offset: number
  },
): number {
  const itemsOf = (node: ExprNode) => {
    if (isPlainTuple(node) && node.elts.length === count) return node.elts.map((one) => to.expression(one))
    const whole = to.expression(node)
    return Array.from({ length: count }, (_, index) =>
      to.node(Op.LoadDynamic, offset, whole, to.literal(LiteralKind.string, String(index), offset)),
    )
  }
  const [ones, others] = [itemsOf(left), itemsOf(right)]
  const compared = ones.map((one, index) => plain(to, isEqual ? '===' : '!==', one, others[index] ?? -1, offset))
  return compared.reduce((all, one) => to.node(Op.Logical, offset, to.string(isEqual ? 'and' : 'or'), all, one))
}

export function lowerLogical(to: Lowering, { op, values, ...place }: Of<'BoolOp'>): number {
  const offset = to.offsetOf(place)
  const [first, ...others] = values
  let made = to.expression(first)
  for (const one of others)
    made = to.logical(op.nodeType === 'And' ? 'and' : 'or', made, () => to.expression(one), offset)
  return made
}

export function lowerUnary(to: Lowering, node: Of<'UnaryOp'>): number {
  const { op, operand } = node
  const offset = to.offsetOf(node)
  if (op.nodeType === 'USub' && operand.nodeType === 'Constant' && typeof operand.value === 'number')
    return to.literal(LiteralKind.number, String(-operand.value), offset)
  return to.node(Op.Unary, offset, to.string(unaryOperators[op.nodeType]), to.expression(operand))
}
