import { namesOfCall } from '../call-names.ts'
import type { CallCheck } from '../checker.ts'
import { nothingKnown } from '../knowledge.ts'

/** `some`, `every`, `find` and the like: what the function that they are given shows of the elements, and of what it sees around it. */
export const checkIteration: CallCheck = (checker, call, isTruthy) => {
  const { method, receiver } = namesOfCall(checker.context, call)
  const tested = checker.context.program.operand(call, 1)
  if (tested < 0) return undefined
  switch (method) {
    case 'some':
    case 'find':
    case 'findLast':
    case 'findIndex':
      return isTruthy ? checker.proveSome(receiver, tested) : checker.aboutEach(receiver, checker.proveResult(tested, false))
    case 'every':
      return isTruthy ? checker.aboutEach(receiver, checker.proveResult(tested, true)) : nothingKnown
    default:
      return undefined
  }
}
