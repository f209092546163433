import { LiteralKind, Op } from '../../ir/operations.ts'
import { argumentsOf, namesOfCall } from './call-names.ts'
import type { Facts } from './facts.ts'
import { definitionsOf, seenThrough } from './seen-through.ts'
import { isTruthyLiteral } from './literals.ts'
import { countedBy, isAlwaysTruthy } from './non-empty.ts'
import type { GuardContext } from './guard-context.ts'
import { isOwn, isOwnOfCallers } from './caller-influence.ts'
import { isOfCreator } from './correlated.ts'

/** Operations that can read a setting. Their operands must not be controlled by a caller. */
const reading: ReadonlySet<Op> = new Set<Op>([Op.Load, Op.LoadDynamic, Op.Global, Op.Import, Op.Cell])

type Setting = NonNullable<Facts['setting']>

/** Returns the setting and state that follow if a value is truthy or falsy. Undefined if the value is not a setting. */
export function settingOf(context: GuardContext, node: number, isTruthy: boolean): Setting | undefined {
  if (!isEnvironmentRead(context, node) && (!reading.has(context.program.op(node)) || !isOwnOfCallers(context, node)))
    return undefined
  const isOptedOut = isTruthy || isToldLater(context, node) || isOnByDefault(context, node)
  return { state: isOptedOut ? 'opted-out' : 'unset', node }
}

/**
 * Returns the setting that a project function tests, if all its non-constant arguments are settings:
 * `isEnabled(process.env.CHECK)`. If `true` is also passed, the setting is on by default.
 */
export function settingTold(context: GuardContext, call: number, isTruthy: boolean): Setting | undefined {
  const { program } = context
  const given = argumentsOf(context, call)
  const read = given.filter((argument) => program.op(argument) !== Op.Literal)
  if (read.length === 0 || !read.every((argument) => reading.has(program.op(argument)) && isOwn(context, argument)))
    return undefined
  const isOnByDefault = given.some(
    (argument) =>
      program.op(argument) === Op.Literal &&
      program.operand(argument, 0) === LiteralKind.boolean &&
      program.text(argument, 1).toLowerCase() === 'true',
  )
  return { state: isTruthy !== isOnByDefault ? 'opted-out' : 'unset', node: call }
}

/** Environment objects. `environmentReaders` are functions that read one variable. */
const environments = /^(?:(?:new )?process\.env|import\.meta\.env|Bun\.env|os\.environ)\b/
const environmentReaders: ReadonlySet<string> = new Set(['os.getenv', 'os.environ.get', 'environ.get', 'Deno.env.get'])

/** Reports whether a node is a call that reads an environment variable. */
export function isEnvironmentRead(context: GuardContext, node: number): boolean {
  return (
    context.program.op(node) === Op.Call &&
    namesOfCall(context, node).externals.some((name) => environmentReaders.has(name))
  )
}

/** Methods that do not change the meaning of a string. */
const sameSaying: ReadonlySet<string> = new Set([
  'toLowerCase',
  'toUpperCase',
  'trim',
  'lower',
  'upper',
  'strip',
  'casefold',
  'toString',
])

/**
 * Returns the setting that is tested by comparing an environment variable with constant strings. If the variable equals
 * one of the strings, the operator wants the effect (`opted-out`). Otherwise, the variable has its default (`unset`).
 * Undefined for other values.
 */
export function settingCompared(
  context: GuardContext,
  { value, texts, isEqual }: { readonly value: number; readonly texts: readonly string[]; readonly isEqual: boolean },
): Setting | undefined {
  if (!readsEnvironment(context, value, 0)) return undefined
  return isEqual !== texts.includes('')
    ? { state: 'opted-out', node: value, isExplicit: true }
    : { state: 'unset', node: value }
}

function readsEnvironment(context: GuardContext, node: number, depth: number): boolean {
  const { program } = context
  const at = seenThrough(context, node)
  if (depth > 6 || at < 0) return false
  const inner = (part: number) => readsEnvironment(context, part, depth + 1)
  switch (program.op(at)) {
    case Op.Logical:
      return (
        inner(program.operand(at, 1)) &&
        (program.op(program.operand(at, 2)) === Op.Literal || inner(program.operand(at, 2)))
      )
    case Op.Call: {
      if (isEnvironmentRead(context, at)) return true
      const { method, receiver } = namesOfCall(context, at)
      return method !== undefined && sameSaying.has(method) && inner(receiver)
    }
    case Op.LoadDynamic:
      return isEnvironment(context, program.operand(at, 0))
    case Op.Load:
      if (isEnvironment(context, program.operand(at, 0))) return true
      break
    default:
  }
  const definitions = definitionsOf(context, at)
  return definitions.length <= 4 && definitions.every(inner)
}

function isEnvironment(context: GuardContext, node: number): boolean {
  return context.references.externals(seenThrough(context, node)).some((name) => environments.test(name))
}

/**
 * Reports whether a field is on unless the caller of the constructor disables it: `this.strict = options.strict ??
 * true`.
 */
function isOnByDefault(context: GuardContext, node: number): boolean {
  const { program, references } = context
  if (program.op(node) !== Op.Load) return false
  const field = countedBy(context, node)
  if (program.op(field) !== Op.Load) return false
  const stored = references.attribute(program.operand(field, 0), program.text(field, 1))
  return (
    stored.length > 0 &&
    stored.length <= 20 &&
    stored.every((value) => isOfCreator(program, value) && isTrueUnlessFalse(context, value))
  )
}

function isTrueUnlessFalse(context: GuardContext, node: number): boolean {
  const { program } = context
  const at = seenThrough(context, node)
  const isFalse = (one: number) => program.op(one) === Op.Literal && program.text(one, 1).toLowerCase() === 'false'
  switch (program.op(at)) {
    case Op.Literal:
      return isTruthyLiteral(program.operand(at, 0), program.text(at, 1))
    case Op.Logical:
      return program.text(at, 0) !== 'and' && isTrueUnlessFalse(context, program.operand(at, 2))
    case Op.Binary:
      return /^(?:!==?|is not)$/.test(program.text(at, 0)) && isFalse(program.operand(at, 2))
    default:
      return isAlwaysTruthy(context, at)
  }
}

/**
 * Reports whether a method other than the constructor sets a field to one of its parameters. The field then depends on
 * a client that connects later, so it is not a setting.
 */
function isToldLater(context: GuardContext, node: number): boolean {
  const { program, references } = context
  if (program.op(node) !== Op.Load || program.op(program.operand(node, 0)) !== Op.Self) return false
  return references.attribute(program.operand(node, 0), program.text(node, 1)).some((stored) => {
    if (program.op(stored) !== Op.Parameter) return false
    return !isOfCreator(program, stored)
  })
}
