import { namesOfCall } from '../call-names.ts'
import type { CallCheck, Checker } from '../checker.ts'
import { type Facts, noFacts } from '../facts.ts'

/** Methods whose result is truthy if their callback returns a truthy value for at least one element. */
const finding: ReadonlySet<string | undefined> = new Set(['some', 'find', 'findLast'])

/**
 * Handles `some`, `every`, `find`, and similar methods. Returns what the callback proves about elements and captured
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

/** Returns the facts that follow if a callback matches some element or no element, as in `findIndex(…) !== -1`. */
export function aboutFound(checker: Checker, call: number, isFound: boolean): Facts {
  const { receiver } = namesOfCall(checker.context, call)
  const tested = checker.context.program.operand(call, 1)
  return isFound
    ? checker.impliedBySome(receiver, tested)
    : checker.aboutEach(receiver, checker.impliedByResult(tested, receiver, false))
}
