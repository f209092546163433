import { both, either, type Evidence, evidence, nothingShown, showsAnything } from './value-facts.ts'
import { offByDefault } from './flaws.ts'

/** What is known of values, by their numbers in `Values`, where something holds. */
export interface Knowledge {
  readonly of: ReadonlyMap<number, Evidence>
  /** It cannot hold. */
  readonly isImpossible: boolean
  /**
   * It holds by a setting alone: one that is not there (`unset`), or one by which somebody switched the check off
   * (`opted-out`). Both need a node, for people.
   */
  readonly setting?: { readonly state: 'unset' | 'opted-out'; readonly node: number }
}

export const nothingKnown: Knowledge = { of: new Map(), isImpossible: false }
export const impossible: Knowledge = { of: new Map(), isImpossible: true }

export function bothKnown(one: Knowledge, other: Knowledge): Knowledge {
  if (one.isImpossible || other.isImpossible) return impossible
  if (isEmpty(other)) return one
  if (isEmpty(one)) return other
  const of = new Map(one.of)
  for (const [value, shown] of other.of) of.set(value, both(of.get(value) ?? nothingShown, shown))
  const setting = one.setting ?? other.setting
  return { of, isImpossible: false, ...(setting && { setting }) }
}

const isEmpty = ({ of, setting }: Knowledge) => of.size === 0 && !setting

/**
 * Puts together what is known, as `bothKnown` does one after the other, without a copy for each: functions have
 * hundreds of conditions and calls.
 */
export class GatheredKnowledge {
  readonly #of = new Map<number, Evidence>()
  #isImpossible = false
  #setting: Knowledge['setting']

  add({ of, isImpossible, setting }: Knowledge): void {
    this.#isImpossible ||= isImpossible
    for (const [value, shown] of of) this.#of.set(value, both(this.#of.get(value) ?? nothingShown, shown))
    this.#setting ??= setting
  }

  get known(): Knowledge {
    if (this.#isImpossible) return impossible
    return { of: this.#of, isImpossible: false, ...(this.#setting && { setting: this.#setting }) }
  }
}

export function eitherKnown(one: Knowledge, other: Knowledge): Knowledge {
  if (one.isImpossible) return other
  if (other.isImpossible) return one
  // Whoever switches a check off by a setting of their own wants that.
  if (isOptedOut(one)) return other
  if (isOptedOut(other)) return one
  const of = new Map<number, Evidence>()
  for (const value of new Set([...one.of.keys(), ...other.of.keys()])) {
    const [first, second] = [one.of.get(value) ?? nothingShown, other.of.get(value) ?? nothingShown]
    const joined = either(first, second)
    const passedOver = [...offFlaws(one, first, second), ...offFlaws(other, second, first)]
    const shown = passedOver.length === 0 ? joined : both(joined, evidence({ flaws: passedOver }))
    if (showsAnything(shown)) of.set(value, shown)
  }
  return { of, isImpossible: false }
}

const isOptedOut = ({ setting, of }: Knowledge) => setting?.state === 'opted-out' && of.size === 0

/** A check that holds one way, while the other way holds where a setting is missing. */
function offFlaws(way: Knowledge, here: Evidence, there: Evidence): Evidence['flaws'] {
  if (way.setting?.state !== 'unset') return []
  return offByDefault(way.setting.node, here, there)
}
