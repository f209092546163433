import { FunctionFlag, Op } from '../../ir/operations.ts'
import { argumentsOf } from './call-names.ts'
import type { Facts } from './facts.ts'
import type { GuardContext } from './guard-context.ts'
import type { Outcome, OutcomeFacts } from './outcome.ts'
import { type AppliedFunction, disjoinValueFacts, noValueFacts, type ValueFacts, valueFacts } from './value-facts.ts'

/** Maximum number of functions that one argument may refer to. If there are more, the call proves nothing. */
const maxFunctions = 4

/**
 * Returns the facts about the argument of a call whose callee is a parameter. The caller passes the function that tests
 * the argument. Undefined for other calls.
 */
export function appliedBy(context: GuardContext, call: number, outcome: Outcome): Facts | undefined {
  const { program, values } = context
  const parameter = program.operand(call, 0)
  if (program.op(call) !== Op.Call || program.op(parameter) !== Op.Parameter) return undefined
  if (outcome !== 'ended' && outcome.fields.length > 0) return undefined
  const [argument] = argumentsOf(context, call)
  if (argument === undefined) return undefined
  const applied: AppliedFunction = {
    parameter,
    isTruthy: outcome === 'ended' ? undefined : outcome.isTruthy,
    isAwaited: program.users(call).some((user) => program.op(user) === Op.Await),
  }
  return { of: new Map([[values.of(argument), valueFacts({ applied })]]), isImpossible: false }
}

/**
 * Returns the facts about an argument to which a function parameter was applied. `given` is the function that the
 * caller passes for the parameter. If `given` is itself a parameter, the facts stay unresolved until its own caller is
 * known.
 */
export function factsOfApplied(
  context: GuardContext,
  outcomes: OutcomeFacts,
  { applied, given }: { readonly applied: AppliedFunction; readonly given: number },
): ValueFacts {
  const { program, references } = context
  if (given < 0) return noValueFacts
  if (program.op(given) === Op.Parameter) return valueFacts({ applied: { ...applied, parameter: given } })
  const functions = references.functions(given)
  if (functions.length === 0 || functions.length > maxFunctions) return noValueFacts
  return functions
    .map((index) => ofFirstParameter(context, outcomes, { index, applied }))
    .reduce((all, one) => disjoinValueFacts(all, one))
}

function ofFirstParameter(
  { program, values }: GuardContext,
  outcomes: OutcomeFacts,
  { index, applied }: { readonly index: number; readonly applied: AppliedFunction },
): ValueFacts {
  const found = program.functions[index]
  const own = found && (found.flags & FunctionFlag.receiverIsParameter) !== 0 ? 1 : 0
  const parameter = found?.parameters[own]
  if (!found || !parameter || ((found.flags & FunctionFlag.async) !== 0 && !applied.isAwaited)) return noValueFacts
  const { isTruthy } = applied
  const { of } = outcomes.outcome(index, isTruthy === undefined ? 'ended' : { fields: [], isTruthy })
  return of.get(values.of(parameter.node)) ?? noValueFacts
}
