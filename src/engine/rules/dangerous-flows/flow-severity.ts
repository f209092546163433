import type { TaintSourceKind } from '../../analysis/taint/sources/taint-source.ts'
import type { Flow } from '../../analysis/flow.ts'
import type { TaintKind } from '../../analysis/taint-kind.ts'
import type { Precision } from '../../model/rule.ts'
import { compareSeverity, type Severity, severities } from '../../model/severity.ts'
import type { FlowRule } from './flow-rule.ts'

/** What a tool is asked to do, and what another tool of the server does when it is asked, is at most this bad. */
const meantAtMost: Severity = 'medium'

/**
 * How bad a flow is. What the author meant decides first: an argument that is asked for as a path or an address, and
 * that is used as it is with no guard at all, makes the tool do what it says, only with no bound: that is worth
 * knowing, and no more. A name that is put below a folder, a guard that does not hold, and an argument that says of
 * itself where it stays were all meant to be bounded, and are not: they count in full. So does what comes by HTTP. A
 * statement that is put together from arguments, where another tool runs any statement in the same database, is a
 * second way to the same power, which somebody may have allowed for one tool alone: it is worth knowing as well. What a
 * remote server answers counts a step less than what a caller sends, because somebody has to be talked into connecting
 * to it first, but for what is opened, which such servers decide more than anybody; what a host answers that the
 * program names itself counts one step less again: nobody can choose another, and its user trusts it anyway. Addresses
 * that it names, of a next page or an endpoint, are how protocols work: they count as low. Who starts the program harms
 * himself at most. In a project with more ways than can be told apart, what was found where callers were joined counts
 * a step less than the same elsewhere.
 */
export function severityOf(rule: FlowRule, flow: Flow): Severity {
  const severity = severityOfWay(rule, flow)
  return flow.isCoarse ? lowered(severity, 1) : severity
}

function severityOfWay(rule: FlowRule, flow: Flow): Severity {
  const full = rule.severity(flow)
  const severity =
    (flow.isDeclared || flow.isFreeElsewhere) && compareSeverity(full, meantAtMost) < 0 ? meantAtMost : full
  if (flow.entry === 'cli-argument') return 'low'
  if (flow.entry !== 'remote-response') return severity
  if (rule.kind === 'url') return 'low'
  return lowered(severity, (rule.kind === 'open' ? 0 : 1) + (flow.ownHost === undefined ? 0 : 1))
}

/** So many steps less bad, and at least low. */
function lowered(severity: Severity, steps: number): Severity {
  return severities[Math.min(severities.indexOf(severity) + steps, severities.indexOf('low'))] ?? severity
}

/** Entries that are what they look like: a registration names them. */
const registered: ReadonlySet<TaintSourceKind> = new Set<TaintSourceKind>([
  'tool-argument',
  'resource-uri',
  'prompt-argument',
  'http-request',
])

/**
 * How sure a flow is: as its rule has earned it, and less where the sink is known by its name alone, which a model's id
 * tells by a dot before it, where it lies in code that bears another package's name, where callers were joined on its
 * way, and where a guard on it could not be judged.
 */
export function precisionOf(
  { document }: Pick<FlowRule, 'document'>,
  {
    entry,
    model,
    vendoredIn,
    isCoarse,
    undecided,
  }: Pick<Flow, 'entry' | 'model' | 'vendoredIn' | 'isCoarse' | 'undecided'>,
): Precision {
  if (entry === 'cli-argument' || vendoredIn !== undefined || isCoarse || undecided) return 'low'
  return registered.has(entry) && !model.startsWith('.') ? document.precision : 'medium'
}

/** What people start a program for: the file, address, program or module that they name on its command line. */
const named: ReadonlySet<TaintKind> = new Set<TaintKind>(['code', 'open', 'path', 'process', 'redirect', 'url'])

/**
 * Whether a flow is what it is there for and no defect: a tool that says of itself that it runs commands, a program
 * that reads the file which it is started with.
 */
export function isMeant({ kind, entry, isPurpose }: Pick<Flow, 'kind' | 'entry' | 'isPurpose'>): boolean {
  return isPurpose || (entry === 'cli-argument' && named.has(kind))
}
