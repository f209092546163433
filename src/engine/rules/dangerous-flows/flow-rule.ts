import type { Flow } from '../../analysis/flow.ts'
import type { TaintKind } from '../../analysis/taint-kind.ts'
import type { RuleDocument } from '../../model/rule.ts'
import type { Severity } from '../../model/severity.ts'

/** A rule about values of one kind, and how its findings are judged and told. */
export interface FlowRule {
  readonly kind: TaintKind
  /**
   * For a rule of certain flows of its kind alone: whether it is one of these. All others are of the kind's rule
   * without this.
   */
  applies?(flow: Flow): boolean
  readonly document: RuleDocument
  /** What it is called, as a title begins: `Command injection`. */
  readonly name: string
  /** How bad a flow is that begins with whoever calls the server; where it begins elsewhere is counted after that. */
  severity(flow: Flow): Severity
  /** Kinds of weakness that a flow has beyond those of the document. */
  cwe?(flow: Flow): readonly string[]
  /** What whoever decides the value can do, after "whoever decides it can". */
  harm(flow: Flow): string
  /** What to do about it at this sink. */
  remediation(flow: Flow): string
}

/** Steps of a trace that put a value together with others, into a text or a list that becomes one. */
const joining = /^(?:becomes (?:part of a text|an element of a list)|goes through (?:join|concat|format)\(\))$/

/** Whether the value is all of what the sink takes, or stands in its text as it came. */
export function isDirect({ isWhole, steps }: Pick<Flow, 'isWhole' | 'steps'>): boolean {
  return isWhole || steps.some(({ message }) => joining.test(message))
}

/** Whether the sink is in a file of Python. */
export function isPython({ steps }: Pick<Flow, 'steps'>): boolean {
  return /\.pyw?$/.test(steps.at(-1)?.path ?? '')
}
