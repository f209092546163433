import type { Capability } from '../../../model/scanned-tool.ts'
import type { TaintKind } from '../../taint-kind.ts'
import type { SinkAction } from './sink-action.ts'

/** A place where a value does harm if somebody outside decides it. */
export interface SinkUse {
  readonly kind: TaintKind
  /** The call, or whatever else does it. */
  readonly node: number
  /** The operand of `node`, or a part of it, that does harm. */
  readonly value: number
  /**
   * What takes the value, where that is not `node`: the list that was made for it elsewhere, of which it is an element.
   * Guards are asked there.
   */
  readonly takenBy?: number
  /**
   * The list that the value came in, as `node` takes it: a check of all that is in it, made there, is one of the value.
   */
  readonly within?: number
  /** Where in that value: keys of attributes one after the other, `*` for any element. */
  readonly at?: readonly string[]
  /** Id of the model, for people and tests: `child_process.exec`. */
  readonly model: string
  /** What the sink does, after its name: `runs a shell command`. */
  readonly effect: string
  readonly action?: SinkAction | undefined
}

/** A call that gives a tool a capability, whatever its arguments. */
export interface CapabilityUse {
  readonly node: number
  readonly capability: Capability
}

export interface Sinks {
  readonly uses: readonly SinkUse[]
  readonly capabilities: readonly CapabilityUse[]
}
