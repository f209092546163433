import type { FoundReferences } from '../../points-to/found-references.ts'
import type { Program } from '../../program/program.ts'
import type { Guards } from '../sanitizers/guard.ts'
import type { AsyncLocalStorageFlow } from './async-local-storage-flow.ts'
import type { CheckedFields } from './checked-fields.ts'
import type { Contexts } from './contexts.ts'
import type { MapKeyFlow } from './map-key-flow.ts'
import type { Shapes } from './shapes.ts'
import type { TaintState } from './taint-graph.ts'

/**
 * A call that validates or parses a value: the operand, the resulting shape's number, and whether the call returns the
 * value itself.
 */
export interface CallNarrowing {
  readonly operand: number
  readonly shape: number
  readonly isValue: boolean
}

export interface TaintStepsContext {
  readonly program: Program
  readonly references: FoundReferences
  readonly guards: Guards
  readonly shapes: Shapes
  readonly contexts: Contexts
  /** Reports whether a call is a sink. A sink's result is not derived from its arguments. */
  readonly endsAt: (call: number) => boolean
  /** Returns the operand that a call validates or parses, and the resulting shape. */
  readonly narrowing: (call: number) => CallNarrowing | undefined
  readonly callbacks: Callbacks
  readonly stores: AsyncLocalStorageFlow
  readonly checked: Pick<CheckedFields, 'clearedWhere'>
  readonly keys: MapKeyFlow
}

/** For each function, the calls found so far that pass it as a callback. */
export type Callbacks = Map<number, Set<number>>

/**
 * Receives a value's next state, the node that uses the value, and the region of that use. Both are -1 if no node uses
 * it.
 */
export type TakeStep = (to: TaintState, user: number, region: number) => void
