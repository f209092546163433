import { factsAboutValue } from './element-facts.ts'
import { marksOf } from './address-marks.ts'
import { argumentsOf } from './call-names.ts'
import { type ValueFacts, valueFacts } from './value-facts.ts'
import { conjoinFacts, type Facts, noFacts } from './facts.ts'
import { flaw } from './flaws.ts'
import { everyNetwork, isComprehensive } from '../../models/sanitizers/networks.ts'
import type { GuardContext } from './guard-context.ts'
import { privateOutcomes } from './private-outcomes.ts'
import type { Outcome } from './outcome.ts'
import { FactBits } from './fact-bits.ts'

/**
 * Recognizes address tests by the networks that a function names, without analyzing its arithmetic. A project function
 * is assumed to test its argument if it names the private networks, and to resolve the argument if it is a name.
 * Function names are ignored. The call must have at least one callee.
 */
export function addressesTestedBy(context: GuardContext, call: number, outcome: Outcome): Facts {
  const shown = addressFacts(context, context.references.callees(call), outcome)
  if (!shown) return noFacts
  const given = argumentsOf(context, call).map((argument) => context.values.of(argument))
  return given.map((value) => factsAboutValue(context.values, value, shown)).reduce(conjoinFacts, noFacts)
}

/**
 * Returns the facts about an address argument that follow from a function's outcome. Undefined if one of the functions
 * does not test its argument.
 */
export function addressFacts(
  context: GuardContext,
  functions: readonly number[],
  outcome: Outcome,
): ValueFacts | undefined {
  const marks = functions.map((index) => marksOf(context, index))
  const networks = marks.reduce((bits, one) => bits & one.networks, everyNetwork)
  if (!isComprehensive(networks) || !functions.every((index) => isPublicWhere(context, index, outcome)))
    return undefined
  if (marks.some((one) => one.acceptsFailedLookup && !one.namesBrackets) && keepBrackets(context, functions))
    return valueFacts({
      networks,
      flaws: functions.map((index) => flaw('bracketed-address', context.index.closureOf(index))),
    })
  return valueFacts({
    networks,
    shown: marks.every(({ resolvesNames }) => resolvesNames) ? FactBits.namesResolved : 0,
  })
}

const keepBrackets = ({ program, index }: GuardContext, functions: readonly number[]): boolean =>
  functions.some((one) => program.fileOf(index.closureOf(one)).semantics.values.hostsKeepBrackets === true)

/**
 * Reports whether a private address would have led to a different outcome. If that cannot be determined, assumes that
 * it would have.
 */
function isPublicWhere(context: GuardContext, functionIndex: number, outcome: Outcome): boolean {
  const { truthy, falsy, throws } = privateOutcomes(context, functionIndex, outcome === 'ended' ? [] : outcome.fields)
  if (outcome === 'ended') return throws
  return truthy === falsy ? !truthy : outcome.isTruthy ? falsy : truthy
}
