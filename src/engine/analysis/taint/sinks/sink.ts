import type { Capability } from '../../../model/scanned-tool.ts'
import type { TaintKind } from '../../taint-kind.ts'
import type { EffectText, ProgramEffectText } from './effect-texts.ts'
import type { PresumedConfidence } from './presumed-model.ts'
import type { SinkAction } from './sink-action.ts'

/** A dangerous use of a value: the value must not be untrusted input there. */
export interface SinkUse {
  readonly kind: TaintKind
  /** The call or assignment. */
  readonly node: number
  /** The dangerous operand of `node`, or a part of it. */
  readonly value: number
  /**
   * Node that takes the value if it is not `node`, such as the list that contains the value. Guards and sanitizers are
   * evaluated at this node.
   */
  readonly takenBy?: number
  /** The list passed to `node`, if the value is an element of it. A check of the whole list also checks the value. */
  readonly within?: number
  /** Path to the dangerous part of the value: keys, with `*` for any element. */
  readonly at?: readonly string[]
  /** True if the sink accepts only text. Taint in the fields of an object is then ignored. */
  readonly isText?: boolean
  /** True if taint counts only if the value's shape names the field, for example because a schema declares it. */
  readonly isNamedField?: true
  /** Id of the model: `child_process.exec`. */
  readonly model: string
  /** Verb phrase that describes the sink: `runs a shell command`. */
  readonly effect: EffectText | ProgramEffectText
  readonly action?: SinkAction | undefined
  /** Location of the dangerous operation if it is not at `node`, such as in a template. */
  readonly place?: { readonly path: string; readonly line: number; readonly column: number }
  /** The parameter name and the confidence, if only names indicate that this is a sink. */
  readonly presumed?: { readonly name: string; readonly confidence: PresumedConfidence }
}

/** A call that gives a tool a capability, whatever its arguments are. */
export interface CapabilityUse {
  readonly node: number
  readonly capability: Capability
}

/** A read of an environment variable. */
export interface SecretRead {
  readonly node: number
  readonly name: string
}

/** Name of a host that code connects to, or of an environment variable that it reads. */
export interface NamedReach {
  readonly kind: 'destination' | 'secret'
  readonly name: string
  /** Original spelling of a host. Absent if the host is written in lowercase. */
  readonly written?: string
  /** The call that connects to the host, or a use of the variable's value. */
  readonly node: number
  /** Node whose text contains the name. */
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
