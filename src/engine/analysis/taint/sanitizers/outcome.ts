import type { Facts } from './facts.ts'

/**
 * How a call ended: with something truthy or falsy in an attribute of its result (or the result itself), or in any way
 * but an exception.
 */
export type Outcome = { readonly fields: readonly string[]; readonly isTruthy: boolean } | 'ended'

/** What calls show by how they end. Implemented by `Validators`. */
export interface OutcomeFacts {
  /** Returns what holds of the arguments of a call that ended like this. */
  called(call: number, outcome: Outcome): Facts
  /** Returns what holds inside a function that ends like this. */
  outcome(functionIndex: number, outcome: Outcome): Facts
}
