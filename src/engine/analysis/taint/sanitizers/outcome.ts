import type { Facts } from './facts.ts'

/** How a call ended: with a truthy or falsy result or result attribute, or in any way other than an exception. */
export type Outcome = { readonly fields: readonly string[]; readonly isTruthy: boolean } | 'ended'

/** Facts from the outcomes of calls. Implemented by `Validators`. */
export interface OutcomeFacts {
  /** Returns the facts about the arguments of a call that had this outcome. */
  called(call: number, outcome: Outcome): Facts
  /** Returns the facts inside a function that had this outcome. */
  outcome(functionIndex: number, outcome: Outcome): Facts
}
