import { Op } from '../../ir/operations.ts'
import { namesOfCall } from './call-names.ts'
import { type ValueFacts, noValueFacts } from './value-facts.ts'
import type { GuardContext } from './guard-context.ts'
import type { ConditionFacts } from './condition-facts.ts'

/**
 * Returns the facts about elements of `list.filter(isFine)`. They hold because the callback returned a truthy value for
 * each element.
 */
export function factsFromFilter(context: GuardContext, proofs: ConditionFacts, value: number): ValueFacts {
  const { program, references, values } = context
  const collection = values.collectionOf(value)
  if (collection === undefined) return noValueFacts
  const call = values.nodeOf(collection)
  if (program.op(call) !== Op.Call || references.callees(call).length > 0) return noValueFacts
  const { method, receiver } = namesOfCall(context, call)
  if (method === undefined || !program.fileOf(call).semantics.values.filterMethods.has(method)) return noValueFacts
  // The facts about the callback's parameter apply to the elements of the filtered list.
  return (
    proofs.impliedByResult(program.operand(call, 1), receiver, true).of.get(values.element(values.of(receiver))) ??
    noValueFacts
  )
}
