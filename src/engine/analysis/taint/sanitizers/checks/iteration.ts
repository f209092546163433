import { namesOfCall } from '../call-names.ts'
import type { CallCheck, Checker } from '../checker.ts'
import { type Facts, noFacts } from '../facts.ts'

/** Methods that return something truthy if the function that they are given does so for one of the elements. */
const finding: ReadonlySet<string | undefined> = new Set(['some', 'find', 'findLast'])

/**
 * `some`, `every`, `find` and the like: what the function that they are given shows of the elements, and of what it
 * sees around it.
 */
export const checkIteration: CallCheck = (checker, call, isTruthy) => {
  const { method, receiver } = namesOfCall(checker.context, call)
  const tested = checker.context.program.operand(call, 1)
  if (finding.has(method)) return aboutFound(checker, call, isTruthy)
  if (method === 'every')
    return isTruthy ? checker.aboutEach(receiver, checker.impliedByResult(tested, receiver, true)) : noFacts
  return undefined
}

/** What follows where the function that a method is given finds an element, or none: also `findIndex(…) !== -1`. */
export function aboutFound(checker: Checker, call: number, isFound: boolean): Facts {
  const { receiver } = namesOfCall(checker.context, call)
  const tested = checker.context.program.operand(call, 1)
  return isFound
    ? checker.impliedBySome(receiver, tested)
    : checker.aboutEach(receiver, checker.impliedByResult(tested, receiver, false))
}
