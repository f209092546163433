/**
 * How callers are authenticated: `none`, `optional` (only if the operator configured it), `unverified` (by a token
 * whose signature is not verified), or `present`.
 */
export const checkStates = ['none', 'unverified', 'optional', 'present'] as const

export type CheckState = (typeof checkStates)[number]

export interface Check {
  readonly state: CheckState
  /** Location where unauthenticated requests pass, or -1 if no such location exists. */
  readonly at: number
}

export const alwaysChecked: Check = { state: 'present', at: -1 }
export const noCheck: Check = { state: 'none', at: -1 }
