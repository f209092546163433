import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op } from '../../ir/operations.ts'
import { puttingTogether } from '../../models/sanitizers/derivations.ts'
import { argumentsOf, namesOfCall } from './call-names.ts'
import { type Facts } from './facts.ts'
import type { GuardContext } from './guard-context.ts'
import { Memo } from './memo.ts'
import { endingCalls } from './never-returns.ts'
import { reaches } from './reaches.ts'
import { hasFacts } from './value-facts.ts'

/** Names of functions that only log a value. */
const recording = /^(?:console\.|logging\.|print$)|(?:^|\.)(?:debug|error|info|log|trace|warn|warning)$/i

const handed = new Memo<readonly number[]>()

/**
 * Returns a condition's facts, but without undecided tests if the other branch also uses the value. In `if
 * (isRemote(x)) fetch(x) else readFile(x)`, the condition selects an operation and rejects nothing.
 */
export function withoutDispatch(context: GuardContext, region: number, facts: Facts): Facts {
  const sibling = context.index.siblingOf(region)
  if (sibling < 0 || facts.isImpossible) return facts
  const tested = [...facts.of].filter(([, shown]) => shown.tested !== 0)
  const values = new Set(tested.map(([value]) => value))
  return tested.length > 0 && goesOnWith(context, sibling, values) ? withoutTests(facts) : facts
}

/** Returns facts without undecided tests. Used for a condition if both of its branches continue. */
export function withoutTests(facts: Facts): Facts {
  const of = new Map(facts.of)
  for (const [value, shown] of facts.of) {
    if (shown.tested === 0) continue
    const left = { ...shown, tested: 0 }
    if (hasFacts(left)) of.set(value, left)
    else of.delete(value)
  }
  return { ...facts, of }
}

/**
 * Reports whether a call in a region receives one of the tested values. If the region exits the function, for example
 * with an error, strings composed from the value are ignored.
 */
function goesOnWith(context: GuardContext, region: number, tested: ReadonlySet<number>): boolean {
  const { values, index } = context
  const isLeft = index.endsDead[region] === 1 || isEnded(context, region)
  const sources = (value: number) =>
    values.madeOf(value).flatMap(({ of, making }) => (isLeft && making === puttingTogether ? [] : [of]))
  return valuesHandedIn(context, region).some((value) => reaches(value, (one) => tested.has(one), sources))
}

function isEnded(context: GuardContext, region: number): boolean {
  const { program } = context
  return endingCalls(context, program.functionAround(region)).some((call) => program.regionAt(call) === region)
}

/** Returns the values passed to calls in a region, except values that are only logged or thrown. */
function valuesHandedIn(context: GuardContext, region: number): readonly number[] {
  const { program, index, values } = context
  return handed.answer(context, region, () =>
    index
      .calls(program.functionAround(region))
      .filter((call) => program.op(call) === Op.Call && program.isWithin(program.regionAt(call), region))
      .filter((call) => !isRecording(context, call))
      .slice(0, dataflowLimits.maxOperands)
      .flatMap((call) => argumentsOf(context, call).map((given) => values.of(given))),
  )
}

function isRecording(context: GuardContext, call: number): boolean {
  const { externals, lastName } = namesOfCall(context, call)
  return recording.test(lastName) || externals.some((name) => recording.test(name))
}
