import type { Measurement } from '../measurement.ts'
import type { JudgedServer } from './benign-notes.ts'
import type { DetectionOutcome } from './detect.ts'
import { blindFiguresOf, type Figures, figuresOf, type Share } from './figures.ts'
import type { JudgedCase } from './judge.ts'
import { benignFigures } from './report.ts'

/**
 * A line of the result: a figure in the common format with its counts, or a case or server with its complete result.
 */
export type DetectionResult = Measurement & {
  readonly hits?: number
  readonly of?: number
  readonly case?: object
  readonly server?: object
}

/** Required values by measure. */
const limits: Readonly<Record<string, number>> = {
  'cases, tier A-direct-flow, npm: caught': 0.9,
  'cases, tier B-flawed-guard, npm: caught': 0.6,
  'cases, tiers A and B, npm: silent on the fix': 0.95,
  'pairs, all: told apart': 1,
}

/** Returns the complete result in the format of the other parts: figures first, then cases, then servers. */
export function resultsOf({
  cases,
  byOriginal = [],
  benign,
}: Pick<DetectionOutcome, 'cases' | 'benign'> & Partial<Pick<DetectionOutcome, 'byOriginal'>>): DetectionResult[] {
  const sets = ['cases', 'pairs'] as const
  const blind = cases.filter((one) => one.case.set === 'blind')
  return [
    ...sets.flatMap((set) =>
      figuresOf(cases.filter((one) => one.case.set === set)).flatMap((figures) => sharesOf(set, figures)),
    ),
    ...(blind.length === 0 ? [] : blindFiguresOf(blind).flatMap((figures) => sharesOf('blind cases', figures))),
    ...figuresOf(byOriginal.filter((one) => one.case.set === 'cases')).flatMap((figures) =>
      sharesOf('cases by source file', figures),
    ),
    ...(benign.length === 0 ? [] : benignResults(benign)),
    ...cases.filter((one) => one.case.set !== 'blind').map(caseResult),
    ...benign.map(serverResult),
  ]
}

function sharesOf(set: string, { group, ...shares }: Figures): DetectionResult[] {
  const named: readonly (readonly [string, Share])[] = [
    ['caught', shares.caught],
    ['caught near the sink', shares.caughtNear],
    ['silent on the fix', shares.silent],
    ['nothing of the class anywhere in the fix', shares.silentAnywhere],
    ['silent on a fix that is arguable', shares.silentArguable],
    ['told apart', shares.toldApart],
    ['undecided', shares.undecided],
    ['undecided on the fix', shares.undecidedFix],
  ]
  return named.filter(([, { of }]) => of > 0).map(([name, share]) => shareResult(`${set}, ${group}: ${name}`, share))
}

function shareResult(measure: string, { hits, of }: Share): DetectionResult {
  return { ...single(measure, 'share', hits / of, limits[measure]), n: of, hits, of }
}

function benignResults(servers: readonly JudgedServer[]): DetectionResult[] {
  const { findings, undecided, scanned } = benignFigures(servers)
  const perServer = (measure: string, count: number, limit: number): DetectionResult => ({
    ...single(`${measure} per popular server`, 'findings', scanned === 0 ? Number.NaN : count / scanned, limit),
    n: scanned,
    hits: count,
    of: servers.length,
  })
  return [
    perServer('high and critical findings', findings, 0.2),
    perServer('findings behind a guard that could not be judged', undecided, 1),
  ]
}

function caseResult({
  case: subject,
  caught,
  linesAway,
  inFile,
  anywhere,
  noise,
  noiseElsewhere,
  undecided,
  problems,
}: JudgedCase): DetectionResult {
  const { id, set, ecosystem, class: name, tier, sink, silence } = subject
  return {
    ...single(`${set}, ${id}`, 'caught', caught ? 1 : 0),
    case: {
      id,
      set,
      ecosystem,
      class: name,
      tier,
      sink,
      silenceExpected: silence,
      caught: caught ?? null,
      linesAway: linesAway ?? null,
      fix: inFile,
      fixAnywhere: anywhere,
      noise,
      noiseElsewhere: noiseElsewhere.length,
      undecided: undecided.vulnerable,
      undecidedOnFix: undecided.fixed,
      problems,
    },
  }
}

function serverResult({
  name,
  ecosystem,
  findings,
  lower,
  undecided,
  problems,
  isMissing,
}: JudgedServer): DetectionResult {
  return {
    ...single(`server ${name}`, 'findings', isMissing ? Number.NaN : findings.length),
    server: { name, ecosystem, findings, lower, undecided, problems },
  }
}

/** A figure with one sample, because the same input gives the same result. */
function single(measure: string, unit: string, value: number, limit?: number): Measurement {
  const rounded = Number(value.toPrecision(4))
  return {
    measure,
    unit,
    n: 1,
    median: rounded,
    p99: rounded,
    peer: limit === undefined ? null : 'limit',
    peerMedian: limit ?? null,
    ratio: limit === undefined ? null : Number((value / limit).toPrecision(4)),
  }
}
