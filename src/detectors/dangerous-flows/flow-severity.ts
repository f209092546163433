import type { EntryKind } from '../../dataflow/entries/entry.ts'
import type { Flow } from '../../dataflow/flow.ts'
import type { TaintKind } from '../../dataflow/taint-kind.ts'
import type { Precision } from '../../model/rule.ts'
import { type Severity, severities } from '../../model/severity.ts'
import type { FlowRule } from './flow-rule.ts'

/**
 * How bad a flow is. What a remote server answers counts a step less than what a caller sends, because somebody has to be talked into connecting to it
 * first, but for what is opened, which such servers decide more than anybody. Addresses that it names, of a next page or an endpoint, are how protocols
 * work: they count as low. Who starts the program harms himself at most.
 */
export function severityOf(rule: FlowRule, flow: Flow): Severity {
  const severity = rule.severity(flow)
  if (flow.entry === 'cli-argument') return 'low'
  if (flow.entry !== 'remote-response' || rule.kind === 'open') return severity
  if (rule.kind === 'url') return 'low'
  return severities[severities.indexOf(severity) + 1] ?? severity
}

/** Entries that are what they look like: a registration names them. */
const registered: ReadonlySet<EntryKind> = new Set<EntryKind>(['tool-argument', 'resource-uri', 'prompt-argument', 'http-request'])

/** How sure a flow is: less where the sink is known by its name alone, which a model's id tells by a dot before it. */
export function precisionOf({ entry, model }: Pick<Flow, 'entry' | 'model'>): Precision {
  if (entry === 'cli-argument') return 'low'
  return registered.has(entry) && !model.startsWith('.') ? 'high' : 'medium'
}

/** What people start a program for: the file, address, program or module that they name on its command line. */
const named: ReadonlySet<TaintKind> = new Set<TaintKind>(['code', 'open', 'path', 'process', 'redirect', 'url'])

/** Whether a flow is what it is there for and no defect: a tool that says of itself that it runs commands, a program that reads the file which it is started with. */
export function isMeant({ kind, entry, isPurpose }: Pick<Flow, 'kind' | 'entry' | 'isPurpose'>): boolean {
  return isPurpose || (entry === 'cli-argument' && named.has(kind))
}
