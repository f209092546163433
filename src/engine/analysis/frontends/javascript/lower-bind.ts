import type { CallExpression, Node } from 'oxc-parser'
import { Op, ParameterKind } from '../../ir/operations.ts'
import { type Variable, variable } from '../../ir/variable.ts'
import type { Lowering } from './lowering.ts'
import { bare, calledName } from './syntax.ts'

/**
 * Parameters of the function that `bind` makes, beside its rest. What reads arguments by position follows a parameter
 * of its own further than an element of a list. Handlers of requests have four parameters at most.
 */
const ownParameters = 4
/** Calls of `bind` one after the other that are followed. */
const maxBound = 8

/** A call of `bind` that passes arguments. */
export interface BoundCall {
  readonly called: Node
  readonly self: Node
  readonly given: CallExpression['arguments']
  /** `a.method.bind(a, …)` */
  readonly isMethod: boolean
  readonly start: number
}

/**
 * Returns the parts of `f.bind(self, a)`, undefined for other expressions: without arguments, the function stays the
 * same. What is passed first tells it from methods such as `statement.bind(a, b)` of databases.
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

/** A function that calls another one with the arguments of `bind` and its own. */
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

/** `a.method.bind(a, …)` */
function isMethodOf(to: Lowering, called: Node, self: Node): boolean {
  if (called.type !== 'MemberExpression' || called.computed || called.object.type === 'Super') return false
  const textOf = ({ start, end }: Node) => to.text.slice(start, end)
  return calledName(called) !== undefined && textOf(called.object) === textOf(self)
}

/** `null`, `undefined`, `void 0`, or `this`: no database takes these for a list of parameters. */
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
