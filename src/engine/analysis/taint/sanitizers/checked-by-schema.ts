import { narrowedBy, type Narrowing } from '../../schemas/narrowed-by.ts'
import { Op } from '../../ir/operations.ts'
import type { Shape } from '../../schemas/shape.ts'
import { allKinds } from '../../taint-kind.ts'
import { namesOfCall } from './call-names.ts'
import { type ValueFacts, valueFacts } from './value-facts.ts'
import { type Facts, noFacts } from './facts.ts'
import type { GuardContext } from './guard-context.ts'
import { Memo } from './memo.ts'
import type { Outcome } from './outcome.ts'

/** Maximum nesting depth of objects, and maximum number of fields per object. */
const bounds = { depth: 3, fields: 100 }

/** Prefixes of validation methods that throw if the value is invalid. */
const throwing = /^(?:parse|decode|validate|attempt|assert|model_validate|Parse|Decode)/

const found = new Memo<{ readonly narrowing: Narrowing | undefined }>()

/** Returns the shape that a value has after a call validates or parses it. Cached. */
export function narrowingOf(context: GuardContext, call: number): Narrowing | undefined {
  return found.answer(context, call, () => ({ narrowing: narrowedBy(context, call) })).narrowing
}

/** Reports whether an external call throws unless its argument matches a schema. */
export function throwsBySchema(context: GuardContext, call: number): boolean {
  const isNamedSo =
    throwing.test(namesOfCall(context, call).lastName) ||
    context.program.op(context.program.operand(call, 1)) === Op.SpreadKeywords
  return isNamedSo && narrowingOf(context, call)?.passes === 'ends'
}

/**
 * Returns the facts about a value and its fields after schema validation. They matter if the program then uses the
 * value itself instead of the parsed result: `Schema.parse(args)` as a statement, `if (!validate(args)) throw`, `if
 * (!Schema.safeParse(args).success) return`.
 */
export function checkedBySchema(context: GuardContext, call: number, outcome: Outcome): Facts {
  const narrowing = narrowingOf(context, call)
  if (!narrowing || !passed(context, call, { narrowing, outcome })) return noFacts
  const given = context.program.operand(call, narrowing.operand)
  const argument = context.program.op(given) === Op.SpreadKeywords ? context.program.operand(given, 0) : given
  const of = new Map<number, ValueFacts>()
  note(context, { value: context.values.of(argument), shape: narrowing.checked, of, depth: 0 })
  return { of, isImpossible: false }
}

function passed(
  context: GuardContext,
  call: number,
  { narrowing: { passes }, outcome }: { readonly narrowing: Narrowing; readonly outcome: Outcome },
): boolean {
  const isAsync = namesOfCall(context, call).lastName.endsWith('Async')
  const isAwaited = context.program.users(call).some((user) => context.program.op(user) === Op.Await)
  if (isAsync && !isAwaited) return false
  if (outcome === 'ended') return passes === 'ends'
  if (!outcome.isTruthy) return false
  return passes === 'true' ? outcome.fields.length === 0 : outcome.fields[0] === 'success'
}

function note(
  context: GuardContext,
  {
    value,
    shape,
    of,
    depth,
  }: { readonly value: number; readonly shape: Shape; readonly of: Map<number, ValueFacts>; readonly depth: number },
): void {
  // The object may have other fields than its schema names, and only the parsed result lacks them.
  if (!shape.fields) of.set(value, valueFacts({ cleared: allKinds & ~shape.carries }))
  if (depth >= bounds.depth) return
  for (const [key, field] of [...(shape.fields ?? [])].slice(0, bounds.fields))
    note(context, { value: context.values.attribute(value, key), shape: field, of, depth: depth + 1 })
}
