import type { CallExpression, Node } from 'oxc-parser'
import { Op, ParameterKind } from '../../ir/operations.ts'
import { type Variable, variable } from '../../ir/variable.ts'
import type { Lowering } from './lowering.ts'
import { bare, calledName } from './syntax.ts'

/**
 * Number of named parameters of the function that `bind` returns, in addition to its rest parameter. The analysis
 * tracks named parameters more precisely than list elements. Request handlers have at most four parameters.
 */
const ownParameters = 4
/** Maximum number of chained `bind` calls. */
const maxBound = 8

/** A `bind` call with arguments. */
export interface BoundCall {
  readonly called: Node
  readonly self: Node
  readonly given: CallExpression['arguments']
  /** True for `a.method.bind(a, …)`. */
  readonly isMethod: boolean
  readonly start: number
}

/**
 * Returns the parts of `f.bind(self, a)`, or undefined for other expressions. If no arguments are bound, the function
 * is unchanged. The first argument distinguishes it from database methods such as `statement.bind(a, b)`.
 */
export function boundCall(to: Lowering, node: Node, depth = 0): BoundCall | undefined {
  if (node.type !== 'CallExpression' || node.arguments.length < 2) return undefined
  const {
    callee,
    arguments: [self, ...given],
    start,
  } = node
  if (callee.type !== 'MemberExpression' || callee.computed || callee.optional || calledName(callee) !== 'bind')
    return undefined
  const called = bare(callee.object)
  if (!self || (called.type === 'CallExpression' && (depth >= maxBound || !boundCall(to, called, depth + 1))))
    return undefined
  const isMethod = isMethodOf(to, called, self)
  return isMethod || isPlainSelf(self) ? { called, self, given, isMethod, start } : undefined
}

/** Emits a function that calls another one with the `bind` arguments, followed by its own arguments. */
export function lowerBound(to: Lowering, { called, self, given, isMethod, start }: BoundCall): number {
  const method = calledName(called) ?? ''
  const callable = hold(to, isMethod ? self : called)
  const held = given.map((one) => {
    const isSpread = one.type === 'SpreadElement'
    return { isSpread, value: hold(to, isSpread ? one.argument : one) }
  })
  return to.closure({ name: method, offset: start, flags: 0 }, () => {
    const own = Array.from({ length: ownParameters }, () => to.parameter({ offset: start }))
    const rest = to.parameter({ offset: start, kind: ParameterKind.rest })
    const read = to.read(callable, start)
    const target = isMethod ? to.node(Op.Load, start, read, to.string(method)) : read
    const values = held.map(({ isSpread, value }) => {
      const found = to.read(value, start)
      return isSpread ? to.node(Op.Spread, start, found) : found
    })
    to.returns(to.nodeOf(Op.Call, start, [target, ...values, ...own, to.node(Op.Spread, start, rest)]), start)
  })
}

/** True for `a.method.bind(a, …)`. */
function isMethodOf(to: Lowering, called: Node, self: Node): boolean {
  if (called.type !== 'MemberExpression' || called.computed || called.object.type === 'Super') return false
  const textOf = ({ start, end }: Node) => to.text.slice(start, end)
  return calledName(called) !== undefined && textOf(called.object) === textOf(self)
}

/** True for `null`, `undefined`, `void 0`, and `this`. No database accepts these as query parameters. */
function isPlainSelf(self: Node): boolean {
  const at = bare(self)
  if (at.type === 'ThisExpression') return true
  if (at.type === 'Literal') return at.value === null && !('regex' in at)
  return at.type === 'Identifier' ? at.name === 'undefined' : at.type === 'UnaryExpression' && at.operator === 'void'
}

function hold(to: Lowering, node: Node): Variable {
  const made = variable({ name: 'bound', isShared: false, isConstant: true })
  to.declare(made)
  to.assign(made, to.expression(node))
  return made
}
