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

/** What is known of values, by their numbers in `Values`, where something holds. */
export interface Facts {
  readonly of: ReadonlyMap<number, ValueFacts>
  /** It cannot hold. */
  readonly isImpossible: boolean
  /**
   * It holds by a setting alone: one that is not there (`unset`), or one by which somebody switched the check off
   * (`opted-out`). Both need a node, for people. `isExplicit`: the setting is compared with the text that does that.
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

/** What holds only where the operator has written a setting holds by their choice, whatever else is not set. */
function strongerSetting(one: Facts['setting'], other: Facts['setting']): Facts['setting'] {
  return other?.isExplicit && !one?.isExplicit ? other : (one ?? other)
}

const isEmpty = ({ of, setting }: Facts) => of.size === 0 && !setting

/**
 * Puts together what is known, as `conjoinFacts` does one after the other, without a copy for each: functions have
 * hundreds of conditions and calls.
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
  // Whoever switches a check off by a setting of their own wants that.
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

/** Whether a setting passes over checks that the other way makes, and nothing else is checked instead. */
const isOptedOut = ({ setting, of }: Facts, other: Facts) =>
  setting?.state === 'opted-out' && [...of].every(([value, shown]) => isImplied(shown, other.of.get(value)))

/** A check that holds one way, while the other way holds where a setting is missing. */
function offFlaws(way: Facts, here: ValueFacts, there: ValueFacts): ValueFacts['flaws'] {
  if (way.setting?.state !== 'unset') return []
  return offByDefault(way.setting.node, here, there)
}
