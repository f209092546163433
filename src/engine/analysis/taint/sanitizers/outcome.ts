import type { Facts } from './facts.ts'

/**
 * How a call ended: with a truthy or falsy result (or attribute of the result), or, for `ended`, in any way except an
 * exception.
 */
export type Outcome = { readonly fields: readonly string[]; readonly isTruthy: boolean } | 'ended'

/** Facts that follow from the outcomes of calls. Implemented by `Validators`. */
export interface OutcomeFacts {
  /** Returns the facts about a call's arguments that follow from this outcome. */
  called(call: number, outcome: Outcome): Facts
  /** Returns the facts that hold inside a function if it had this outcome. */
  outcome(functionIndex: number, outcome: Outcome): Facts
}
