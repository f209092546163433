/**
 * Whether callers are asked who they are: never, unless the operator did not set it up, by a token whose signature
 * nobody looks at, or always.
 */
export const checkStates = ['none', 'unverified', 'optional', 'present'] as const

export type CheckState = (typeof checkStates)[number]

export interface Check {
  readonly state: CheckState
  /** Where it lets everybody through; −1 where it does not, or nothing does. */
  readonly at: number
}

export const alwaysChecked: Check = { state: 'present', at: -1 }
export const noCheck: Check = { state: 'none', at: -1 }
