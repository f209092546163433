import { namesOfCall } from '../call-names.ts'
import type { CallCheck, Checker } from '../checker.ts'
import { type Facts, noFacts } from '../facts.ts'

/** Methods that return a truthy value if their callback does so for at least one element. */
const finding: ReadonlySet<string | undefined> = new Set(['some', 'find', 'findLast'])

/**
 * Handles `some`, `every`, `find`, and similar methods: returns the callback's facts about the elements and captured
 * values.
 */
export const checkIteration: CallCheck = (checker, call, isTruthy) => {
  const { method, receiver } = namesOfCall(checker.context, call)
  const tested = checker.context.program.operand(call, 1)
  if (finding.has(method)) return aboutFound(checker, call, isTruthy)
  if (method === 'every')
    return isTruthy ? checker.aboutEach(receiver, checker.impliedByResult(tested, receiver, true)) : noFacts
  return undefined
}

/** Returns the facts that follow if a callback matches an element or none, including for `findIndex(…) !== -1`. */
export function aboutFound(checker: Checker, call: number, isFound: boolean): Facts {
  const { receiver } = namesOfCall(checker.context, call)
  const tested = checker.context.program.operand(call, 1)
  return isFound
    ? checker.impliedBySome(receiver, tested)
    : checker.aboutEach(receiver, checker.impliedByResult(tested, receiver, false))
}
