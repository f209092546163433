import { setImmediate as turn } from 'node:timers/promises'
import type { Flow } from '../../analysis/flow.ts'
import type { FlowStep } from '../../analysis/flow-step.ts'
import { codeFingerprints, fingerprint } from '../../model/fingerprint.ts'
import { precisions } from '../../model/rule.ts'
import { compareSeverity } from '../../model/severity.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { findingOf } from '../finding-text.ts'
import type { FoundFinding } from '../found-finding.ts'
import type { FlowRule } from './flow-rule.ts'
import { isIntended, precisionOf, severityOf } from './flow-severity.ts'
import { guardOf } from './guard-text.ts'
import { flowRules } from './rules/catalogue.ts'
import { type SinkCode, sinkCodeOf, statementLines } from './sink-code.ts'
import { stepTexts } from './step-text.ts'

const ruleOf = (flow: Flow): FlowRule | undefined =>
  flowRules.find((rule) => rule.also?.(flow) === true) ??
  flowRules.find((rule) => rule.kind === flow.kind && rule.applies?.(flow) === true) ??
  flowRules.find((rule) => rule.kind === flow.kind && !rule.applies)

/**
 * One rule's flows into one sink, worst first. Flows of text that is composed elsewhere are grouped by the place of
 * composition instead. Flows of input that is stored for other requests are grouped by source, because a setting can be
 * used in many places.
 */
interface ReachedPlace {
  readonly rule: FlowRule
  readonly sink: FlowStep
  /** Source of stored input. */
  readonly source: FlowStep | undefined
  /** Place where the text is composed, if it is outside the sink's statement. */
  readonly built: Place | undefined
  readonly flows: [Flow, ...Flow[]]
}

type Place = Pick<FlowStep, 'path' | 'line' | 'column'>

/** Number of findings between two yields to the event loop. They take about 25 ms. */
const findingsPerTurn = 100

/**
 * Yields one finding for each rule and sink, in flow order. Excludes flows that are the purpose of the code. Throws if
 * the signal aborts.
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
  const sourceCodes = await codesAt(
    places.map(({ source }) => source),
    snapshot,
    signal,
  )
  const builtCodes = await codesAt(
    places.map(({ built }) => built),
    snapshot,
    signal,
  )
  // One line can run many queries that are composed elsewhere.
  const prints = codeFingerprints(
    places.map(({ rule, source, flows }, index) => ({
      ruleId: rule.id,
      code: (sourceCodes[index] ?? codes[index])?.code ?? '',
      symbol: source ? `stored ${flows[0].source.name ?? ''}` : builtCodes[index]?.code,
    })),
  )
  const guardCodes = await codesAt(
    places.map(({ flows: [{ undecided }] }) => undecided && { ...undecided, column: 1 }),
    snapshot,
    signal,
  )
  for (const [index, place] of places.entries()) {
    if (index % findingsPerTurn === findingsPerTurn - 1) await turn()
    signal.throwIfAborted()
    yield* findingAt(place, printOf(place, prints[index] ?? '', guardCodes[index]?.code), codes[index]?.snippet)
  }
}

/**
 * Returns a finding's fingerprint. It includes a check that could not be evaluated and the functions that this check
 * calls, so changing the check creates a new finding.
 */
function printOf({ flows: [{ undecided }] }: ReachedPlace, print: string, guardCode: string | undefined): string {
  if (!undecided) return print
  return (
    codeFingerprints([
      {
        ruleId: print,
        code: guardCode ?? '',
        symbol: fingerprint(['undecided', undecided.name ?? '', undecided.identity ?? '']),
      },
    ])[0] ?? print
  )
}

function reachedPlaces(flows: readonly Flow[]): ReachedPlace[] {
  const places = new Map<string, ReachedPlace>()
  const direct = new Set<string>()
  // A stored value adds nothing if other untrusted input reaches the same sink directly.
  for (const flow of flows.toSorted((a, b) => Number(isStored(a)) - Number(isStored(b)))) {
    const rule = ruleOf(flow)
    const sink = flow.steps.at(-1)
    if (isIntended(flow) || !rule || !sink) continue
    const { builtAt, entry } = flow
    // Command-line arguments need only one finding per sink.
    const isApart = builtAt && entry !== 'cli-argument' && !isInStatement(builtAt, sink)
    const source = isStored(flow) ? flow.steps[0] : undefined
    const built = isApart && !source ? builtAt : undefined
    const sinkKey = keyOf(rule, sink)
    if (source && direct.has(sinkKey)) continue
    if (!source) direct.add(sinkKey)
    const key = source ? `stored ${keyOf(rule, source)} ${flow.source.name ?? ''}` : keyOf(rule, sink, built)
    const place = places.get(key)
    if (place) place.flows.push(flow)
    else places.set(key, { rule, sink, source, built, flows: [flow] })
  }
  for (const { rule, flows } of places.values())
    flows.sort(
      (a, b) =>
        compareSeverity(severityOf(rule, a), severityOf(rule, b)) ||
        precisions.indexOf(precisionOf(rule, a)) - precisions.indexOf(precisionOf(rule, b)),
    )
  return [...places.values()].map((place) => ({ ...place, sink: place.flows[0].steps.at(-1) ?? place.sink }))
}

const isStored = ({ storedAt, entry }: Flow) => storedAt !== undefined && entry !== 'cli-argument'

const keyOf = ({ id }: FlowRule, ...all: readonly (Place | undefined)[]): string =>
  [id, ...all.flatMap((place) => (place ? [place.path, place.line, place.column] : []))].join('\n')

/** Reports whether a place may be in a sink's statement, which can span several lines. */
const isInStatement = (place: Place, sink: Place) =>
  place.path === sink.path && place.line >= sink.line && place.line < sink.line + statementLines

/** Returns the code at each place. Reads each file once and does not cache it. */
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

function findingAt({ rule, sink, flows }: ReachedPlace, print: string, snippet: string | undefined): FoundFinding[] {
  const [{ steps }] = flows
  return [...rule.find(flows)].map((match) => {
    const guard = guardOf(match.arguments)
    const texts = stepTexts(match.arguments) ?? []
    return {
      ...findingOf(rule, {
        ...match,
        fingerprint: print,
        location: {
          path: sink.path,
          startLine: sink.line,
          startColumn: sink.column,
          ...(snippet !== undefined && snippet !== '' && { snippet }),
        },
        ...(guard && { guard }),
      }),
      trace: steps.map(({ path, line, column }, index) => ({ path, line, column, message: texts[index] ?? '' })),
    }
  })
}
