import type { SystemCall } from './system-calls.ts'

/** How the filter rejects a system call. */
export type Refusal =
  /** Ends the process. */
  | 'kill'
  /** Fails the call with `EPERM`. */
  | 'not-permitted'
  /** Fails the call with `EBADF`, as if the descriptor were closed. */
  | 'bad-descriptor'
  /** Fails the call with `ENOSYS`, so the C library falls back to an older call. */
  | 'not-implemented'

/** Condition on one argument of a system call. The filter treats all arguments as 64-bit numbers. */
export interface ArgumentCondition {
  /** Index of the argument, from 0 to 5. */
  readonly argument: number
  /** Bits to compare. By default, all 64 are compared. If a mask is given, only the lower 32 bits are read. */
  readonly mask?: number
  /** Allowed values. Each fits in 32 bits. */
  readonly oneOf: readonly number[]
}

/** System call that is allowed only with certain arguments. */
export interface ConditionalCall {
  readonly call: SystemCall
  /** Conditions that must all be met. */
  readonly only: readonly ArgumentCondition[]
  readonly otherwise: Refusal
}

/** Rules of a filter. */
export interface FilterRules {
  /** What happens to calls that no rule mentions. By default, they fail with `EPERM`. */
  readonly otherwise?: 'allow' | 'not-permitted'
  /** Calls that are always allowed. */
  readonly allowed: readonly SystemCall[]
  readonly conditional: readonly ConditionalCall[]
  /** Calls that are rejected in another way than with `EPERM`. */
  readonly rejected: Readonly<Partial<Record<Refusal, readonly SystemCall[]>>>
}
