import { Op } from '../../../ir/operations.ts'
import type { Checker } from '../checker.ts'
import { type Facts, noFacts } from '../facts.ts'
import { seenThrough } from '../seen-through.ts'
import { subsetFacts } from './character-tests.ts'
import { compareComputed } from './computed-addresses.ts'
import { compare, isFoundAt } from './equality.ts'
import { isMember } from './membership.ts'

export function comparisonFacts(checker: Checker, at: number, isTruthy: boolean): Facts {
  const { program } = checker.context
  const operator = program.text(at, 0)
  const [left, right] = [program.operand(at, 1), program.operand(at, 2)]
  switch (operator) {
    case '===':
    case '==':
    case 'is':
      return compare(checker, { node: at, left, right, isEqual: isTruthy })
    case '!==':
    case '!=':
    case 'is not':
      return compare(checker, { node: at, left, right, isEqual: !isTruthy })
    case 'in':
      return isMember(checker, { node: at, container: right, item: left, isTruthy })
    case 'not in':
      return isMember(checker, { node: at, container: right, item: left, isTruthy: !isTruthy })
    case '>=':
    case '>':
      return foundFacts(checker, at, isTruthy) ?? countFacts(checker, at, isTruthy)
    case '<':
      return foundFacts(checker, at, !isTruthy) ?? countFacts(checker, at, !isTruthy)
    case '<=':
      return (isTruthy ? subsetFacts(checker, left, right) : undefined) ?? compareComputed(checker, left, right)
    default:
      return compareComputed(checker, left, right)
  }
}

/**
 * Handles `indexOf(…) >= 0`, `> -1`, and `< 0`. If a comparison with another number is false, a match may still exist
 * at an earlier position.
 */
function foundFacts(checker: Checker, at: number, isTruthy: boolean): Facts | undefined {
  const { program } = checker.context
  const right = program.operand(at, 2)
  const number = program.op(right) === Op.Literal ? program.text(right, 1) : ''
  const isExact = number === (program.text(at, 0) === '>' ? '-1' : '0')
  if (!isTruthy && !isExact) return undefined
  return isFoundAt(checker, { node: at, place: seenThrough(checker.context, program.operand(at, 1)), isTruthy })
}

/** Handles `length > 0`, `length >= 1`, and `length < 1`. */
function countFacts(checker: Checker, at: number, isTruthy: boolean): Facts {
  const { program } = checker.context
  const [left, right] = [program.operand(at, 1), program.operand(at, 2)]
  const least = program.text(at, 0) === '>' ? '0' : '1'
  const isCount = program.op(left) === Op.Load && program.op(right) === Op.Literal && program.text(right, 1) === least
  return isCount ? checker.impliedFacts(left, [], isTruthy) : noFacts
}
