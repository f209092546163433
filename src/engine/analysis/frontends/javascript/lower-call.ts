import type { CallExpression, Node } from 'oxc-parser'
import { Op } from '../../ir/operations.ts'
import { lowerAsyncMade, lowerAsyncRun } from './lower-async.ts'
import { boundCall, lowerBound } from './lower-bind.ts'
import { requiredModule, runtimeCall } from './lower-module-table.ts'
import { loadMember, memberPlace, superMembers } from './lower-member.ts'
import type { Lowering } from './lowering.ts'
import { resolved, superName } from './scope.ts'
import { asyncMade, asyncRun, calledName, directCallee, makesRequire, stringOf } from './syntax.ts'

type Link = Extract<Node, { type: 'MemberExpression' | 'CallExpression' | 'TSNonNullExpression' }>

/** Lowers a chain of members and calls: `a.b(c).d`. */
export function lowerChain(to: Lowering, node: Link): number {
  const bound = boundCall(to, node)
  if (bound) return lowerBound(to, bound)
  const below = inner(node)
  if (!isLink(to, below)) return alone(to, node, below)
  const first = inner(below)
  // Most chains have one or two links and need no list.
  return isLink(to, first) || mayEnd(node) || mayEnd(below)
    ? longChain(to, node)
    : one(to, node, alone(to, below, first))
}

function longChain(to: Lowering, node: Link): number {
  const links: Link[] = []
  let [innermost, first]: [Link, Node] = [node, inner(node)]
  while (isLink(to, first)) {
    links.push(innermost)
    innermost = first
    first = inner(first)
  }
  return mayEnd(innermost)
    ? follow(to, [...links, innermost], to.expression(first))
    : follow(to, links, alone(to, innermost, first))
}

/** Lowers a link whose object is not itself a link. */
function alone(to: Lowering, link: Link, first: Node): number {
  const special = link.type === 'CallExpression' ? specialCall(to, link) : undefined
  if (special !== undefined) return special
  if (first.type !== 'Super')
    return mayEnd(link) ? follow(to, [link], to.expression(first)) : one(to, link, to.expression(first))
  const base = superClass(to, first.start)
  return one(to, link, link.type === 'CallExpression' ? base : superMembers(to, base, first.start))
}

/** False for a `bind` call that returns a function. Such a call starts a new chain. */
function isLink(to: Lowering, node: Node): node is Link {
  if (boundCall(to, node)) return false
  return node.type === 'MemberExpression' || node.type === 'CallExpression' || node.type === 'TSNonNullExpression'
}

/** True for `?.`. */
const mayEnd = (link: Link) => link.type !== 'TSNonNullExpression' && link.optional

const inner = (link: Link): Node =>
  link.type === 'MemberExpression' ? link.object : link.type === 'CallExpression' ? link.callee : link.expression

/**
 * Applies the links of a chain to a value. The list holds the last link first. If `?.` may end the chain before a call,
 * the rest is a separate branch.
 */
function follow(to: Lowering, links: Link[], start: number): number {
  let value = start
  for (let link = links.pop(); link; link = links.pop()) {
    if (mayEnd(link) && (link.type === 'CallExpression' || links.some(isCall)))
      return followOnWay(to, [...links, link], value)
    value = one(to, link, value)
  }
  return value
}

const isCall = ({ type }: Link) => type === 'CallExpression'

/** Uses one branch for the rest of the chain, because the first `?.` also skips everything that a second one skips. */
function followOnWay(to: Lowering, links: Link[], start: number): number {
  let value = start
  to.ways([
    () => {},
    () => {
      for (let link = links.pop(); link; link = links.pop()) value = one(to, link, value)
    },
  ])
  return value
}

function one(to: Lowering, link: Link, value: number): number {
  if (link.type === 'TSNonNullExpression') return value
  if (link.type === 'MemberExpression') return loadMember(to, memberPlace(to, link, value))
  return loadedModule(to, link) ?? runtimeCall(to, link) ?? called(to, Op.Call, value, link)
}

/** Lowers `new f(…)`. */
export function lowerNew(to: Lowering, node: Extract<Node, { type: 'NewExpression' }>): number {
  return called(to, Op.New, to.expression(node.callee), node)
}

/** The parser leaves null for a missing argument in a file with errors: `f(a, , b)`. */
const isPresent = (node: object | null): boolean => node !== null

function called(
  to: Lowering,
  op: typeof Op.Call | typeof Op.New,
  callee: number,
  { arguments: given, start }: Pick<CallExpression, 'arguments' | 'start'>,
): number {
  const since = to.held
  to.hold(callee)
  for (const node of given.filter(isPresent))
    to.hold(
      node.type === 'SpreadElement'
        ? to.node(Op.Spread, node.start, to.expression(node.argument))
        : to.expression(node),
    )
  return to.nodeOfHeld(op, start, since)
}

/** Lowers calls of functions with a known meaning. */
function specialCall(to: Lowering, node: CallExpression): number | undefined {
  const { callee } = node
  if (callee.type === 'Identifier' && node.arguments.length > 0) {
    const specifier = stringOf(node.arguments[0])
    if (specifier !== undefined && isLoader(to, callee.name))
      return to.node(Op.Import, node.start, to.string(specifier), to.string('*'))
  }
  const module = requiredModule(to, node)
  if (module !== undefined) return module
  const run = asyncRun(node)
  if (run) return lowerAsyncRun(to, node, run)
  const made = asyncMade(node)
  return made ? lowerAsyncMade(to, made) : undefined
}

/** True for an undeclared `require`, the result of `createRequire`, and esbuild's `__require`. */
function isLoader(to: Lowering, name: string): boolean {
  if (/^__require\d*$/.test(name)) return true
  const variable = resolved(to.scope, name)
  return variable ? to.scopes.loaders.has(variable) : name === 'require'
}

/** Lowers `process.getBuiltinModule('x')`, `module.require('x')`, and `createRequire(…)('x')`. */
function loadedModule(to: Lowering, { callee, arguments: given, start }: CallExpression): number | undefined {
  const isMember = callee.type === 'MemberExpression'
  if (!isMember && callee.type !== 'CallExpression') return undefined
  const name = isMember ? calledName(callee) : undefined
  const loads = isMember
    ? name === 'getBuiltinModule' ||
      (name === 'require' && callee.object.type === 'Identifier' && callee.object.name === 'module')
    : makesRequire(callee) || isRenamedMaker(to, directCallee(callee))
  const specifier = loads ? stringOf(given[0]) : undefined
  return specifier === undefined ? undefined : to.node(Op.Import, start, to.string(specifier), to.string('*'))
}

function isRenamedMaker(to: Lowering, name: string | undefined): boolean {
  const variable = name === undefined || to.scopes.requireMakers.size === 0 ? undefined : resolved(to.scope, name)
  return variable !== undefined && to.scopes.requireMakers.has(variable)
}

/** Returns the class that `super(…)` calls. */
function superClass(to: Lowering, offset: number): number {
  const variable = resolved(to.scope, superName)
  return variable ? to.read(variable, offset) : to.node(Op.Opaque, offset)
}
