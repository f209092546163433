import type { undecidedReasons } from '../../model/reachability.ts'

/** Something in the program that prevents the denial of findings. */
export interface Blocker {
  readonly reason: (typeof undecidedReasons)[number]
  readonly detail: string
  /** The only package whose findings it affects. Undefined for all packages. */
  readonly packageIndex?: number
}
