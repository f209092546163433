import { FunctionFlag, Op } from '../../ir/operations.ts'
import { conjoinValueFacts, type ValueFacts, noValueFacts } from './value-facts.ts'
import type { ValueUse } from './guard.ts'
import type { GuardContext } from './guard-context.ts'
import type { Validators } from './validators.ts'

/**
 * Returns the facts about a value stored by a constructor, if they hold when the constructor ends: `this.name = name;
 * this.#check()`, and `__post_init__` in dataclasses. If the constructor throws, no object exists, so the facts hold
 * for every object.
 */
export function keptByCreator(
  { program, values }: GuardContext,
  validators: Validators,
  { value, user }: ValueUse,
): ValueFacts {
  if (program.op(user) !== Op.Store || program.operand(user, 2) !== value) return noValueFacts
  const inside = program.functionOf(user)
  const creator = program.functions[inside]
  const object = program.operand(user, 0)
  if (
    !creator ||
    (creator.flags & FunctionFlag.constructor) === 0 ||
    (object !== creator.self && object !== creator.parameters[0]?.node)
  )
    return noValueFacts
  const known = validators.outcome(inside, 'ended')
  const kept = values.attribute(values.of(object), program.text(user, 1))
  return conjoinValueFacts(known.of.get(kept) ?? noValueFacts, known.of.get(values.of(value)) ?? noValueFacts)
}
