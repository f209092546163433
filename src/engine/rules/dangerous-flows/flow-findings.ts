import { setImmediate as turn } from 'node:timers/promises'
import type { Flow, FlowStep } from '../../analysis/flow.ts'
import { codeFingerprints, fingerprint } from '../../model/fingerprint.ts'
import { precisions } from '../../model/rule.ts'
import { compareSeverity } from '../../model/severity.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import type { FoundFinding } from '../found-finding.ts'
import type { FlowRule } from './flow-rule.ts'
import { isMeant, precisionOf, severityOf } from './flow-severity.ts'
import { flowRules } from './rules/catalogue.ts'
import { type SinkCode, sinkCodeOf, statementLines } from './sink-code.ts'
import { guardOf, messageOf, stepMessage, titleOf } from './wording.ts'

const ruleOf = (flow: Flow): FlowRule | undefined =>
  flowRules.find((rule) => rule.kind === flow.kind && rule.applies?.(flow) === true) ??
  flowRules.find((rule) => rule.kind === flow.kind && !rule.applies)

/**
 * Flows of one rule that end in the same place, and of what is read as a language, are put together in the same one;
 * the worst first.
 */
interface ReachedPlace {
  readonly rule: FlowRule
  readonly sink: FlowStep
  /** Where it is put together, if that is elsewhere. */
  readonly built: Place | undefined
  readonly flows: [Flow, ...Flow[]]
}

type Place = Pick<FlowStep, 'path' | 'line' | 'column'>

/** Findings that are told before other work of the process has its turn: near 25 ms of them. */
const turnFindings = 100

/**
 * One finding for each place and rule, in the order of the flows. What a tool or program is there for is none. Throws
 * when the signal aborts.
 */
export async function* flowFindings(
  flows: readonly Flow[],
  snapshot: Pick<Snapshot, 'files'>,
  signal: AbortSignal,
): AsyncGenerator<FoundFinding> {
  const places = reachedPlaces(flows)
  const codes = await codesAt(
    places.map(({ sink }) => sink),
    snapshot,
    signal,
  )
  const builtCodes = await codesAt(
    places.map(({ built }) => built),
    snapshot,
    signal,
  )
  // Many statements that are put together elsewhere are run by one line.
  const prints = codeFingerprints(
    places.map(({ rule }, index) => ({
      ruleId: rule.document.id,
      code: codes[index]?.code ?? '',
      symbol: builtCodes[index]?.code,
    })),
  )
  const guardCodes = await codesAt(
    places.map(({ flows: [{ undecided }] }) => undecided && { ...undecided, column: 1 }),
    snapshot,
    signal,
  )
  for (const [index, place] of places.entries()) {
    if (index % turnFindings === turnFindings - 1) await turn()
    signal.throwIfAborted()
    yield findingOf(place, printOf(place, prints[index] ?? '', guardCodes[index]?.code), codes[index]?.snippet)
  }
}

/**
 * The fingerprint of a finding: without its guard that could not be judged, or behind another one, it is another
 * finding.
 */
function printOf({ flows: [{ undecided }] }: ReachedPlace, print: string, guardCode: string | undefined): string {
  if (!undecided) return print
  return (
    codeFingerprints([
      { ruleId: print, code: guardCode ?? '', symbol: fingerprint(['undecided', undecided.name ?? '']) },
    ])[0] ?? print
  )
}

function reachedPlaces(flows: readonly Flow[]): ReachedPlace[] {
  const places = new Map<string, ReachedPlace>()
  for (const flow of flows) {
    const rule = ruleOf(flow)
    const sink = flow.steps.at(-1)
    if (isMeant(flow) || !rule || !sink) continue
    const { builtAt } = flow
    const built = builtAt && !isInStatement(builtAt, sink) ? builtAt : undefined
    const key = [
      rule.document.id,
      sink.path,
      sink.line,
      sink.column,
      ...(built ? [built.path, built.line, built.column] : []),
    ].join('\n')
    const place = places.get(key)
    if (place) place.flows.push(flow)
    else places.set(key, { rule, sink, built, flows: [flow] })
  }
  for (const { rule, flows } of places.values())
    flows.sort(
      (a, b) =>
        compareSeverity(severityOf(rule, a), severityOf(rule, b)) ||
        precisions.indexOf(precisionOf(rule, a)) - precisions.indexOf(precisionOf(rule, b)),
    )
  return [...places.values()]
}

/** Whether a place may be in the statement of a sink, which goes on over lines. */
const isInStatement = (place: Place, sink: Place) =>
  place.path === sink.path && place.line >= sink.line && place.line < sink.line + statementLines

/** The code of each place. Files are read one after the other, each once, and let go of again. */
async function codesAt(
  places: readonly (Place | undefined)[],
  { files }: Pick<Snapshot, 'files'>,
  signal: AbortSignal,
): Promise<(SinkCode | undefined)[]> {
  const codes: (SinkCode | undefined)[] = places.map(() => undefined)
  for (const [path, placesInFile] of Map.groupBy(places.entries(), ([, place]) => place?.path)) {
    const file = path === undefined ? undefined : files.get(path)
    if (!file) continue
    const codeAt = sinkCodeOf(file)
    for (const [index, place] of placesInFile) if (place) codes[index] = codeAt(place)
    await turn()
    signal.throwIfAborted()
  }
  return codes
}

function findingOf(
  { rule, sink, flows: [flow, ...others] }: ReachedPlace,
  print: string,
  snippet: string | undefined,
): FoundFinding {
  const { id, category, cwe, owaspMcp } = rule.document
  const guard = guardOf(flow)
  return {
    ruleId: id,
    title: titleOf(rule, flow),
    message: messageOf(rule, flow, others),
    severity: severityOf(rule, flow),
    precision: precisionOf(rule, flow),
    category,
    cwe: [...cwe, ...(rule.cwe?.(flow) ?? [])],
    owaspMcp,
    location: {
      path: sink.path,
      startLine: sink.line,
      startColumn: sink.column,
      ...(snippet !== undefined && snippet !== '' && { snippet }),
    },
    trace: flow.steps.map((step) => ({
      path: step.path,
      line: step.line,
      column: step.column,
      message: stepMessage(step),
    })),
    ...(guard && { guard }),
    fingerprint: print,
    remediation: rule.remediation(flow),
  }
}
