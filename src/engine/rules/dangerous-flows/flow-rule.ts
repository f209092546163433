import type { Flow } from '../../analysis/flow.ts'
import type { TaintKind } from '../../analysis/taint-kind.ts'
import type { DetectedFinding } from '../../model/finding-record.ts'
import type { RuleDocument } from '../../model/rule.ts'
import type { Severity } from '../../model/severity.ts'
import { defineRule, type Rule } from '../rule.ts'
import { argumentsOf, FlowArguments } from './flow-arguments.ts'
import { precisionOf, severityOf } from './flow-severity.ts'
import { messageOf, titleOf } from './flow-text.ts'
import { guardReason } from './guard-text.ts'
import { stepTexts } from './step-text.ts'

/** Flows into one sink, worst first. */
export type FlowsToSink = readonly [Flow, ...Flow[]]

/** A rule's finding at one sink. */
export interface FlowMatch extends Pick<DetectedFinding, 'severity' | 'precision' | 'cwe'> {
  readonly arguments: FlowArguments
}

/** Selects the flows that a rule reports, and their severity. */
interface FlowSelection {
  readonly kind: TaintKind
  /**
   * For a rule that covers only some flows of its kind: reports whether a flow belongs to the rule. All other flows of
   * the kind belong to the rule without this function.
   */
  applies?(flow: Flow): boolean
  /** Reports whether a flow of another kind also belongs to this rule. */
  also?(flow: Flow): boolean
  /**
   * Returns the severity of a flow whose source is a client of the server. `severityOf` lowers it for other sources.
   */
  baseSeverity(flow: Flow): Severity
}

/** Rule for untrusted input that reaches one kind of sink. */
export interface FlowRule extends Rule<FlowsToSink, FlowMatch>, FlowSelection {}

/** Defines a rule for data flows. */
export function defineFlowRule({
  document,
  weakness,
  attack,
  remediation,
  cwe,
  ...selection
}: FlowSelection & {
  readonly document: RuleDocument
  /** Name of the weakness, which starts the title: `Command injection`. */
  readonly weakness: string
  /** What an attacker can do, phrased to follow "can": `run any command`. */
  readonly attack: (args: FlowArguments) => string
  readonly remediation: (args: FlowArguments) => string
  /** CWE IDs of a flow, in addition to those in the document. */
  readonly cwe?: (flow: Flow) => readonly string[]
}): FlowRule {
  return {
    ...defineRule<FlowsToSink, FlowArguments, FlowMatch>({
      document,
      arguments: FlowArguments,
      describe: (args, facts) => ({
        title: titleOf(weakness, args, facts),
        message: messageOf(args, attack(args), facts),
        remediation: remediation(args),
        steps: stepTexts(args),
        guardReason: guardReason(args),
      }),
      *find(flows) {
        const [flow] = flows
        yield {
          arguments: argumentsOf(flows),
          severity: severityOf(selection, flow),
          precision: precisionOf(document, flow),
          cwe: [...document.cwe, ...(cwe?.(flow) ?? [])],
        }
      },
    }),
    ...selection,
  }
}

/** Calls that concatenate values. */
const concatenatingCalls: ReadonlySet<string> = new Set(['join', 'concat', 'format'])

/** Reports whether the sink receives the value unchanged, either as a whole or as part of a text. */
export function isDirect({ isWhole, steps }: Pick<Flow, 'isWhole' | 'steps'>): boolean {
  return (
    isWhole ||
    steps.some(
      ({ kind, name = '' }) =>
        kind === 'concatenation' || kind === 'element' || (kind === 'call' && concatenatingCalls.has(name)),
    )
  )
}

/** Returns whose privileges an attacker gains: those of the server, or those of a program started by a user. */
export const processOf = ({ source, offer }: FlowArguments): 'server' | 'program' =>
  source.kind === 'cli-argument' || source.kind === 'api-argument' || (source.kind === 'remote-response' && !offer)
    ? 'program'
    : 'server'
