import type { Capability } from '../../../model/scanned-tool.ts'
import type { TaintKind } from '../../taint-kind.ts'
import type { PresumedConfidence } from './presumed-model.ts'
import type { SinkAction } from './sink-action.ts'

/** A use of a value that must not be untrusted input. */
export interface SinkUse {
  readonly kind: TaintKind
  /** The call or assignment. */
  readonly node: number
  /** The dangerous operand of `node`, or a part of it. */
  readonly value: number
  /**
   * Node that uses the value if it is not `node`, such as the list that contains the value. Sanitizers are evaluated
   * there.
   */
  readonly takenBy?: number
  /** List that `node` takes, if it contains the value. A check of the whole list is also a check of the value. */
  readonly within?: number
  /** Path to the dangerous part of the value: keys, with `*` for any element. */
  readonly at?: readonly string[]
  /** True if the sink accepts only text, so taint in an object field is ignored. */
  readonly isText?: boolean
  /** True if taint is considered only if the value's shape names the field, as a schema does. */
  readonly isNamedField?: true
  /** Id of the model: `child_process.exec`. */
  readonly model: string
  /** Verb phrase that describes the sink: `runs a shell command`. */
  readonly effect: string
  readonly action?: SinkAction | undefined
  /** Location of the dangerous operation if it is not at `node`, such as in a template. */
  readonly place?: { readonly path: string; readonly line: number; readonly column: number }
  /** Present if only names indicate that this is a sink: the parameter name and the confidence. */
  readonly presumed?: { readonly name: string; readonly confidence: PresumedConfidence }
}

/** A call that gives a tool a capability, with any arguments. */
export interface CapabilityUse {
  readonly node: number
  readonly capability: Capability
}

/** A read of an environment variable. */
export interface SecretRead {
  readonly node: number
  readonly name: string
}

/** A host to which code connects, or an environment variable that it reads, by name. */
export interface NamedReach {
  readonly kind: 'destination' | 'secret'
  readonly name: string
  /** Original spelling of a host. Absent if it is all lowercase. */
  readonly written?: string
  /** The call that connects to the host, or a use of the variable's value. */
  readonly node: number
  /** Node that contains the name. */
  readonly origin: number
}

export interface Sinks {
  readonly uses: readonly SinkUse[]
  readonly capabilities: readonly CapabilityUse[]
  /** Hosts to which requests are sent. */
  readonly reaches: readonly NamedReach[]
  /** True if there may be more hosts. */
  readonly areReachesCut: boolean
  readonly secretReads: readonly SecretRead[]
}
