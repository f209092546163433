import type { Capability } from '../../../model/scanned-tool.ts'
import type { TaintKind } from '../../taint-kind.ts'
import type { PresumedConfidence } from './presumed-model.ts'
import type { SinkAction } from './sink-action.ts'

/** A place that must not get untrusted input. */
export interface SinkUse {
  readonly kind: TaintKind
  /** The call, or the assignment. */
  readonly node: number
  /** The dangerous operand of `node`, or a part of it. */
  readonly value: number
  /** What takes the value, if not `node`: the list that has it as an element. Checks are judged there. */
  readonly takenBy?: number
  /** The list that contains the value, as `node` takes it. A check of the whole list is a check of the value. */
  readonly within?: number
  /** Path to the dangerous part of the value: keys, with `*` for any element. */
  readonly at?: readonly string[]
  /** The sink takes only a text: taint in a field of an object does not count. */
  readonly isText?: boolean
  /** Taint counts only if the shape of the value names the field, which a schema does. */
  readonly isNamedField?: true
  /** Id of the model: `child_process.exec`. */
  readonly model: string
  /** What the sink does, after its name: `runs a shell command`. */
  readonly effect: string
  readonly action?: SinkAction | undefined
  /** Where the harm is done, if not at `node`: in a template. */
  readonly place?: { readonly path: string; readonly line: number; readonly column: number }
  /** Only names suggest that this is a sink: that of the parameter, and how likely it is. */
  readonly presumed?: { readonly name: string; readonly confidence: PresumedConfidence }
}

/** A call that gives a tool a capability, with any arguments. */
export interface CapabilityUse {
  readonly node: number
  readonly capability: Capability
}

/** A read of an environment variable, and the name of the variable. */
export interface SecretRead {
  readonly node: number
  readonly name: string
}

/** A host that code connects to, or an environment variable that it reads, by name. */
export interface NamedReach {
  readonly kind: 'destination' | 'secret'
  readonly name: string
  /** A host as it is in the code. Absent without uppercase letters. */
  readonly written?: string
  /** The call that connects, or a use of the variable's value. */
  readonly node: number
  /** Where the name is in the code. */
  readonly origin: number
}

export interface Sinks {
  readonly uses: readonly SinkUse[]
  readonly capabilities: readonly CapabilityUse[]
  /** Hosts of requests. */
  readonly reaches: readonly NamedReach[]
  /** There may be more hosts. */
  readonly areReachesCut: boolean
  readonly secretReads: readonly SecretRead[]
}
