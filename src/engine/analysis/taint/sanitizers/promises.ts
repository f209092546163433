import { FunctionFlag, Op } from '../../ir/operations.ts'
import { namesOfCall } from './call-names.ts'
import type { GuardContext } from './guard-context.ts'
import { seenThrough } from './seen-through.ts'

/** True for `Promise.reject(…)`. */
export function isRejection(context: GuardContext, value: number): boolean {
  return context.program.op(value) === Op.Call && namesOfCall(context, value).externals.includes('Promise.reject')
}

/** True for `promise.then(…)`. */
export function isChained(context: GuardContext, value: number): boolean {
  const call = value < 0 ? -1 : seenThrough(context, value)
  return (
    call >= 0 &&
    context.program.op(call) === Op.Call &&
    context.references.callees(call).length === 0 &&
    namesOfCall(context, call).method === 'then'
  )
}

/** Reports whether a function returns a promise. Its checks are then complete only after the promise is awaited. */
export function givesPromise(context: GuardContext, functionIndex: number): boolean {
  const { program } = context
  const called = program.functions[functionIndex]
  return (
    called !== undefined &&
    ((called.flags & FunctionFlag.async) !== 0 ||
      called.returns.some((returned) => {
        const value = program.operand(returned, 0)
        return isRejection(context, value) || isChained(context, value)
      }))
  )
}
