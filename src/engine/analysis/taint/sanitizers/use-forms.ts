import { Op } from '../../ir/operations.ts'
import type { ValueUse } from './guard.ts'
import type { GuardContext } from './guard-context.ts'

/** Reports whether the use joins the value to a path at any position but the first. */
export function isJoinedUse({ program, values }: GuardContext, { value, user }: ValueUse): boolean {
  const isPart = (of: number) =>
    values.madeOf(of).some(({ making }) => making.joins === true && making.isOverruled !== true)
  if (program.op(user) === Op.Concat) return program.operand(user, 0) !== value
  if (isPart(values.of(value))) return true
  return isPart(values.of(user)) && program.operand(user, 1) !== value
}

/** Reports whether an external call receives the value unchanged. */
export function isWholeUse({ program, references }: GuardContext, { value, user }: ValueUse): boolean {
  return (
    (program.op(user) === Op.Call || program.op(user) === Op.New) &&
    program.operand(user, 1) === value &&
    references.callees(user).length === 0
  )
}
