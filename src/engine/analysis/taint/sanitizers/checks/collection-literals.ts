import { dataflowLimits } from '../../../dataflow-limits.ts'
import { Op, RegionKind } from '../../../ir/operations.ts'
import type { Checker } from '../checker.ts'
import { conjoinFacts, contradiction, type Facts, noFacts } from '../facts.ts'

const appending: ReadonlySet<string> = new Set(['push', 'append', 'add', 'unshift'])

/**
 * Returns the facts that follow if a list or object literal is truthy or falsy. In some languages, an empty one is
 * falsy.
 */
export function collectionFacts(checker: Checker, at: number, isTruthy: boolean): Facts {
  const { program } = checker.context
  if (isTruthy) return noFacts
  if (!program.fileOf(at).semantics.values.emptyContainersAreFalsy) return contradiction
  // A comprehension is used by a phi with one operand. Its loop may have run zero times.
  if (program.users(at).some((user) => program.op(user) === Op.Phi && program.operandCount(user) === 2)) return noFacts
  const parts = Array.from({ length: program.operandCount(at) }, (_, index) => program.op(program.operand(at, index)))
  return parts.every((op) => op === Op.Spread || op === Op.Yield) ? neverPushed(checker, at) : contradiction
}

/** Returns the facts that follow if an error list stayed empty: none of the conditions for appending to it was true. */
export function neverPushed(checker: Checker, list: number): Facts {
  const { program } = checker.context
  let all = noFacts
  for (const load of program.users(list)) {
    if (program.op(load) !== Op.Load || !appending.has(program.text(load, 1))) continue
    const region = program.regionAt(load)
    const condition = program.conditionOf(region)
    // If an outer condition encloses the append, that condition may have skipped it instead.
    if (condition < 0 || !program.isWithin(program.regionAt(list), program.regionAround(region))) continue
    all = conjoinFacts(all, checker.impliedFacts(condition, [], program.regionKinds[region] === RegionKind.unless))
  }
  return all
}

/**
 * Returns the facts that follow if a property of an object literal, or an attribute of that property, is truthy or
 * falsy.
 */
export function propertyFacts(
  checker: Checker,
  object: number,
  key: string,
  { rest, isTruthy }: { readonly rest: readonly string[]; readonly isTruthy: boolean },
): Facts {
  const { program } = checker.context
  const count = program.operandCount(object)
  if (count > dataflowLimits.maxOperands) return noFacts
  for (let index = count - 1; index >= 0; index -= 1) {
    const entry = program.operand(object, index)
    if (program.op(entry) !== Op.Property) return noFacts
    if (program.text(entry, 0) === key) return checker.impliedFacts(program.operand(entry, 1), rest, isTruthy)
  }
  return isTruthy ? contradiction : noFacts
}
