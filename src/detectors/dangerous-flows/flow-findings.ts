import { setImmediate as turn } from 'node:timers/promises'
import type { Flow, FlowStep } from '../../dataflow/flow.ts'
import type { DetectedFinding } from '../../model/finding.ts'
import { codeFingerprints } from '../../model/fingerprint.ts'
import { precisions } from '../../model/rule.ts'
import { compareSeverity } from '../../model/severity.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import type { FlowRule } from './flow-rule.ts'
import { isMeant, precisionOf, severityOf } from './flow-severity.ts'
import { flowRules } from './rules/catalogue.ts'
import { type SinkCode, sinkCodeOf } from './sink-code.ts'
import { messageOf, stepMessage, titleOf } from './wording.ts'

const ruleOf = new Map(flowRules.map((rule) => [rule.kind, rule]))

/** Flows of one rule that end in the same place; the worst first. */
interface ReachedPlace {
  readonly rule: FlowRule
  readonly sink: FlowStep
  readonly flows: [Flow, ...Flow[]]
}

/** Findings that are told before other work of the process has its turn: near 25 ms of them. */
const turnFindings = 100

/** One finding for each place and rule, in the order of the flows. What a tool or program is there for is none. Throws when the signal aborts. */
export async function* flowFindings(flows: readonly Flow[], snapshot: Pick<Snapshot, 'files'>, signal: AbortSignal): AsyncGenerator<DetectedFinding> {
  const places = reachedPlaces(flows)
  const codes = await sinkCodes(places, snapshot, signal)
  const prints = codeFingerprints(places.map(({ rule }, index) => ({ ruleId: rule.document.id, code: codes[index]?.code ?? '' })))
  for (const [index, place] of places.entries()) {
    if (index % turnFindings === turnFindings - 1) await turn()
    signal.throwIfAborted()
    yield findingOf(place, prints[index] ?? '', codes[index]?.snippet)
  }
}

function reachedPlaces(flows: readonly Flow[]): ReachedPlace[] {
  const places = new Map<string, ReachedPlace>()
  for (const flow of flows) {
    const rule = ruleOf.get(flow.kind)
    const sink = flow.steps.at(-1)
    if (isMeant(flow) || !rule || !sink) continue
    const key = [rule.document.id, sink.path, sink.line, sink.column].join('\n')
    const place = places.get(key)
    if (place) place.flows.push(flow)
    else places.set(key, { rule, sink, flows: [flow] })
  }
  for (const { rule, flows } of places.values()) flows.sort((a, b) => compareSeverity(severityOf(rule, a), severityOf(rule, b)) || precisions.indexOf(precisionOf(a)) - precisions.indexOf(precisionOf(b)))
  return [...places.values()]
}

/** The code of each place. Files are read one after the other, each once, and let go of again. */
async function sinkCodes(places: readonly ReachedPlace[], { files }: Pick<Snapshot, 'files'>, signal: AbortSignal): Promise<(SinkCode | undefined)[]> {
  const codes: (SinkCode | undefined)[] = places.map(() => undefined)
  for (const [path, placesInFile] of Map.groupBy(places.entries(), ([, { sink }]) => sink.path)) {
    const file = files.get(path)
    if (!file) continue
    const codeAt = sinkCodeOf(file)
    for (const [index, { sink }] of placesInFile) codes[index] = codeAt(sink)
    await turn()
    signal.throwIfAborted()
  }
  return codes
}

function findingOf({ rule, sink, flows: [flow, ...others] }: ReachedPlace, print: string, snippet: string | undefined): DetectedFinding {
  const { id, category, cwe, owaspMcp } = rule.document
  return {
    ruleId: id,
    title: titleOf(rule, flow),
    message: messageOf(rule, flow, others),
    severity: severityOf(rule, flow),
    precision: precisionOf(flow),
    category,
    cwe: [...cwe, ...(rule.cwe?.(flow) ?? [])],
    owaspMcp,
    location: { path: sink.path, startLine: sink.line, startColumn: sink.column, ...(snippet !== undefined && snippet !== '' && { snippet }) },
    trace: flow.steps.map((step) => ({ path: step.path, line: step.line, message: stepMessage(step) })),
    fingerprint: print,
    remediation: rule.remediation(flow),
  }
}
