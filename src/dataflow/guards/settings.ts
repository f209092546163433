import { LiteralKind, Op } from '../form/operations.ts'
import { argumentsOf } from './call-names.ts'
import type { Knowledge } from './knowledge.ts'
import { type GuardContext, isOwn } from './origins-of.ts'

/** Operations that read what a project was set up with, where no caller's value is in them. */
const reading: ReadonlySet<Op> = new Set<Op>([Op.Load, Op.LoadDynamic, Op.Global, Op.Import, Op.Cell])

type Setting = NonNullable<Knowledge['setting']>

/** What a value says of the settings of a project when it is truthy or falsy. Undefined for one that is none. */
export function settingOf(context: GuardContext, node: number, isTruthy: boolean): Setting | undefined {
  if (!reading.has(context.program.op(node)) || !isOwn(context, node)) return undefined
  return { state: isTruthy || isToldLater(context, node) ? 'opted-out' : 'unset', node }
}

/** What a call of a project function says that is handed settings alone: `isEnabled(process.env.CHECK)`. One that is handed `true` as well is on by default. */
export function settingTold(context: GuardContext, call: number, isTruthy: boolean): Setting | undefined {
  const { program } = context
  const given = argumentsOf(context, call)
  const read = given.filter((argument) => program.op(argument) !== Op.Literal)
  if (read.length === 0 || !read.every((argument) => reading.has(program.op(argument)) && isOwn(context, argument))) return undefined
  const isOnByDefault = given.some((argument) => program.op(argument) === Op.Literal && program.operand(argument, 0) === LiteralKind.boolean && program.text(argument, 1).toLowerCase() === 'true')
  return { state: isTruthy !== isOnByDefault ? 'opted-out' : 'unset', node: call }
}

/** A field that a method sets with what it is handed, not the constructor: who is connected says it, and has said nothing yet. */
function isToldLater(context: GuardContext, node: number): boolean {
  const { program, references } = context
  if (program.op(node) !== Op.Load || program.op(program.operand(node, 0)) !== Op.Self) return false
  return references.attribute(program.operand(node, 0), program.text(node, 1)).some((stored) => {
    if (program.op(stored) !== Op.Parameter) return false
    const inside = program.functionOf(stored)
    return !program.classes.some(({ creator, initializer }) => creator === inside || initializer === inside)
  })
}
