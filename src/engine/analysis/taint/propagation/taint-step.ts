import type { FoundReferences } from '../../points-to/found-references.ts'
import type { Program } from '../../program/program.ts'
import type { Guards } from '../sanitizers/guard.ts'
import type { AsyncLocalStorageFlow } from './async-local-storage-flow.ts'
import type { CheckedFields } from './checked-fields.ts'
import type { Contexts } from './contexts.ts'
import type { MapKeyFlow } from './map-key-flow.ts'
import type { Shapes } from './shapes.ts'
import type { TaintState } from './taint-graph.ts'

/** What a call checks or parses: its operand, the number of the shape, and whether the call gives the value itself. */
export interface CallNarrowing {
  readonly operand: number
  readonly shape: number
  readonly isValue: boolean
}

/** What the steps of tainted values need to know. */
export interface TaintStepsContext {
  readonly program: Program
  readonly references: FoundReferences
  readonly guards: Guards
  readonly shapes: Shapes
  readonly contexts: Contexts
  /** Calls that are sinks, whose results are not what they were handed. */
  readonly endsAt: (call: number) => boolean
  /** What a call checks or parses its argument to: operand and number of the shape. */
  readonly narrowing: (call: number) => CallNarrowing | undefined
  readonly callbacks: Callbacks
  readonly stores: AsyncLocalStorageFlow
  readonly checked: Pick<CheckedFields, 'clearedWhere'>
  readonly keys: MapKeyFlow
}

/** By function: calls that hand it over as a callback, met on the way. */
export type Callbacks = Map<number, Set<number>>

/** Where a value goes next, which node takes it there, and in which region; −1 where none does. */
export type TakeStep = (to: TaintState, user: number, region: number) => void
