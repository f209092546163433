import { FactBits } from './fact-bits.ts'
import type { GuardContext } from './guard-context.ts'
import { PathState, pathState } from './path-state.ts'
import { type ValueFacts, valueFacts } from './value-facts.ts'

/** Returns the facts about a path that its caller normalized and that the called function compares as it is. */
export function normalizedByCaller(context: GuardContext, given: number, shown: ValueFacts): ValueFacts {
  const pending =
    (shown.shown & (FactBits.insideAsWritten | FactBits.startsNotWithParent)) !== 0 &&
    (shown.shown & FactBits.insideReally) === 0
  const node = pending ? context.values.nodeOf(given) : -1
  const state = node < 0 ? PathState.asWritten : pathState(context, node)
  if (state === PathState.asWritten) return shown
  const inside =
    (shown.shown & FactBits.insideAsWritten) === 0
      ? 0
      : FactBits.inside | (state === PathState.real ? FactBits.insideReally : 0)
  const parents = (shown.shown & FactBits.startsNotWithParent) === 0 ? 0 : FactBits.noParents
  return valueFacts({
    ...shown,
    shown: shown.shown | inside | parents,
    flaws: shown.flaws.filter(({ mistake }) => mistake !== 'not-resolved' && mistake !== 'prefix-of-address'),
  })
}
