import { dataflowLimits } from '../../../dataflow-limits.ts'
import { Op } from '../../../ir/operations.ts'
import type { Checker } from '../checker.ts'
import { conjoinFacts, contradiction, disjoinFacts, type Facts, noFacts } from '../facts.ts'
import { seenThrough } from '../seen-through.ts'

/** Returns the facts that follow if the result of `and`, `or`, or `??` is truthy or falsy. */
export function logicalFacts(checker: Checker, at: number, fields: readonly string[], isTruthy: boolean): Facts {
  const { program } = checker.context
  const operator = program.text(at, 0)
  const [left, right] = [program.operand(at, 1), program.operand(at, 2)]
  if (operator === 'nullish' || (operator === 'or' && fields.length > 0)) {
    return disjoinFacts(checker.impliedFacts(left, fields, isTruthy), checker.impliedFacts(right, fields, isTruthy))
  }
  // The left operand is the result if it decides: `or` returns a truthy left operand, and `and` a falsy one. A falsy
  // value has no truthy fields.
  const decides = operator === 'or'
  const byLeft = isTruthy === decides ? checker.impliedFacts(left, [], decides) : contradiction
  return disjoinFacts(
    byLeft,
    conjoinFacts(checker.impliedFacts(left, [], !decides), checker.impliedFacts(right, fields, isTruthy)),
  )
}

/** Handles `any(… for …)` and `all(…)`. */
export function anyOrAllFacts(checker: Checker, list: number, isAny: boolean, isTruthy: boolean): Facts {
  const { program } = checker.context
  const at = seenThrough(checker.context, list)
  const count = program.operandCount(at)
  if (program.op(at) !== Op.ArrayOf || count === 0 || count > dataflowLimits.maxOperands) return noFacts
  const items = Array.from({ length: count }, (_, index) => program.operand(at, index))
  const proved = items.map((item) =>
    checker.impliedFacts(
      program.op(item) === Op.Spread || program.op(item) === Op.Yield ? program.operand(item, 0) : item,
      [],
      isTruthy,
    ),
  )
  return proved.reduce(isAny === isTruthy ? disjoinFacts : conjoinFacts)
}
