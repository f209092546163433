import {
  conjoinValueFacts,
  disjoinValueFacts,
  type ValueFacts,
  isImplied,
  valueFacts,
  noValueFacts,
  hasFacts,
} from './value-facts.ts'
import { offByDefault } from './flaws.ts'

/** Facts about values, by value number. */
export interface Facts {
  readonly of: ReadonlyMap<number, ValueFacts>
  /** True if the state to which the facts apply is unreachable. */
  readonly isImpossible: boolean
  /**
   * Setting that alone causes the state: it is missing (`unset`) or disables the check (`opted-out`). Absent if the
   * state does not depend only on a setting. `node` is the location for reports. `isExplicit` is true if the program
   * compares the setting with a string that has this effect.
   */
  readonly setting?: {
    readonly state: 'unset' | 'opted-out'
    readonly node: number
    readonly isExplicit?: true
  }
}

export const noFacts: Facts = { of: new Map(), isImpossible: false }
export const contradiction: Facts = { of: new Map(), isImpossible: true }

export function conjoinFacts(one: Facts, other: Facts): Facts {
  if (one.isImpossible || other.isImpossible) return contradiction
  if (isEmpty(other)) return one
  if (isEmpty(one)) return other
  const of = new Map(one.of)
  for (const [value, shown] of other.of) of.set(value, conjoinValueFacts(of.get(value) ?? noValueFacts, shown))
  const setting = strongerSetting(one.setting, other.setting)
  return { of, isImpossible: false, ...(setting && { setting }) }
}

/** An explicit setting is the operator's choice, even if other settings are missing. */
function strongerSetting(one: Facts['setting'], other: Facts['setting']): Facts['setting'] {
  return other?.isExplicit && !one?.isExplicit ? other : (one ?? other)
}

const isEmpty = ({ of, setting }: Facts) => of.size === 0 && !setting

/**
 * Combines many facts with the same result as repeated calls of `conjoinFacts`. Avoids a copy per step, because
 * functions have hundreds of conditions and calls.
 */
export class FactsBuilder {
  readonly #of = new Map<number, ValueFacts>()
  #isImpossible = false
  #setting: Facts['setting']

  add({ of, isImpossible, setting }: Facts): void {
    this.#isImpossible ||= isImpossible
    for (const [value, shown] of of) this.#of.set(value, conjoinValueFacts(this.#of.get(value) ?? noValueFacts, shown))
    this.#setting = strongerSetting(this.#setting, setting)
  }

  get known(): Facts {
    if (this.#isImpossible) return contradiction
    return { of: this.#of, isImpossible: false, ...(this.#setting && { setting: this.#setting }) }
  }
}

export function disjoinFacts(one: Facts, other: Facts): Facts {
  if (one.isImpossible) return other
  if (other.isImpossible) return one
  // An operator disables a check deliberately, so the branch without the check does not count.
  if (isOptedOut(one, other)) return other
  if (isOptedOut(other, one)) return one
  const of = new Map<number, ValueFacts>()
  for (const value of new Set([...one.of.keys(), ...other.of.keys()])) {
    const [first, second] = [one.of.get(value) ?? noValueFacts, other.of.get(value) ?? noValueFacts]
    const joined = disjoinValueFacts(first, second)
    const passedOver = [...offFlaws(one, first, second), ...offFlaws(other, second, first)]
    const shown = passedOver.length === 0 ? joined : conjoinValueFacts(joined, valueFacts({ flaws: passedOver }))
    if (hasFacts(shown)) of.set(value, shown)
  }
  return { of, isImpossible: false }
}

/**
 * Reports whether an operator's setting skips checks of the other branch. False if this branch has checks of its own
 * that the other one lacks.
 */
const isOptedOut = ({ setting, of }: Facts, other: Facts) =>
  setting?.state === 'opted-out' && [...of].every(([value, shown]) => isImplied(shown, other.of.get(value)))

/** Returns flaws for the checks of one branch if the other branch runs because a setting is missing. */
function offFlaws(way: Facts, here: ValueFacts, there: ValueFacts): ValueFacts['flaws'] {
  if (way.setting?.state !== 'unset') return []
  return offByDefault(way.setting.node, here, there)
}
