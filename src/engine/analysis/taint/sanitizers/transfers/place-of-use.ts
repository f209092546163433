import { Op } from '../../../ir/operations.ts'
import { influentialVariables } from '../../../models/sinks/environment-variables.ts'
import { maskOf, type TaintMask } from '../../../taint-kind.ts'
import type { ValueUse } from '../guard.ts'
import { constantTexts } from '../constant-texts.ts'
import type { GuardContext } from '../guard-context.ts'
import { pathObject } from '../path-state.ts'
import { seenThrough } from '../seen-through.ts'

/**
 * Attributes of path objects that contain only the last part of the path: the whole part, the part without its suffix,
 * or the suffix.
 */
const lastParts: ReadonlySet<string> = new Set(['name', 'stem', 'suffix'])

/**
 * Returns the kinds for which the use itself is harmless. Examples are reading the last part of a path, setting an
 * environment variable with a harmless name prefix, and a comparison in a query.
 */
export function clearedByPlace(context: GuardContext, { value, user }: ValueUse): TaintMask {
  const { program, references } = context
  const op = program.op(user)
  if (op === Op.Load)
    return lastParts.has(program.text(user, 1)) && references.externals(value).some((name) => pathObject.test(name))
      ? maskOf('path')
      : 0
  if (op === Op.ObjectOf) return isCompared(program, user, value) ? maskOf('condition') : 0
  const key = op === Op.StoreDynamic ? 1 : op === Op.ComputedProperty ? 0 : -1
  return hasOwnBeginning(context, program.operand(user, key)) ? maskOf('environment') : 0
}

/**
 * Query operators that only compare with their value. `$all` is excluded because its list can contain an `$elemMatch`
 * with operators.
 */
const comparisons: ReadonlySet<string> = new Set(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$nin'])

/** True for `{ name: { $eq: value } }`. If `value` is an object, its keys are not operators there. */
function isCompared(program: GuardContext['program'], object: number, value: number): boolean {
  let isFound = false
  for (let index = 0, count = program.operandCount(object); index < count; index += 1) {
    const entry = program.operand(object, index)
    if (program.op(entry) !== Op.Property || program.operand(entry, 1) !== value) continue
    if (!comparisons.has(program.text(entry, 0))) return false
    isFound = true
  }
  return isFound
}

/**
 * Reports whether a name has a constant prefix that rules out environment variables that change how programs run:
 * `HOOK_${key}`.
 */
function hasOwnBeginning(context: GuardContext, key: number): boolean {
  const { program } = context
  const at = seenThrough(context, key)
  if (program.op(at) !== Op.Concat) return false
  const beginnings = constantTexts(context, program.operand(at, 0))
  return beginnings?.every((text) => /^[A-Za-z]\w{2,}$/.test(text) && !influentialVariables.test(text)) === true
}
