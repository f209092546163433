import type { TaintSourceKind } from '../../analysis/taint/sources/taint-source.ts'
import type { Flow } from '../../analysis/flow.ts'
import type { TaintKind } from '../../analysis/taint-kind.ts'
import type { Precision } from '../../model/rule.ts'
import { compareSeverity, type Severity, severities } from '../../model/severity.ts'

/**
 * Maximum severity for a tool's intended effects, queries that another tool allows anyway, stored input, and reads of
 * files with a constant extension.
 */
const maxLoweredSeverity: Severity = 'medium'

/** Parts of a rule that determine a flow's severity. */
interface SeverityRule {
  readonly kind: TaintKind
  baseSeverity(flow: Flow): Severity
}

/**
 * Returns a flow's severity.
 *
 * - A tool that requests a path or a URL and uses it unchanged works as described, so the severity is at most medium. A
 *   name below a folder, a flawed check, and an argument whose description states a limit show an intended restriction,
 *   so full severity applies. HTTP requests have full severity too.
 * - A query that is composed of arguments is at most medium if another tool runs arbitrary queries on the same
 *   database. A user may have allowed only the other tool.
 * - A path to which the program appends a constant file extension is at most medium if it is only read. Keys and
 *   passwords rarely have such file names.
 * - Input that one request stores and another request or command uses is at most medium. The program may load the
 *   object that it uses from a file, and the request may exist to change this setting.
 * - A remote server's response is one step lower, because the victim has to connect to that server first. URLs that a
 *   server opens are not lowered, because remote servers often choose them. A response from a hard-coded host is one
 *   more step lower, because an attacker cannot choose another host and the program's users trust it.
 * - URLs in a response, such as that of the next page, are low, because protocols work this way.
 * - Arguments of exported functions and stored data are at most medium: another program, or an earlier caller,
 *   determines whether an attacker controls them.
 * - Command-line arguments are low, because users who start the program only attack themselves.
 * - In a project with more call contexts than the analysis distinguishes, a flow through merged contexts is one step
 *   lower. It is low if its path is long, because each step may combine unrelated callers.
 * - A sink that is recognized only by its parameter name is one step lower.
 */
export function severityOf(rule: SeverityRule, flow: Flow): Severity {
  if (flow.isFarFetched) return 'low'
  return lowered(severityOfSource(rule, flow), (flow.isCoarse ? 1 : 0) + (flow.presumed ? 1 : 0))
}

function severityOfSource(rule: SeverityRule, flow: Flow): Severity {
  const base = rule.baseSeverity(flow)
  const severity =
    (flow.isDeclared || flow.isFreeElsewhere || flow.storedAt || readsOnlySome(flow) || weak.has(flow.entry)) &&
    compareSeverity(base, maxLoweredSeverity) < 0
      ? maxLoweredSeverity
      : base
  if (flow.entry === 'cli-argument') return 'low'
  if (flow.entry !== 'remote-response') return severity
  if (rule.kind === 'url') return 'low'
  return lowered(severity, (rule.kind === 'open' ? 0 : 1) + (flow.ownHost === undefined ? 0 : 1))
}

/** Sources that an attacker controls only through another program or an earlier request. */
const weak: ReadonlySet<TaintSourceKind> = new Set<TaintSourceKind>(['api-argument', 'stored-data'])

/** Reports whether a flow only reads files, and only those that have a constant extension after the untrusted input. */
function readsOnlySome({ suffix, action }: Flow): boolean {
  return suffix !== undefined && action !== 'write-file'
}

/** Lowers a severity by a number of steps, but not below low. */
function lowered(severity: Severity, steps: number): Severity {
  if (steps === 0) return severity
  return severities[Math.min(severities.indexOf(severity) + steps, severities.indexOf('low'))] ?? severity
}

/** Source kinds that a registration in the code confirms, such as that of a tool or a route. */
const registered: ReadonlySet<TaintSourceKind> = new Set<TaintSourceKind>([
  'tool-argument',
  'resource-uri',
  'prompt-argument',
  'http-request',
])

/**
 * Returns a flow's precision, which is that of its rule or lower. The precision is lower for:
 *
 * - sinks identified only by their method name (their model starts with a dot) or suggested only by names
 * - input that passes through an object field or that a tool explicitly accepts
 * - code from another package
 * - merged call contexts
 * - a check that could not be evaluated
 */
export function precisionOf(
  { precision }: { readonly precision: Precision },
  {
    entry,
    model,
    vendoredIn,
    isCoarse,
    undecided,
    presumed,
    isDeclared,
    steps,
  }: Pick<Flow, 'entry' | 'model' | 'vendoredIn' | 'isCoarse' | 'undecided' | 'presumed' | 'isDeclared' | 'steps'>,
): Precision {
  if (vendoredIn !== undefined || isCoarse || undecided || weak.has(entry)) return 'low'
  if (presumed) return presumed.confidence
  const isCertain = registered.has(entry) && !model.startsWith('.') && !isDeclared
  return isCertain && !steps.some(({ kind }) => kind === 'loaded') ? precision : 'medium'
}

/** Inputs that users intentionally choose on the command line: a file, an address, a program, or a module. */
const intendedOnCommandLine: ReadonlySet<TaintKind> = new Set<TaintKind>([
  'code',
  'open',
  'path',
  'process',
  'redirect',
  'url',
])

/**
 * Reports whether a flow is the purpose of the code and not a defect. Examples are a tool whose description says that
 * it runs commands, and a program that reads the file named on its command line.
 */
export function isIntended({ kind, entry, isPurpose }: Pick<Flow, 'kind' | 'entry' | 'isPurpose'>): boolean {
  return isPurpose || (entry === 'cli-argument' && intendedOnCommandLine.has(kind))
}
