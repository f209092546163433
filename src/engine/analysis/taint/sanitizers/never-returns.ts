import { dataflowLimits } from '../../dataflow-limits.ts'
import { FunctionFlag, Op } from '../../ir/operations.ts'
import { endingFunctions, isPlaceholder } from '../../models/sanitizers/ending-calls.ts'
import { namesOfCall } from './call-names.ts'
import type { GuardContext } from './guard-context.ts'
import { Memo } from './memo.ts'
import type { ProgramPoint } from './program-point.ts'

/** Most functions that one call may run, all of which must never return. */
const maxCallees = 4
/** Most calls of one function that are examined. */
const maxCalls = 2_000

const endingIn = new Memo<readonly number[]>()
const endless = new Memo<boolean>()

/** Returns the calls of a function that never return, because the process ends or an exception is thrown. */
export function endingCalls(context: GuardContext, functionIndex: number): readonly number[] {
  return endingIn.answer(
    context,
    functionIndex,
    () =>
      context.index
        .calls(functionIndex)
        .slice(0, maxCalls)
        .filter((call) => neverReturns(context, call)),
    [],
  )
}

/** Whether no execution reaches a place, because a call before it in the same regions never returns. */
export function isUnreachable(context: GuardContext, { region, position }: ProgramPoint): boolean {
  const { program, index } = context
  const calls = endingCalls(context, program.functionAround(region))
  return calls.some((call) => call < position && index.around(region).has(program.regionAt(call)))
}

function neverReturns(context: GuardContext, call: number): boolean {
  const { program, references } = context
  if (program.op(call) !== Op.Call) return false
  const callees = references.callees(call)
  if (callees.length === 0) return namesOfCall(context, call).externals.some((name) => endingFunctions.has(name))
  return callees.length <= maxCallees && callees.every((callee) => isEndless(context, call, callee))
}

function isEndless(context: GuardContext, call: number, functionIndex: number): boolean {
  const { program } = context
  const called = program.functions[functionIndex]
  if (!called || (called.flags & FunctionFlag.generator) !== 0) return false
  // An exception of an async function is thrown where its promise is awaited.
  if ((called.flags & FunctionFlag.async) !== 0 && !program.users(call).some((user) => program.op(user) === Op.Await))
    return false
  return endless.answer(context, functionIndex, () => findEndless(context, functionIndex), false)
}

function findEndless(context: GuardContext, functionIndex: number): boolean {
  const { program, index } = context
  const called = program.functions[functionIndex]
  if (!called || called.returns.length > dataflowLimits.maxOperands) return false
  const ends: ProgramPoint[] = called.returns
    .filter((returned) => !program.isDead(returned))
    .map((returned) => ({ region: program.regionAt(returned), position: returned }))
  if (called.end >= 0) ends.push({ region: called.end, position: program.nodeCount })
  if (ends.some((end) => !isUnreachable(context, end))) return false
  const thrown = index.exits(functionIndex).filter((exit) => program.op(exit) === Op.Throw)
  return (
    (thrown.length > 0 || endingCalls(context, functionIndex).length > 0) &&
    !thrown.some((exit) => isOfPlaceholder(context, program.operand(exit, 0)))
  )
}

/** `raise NotImplementedError`, `throw new Error('not implemented')`: subclasses replace the function. */
function isOfPlaceholder(context: GuardContext, thrown: number): boolean {
  const { program, references } = context
  const isMade = program.op(thrown) === Op.Call || program.op(thrown) === Op.New
  const names = references.externals(isMade ? program.operand(thrown, 0) : thrown)
  if (names.some((name) => name.endsWith('NotImplementedError'))) return true
  return isMade && isPlaceholder.test(program.literalText(program.operand(thrown, 1)) ?? '')
}
