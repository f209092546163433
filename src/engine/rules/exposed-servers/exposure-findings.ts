import { setImmediate as turn } from 'node:timers/promises'
import type { FlowReport } from '../../analysis/flow.ts'
import { codeFingerprints } from '../../model/fingerprint.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { type SinkCode, sinkCodeOf } from '../dangerous-flows/sink-code.ts'
import { displayLine } from '../display-text.ts'
import { findingOf } from '../finding-text.ts'
import type { FoundFinding } from '../found-finding.ts'
import type { ExposureMatch } from './exposure-rule.ts'
import { exposureRules } from './rules/catalogue.ts'

/** Yields one finding for each place and rule. Throws if the signal aborts. */
export async function* exposureFindings(
  { exposure, tools, flows }: Pick<FlowReport, 'exposure' | 'tools' | 'flows'>,
  { files }: Pick<Snapshot, 'files'>,
  signal: AbortSignal,
): AsyncGenerator<FoundFinding> {
  const matches = exposureRules.flatMap((rule) =>
    withoutTwins(distinct([...rule.find({ exposure, tools, flows })])).map((match) => ({ rule, match })),
  )
  const codes = new Map<ExposureMatch, SinkCode>()
  for (const [path, inFile] of Map.groupBy(matches, ({ match }) => match.spot.path)) {
    const file = files.get(path)
    if (!file) continue
    const codeAt = sinkCodeOf(file)
    for (const { match } of inFile) codes.set(match, codeAt(match.spot))
    await turn()
    signal.throwIfAborted()
  }
  const fingerprints = codeFingerprints(
    matches.map(({ rule, match }) => ({ ruleId: rule.id, code: codes.get(match)?.code ?? '' })),
  )
  for (const [index, { rule, match }] of matches.entries()) {
    const { spot, steps, severity, precision } = match
    const snippet = codes.get(match)?.snippet
    yield findingOf(rule, {
      arguments: match.arguments,
      severity,
      precision,
      location: {
        path: spot.path,
        startLine: spot.line,
        startColumn: spot.column,
        ...(snippet !== undefined && snippet !== '' && { snippet }),
      },
      trace: steps.map((step) => ({
        path: step.spot.path,
        line: step.spot.line,
        column: step.spot.column,
        message: displayLine(step.message, 500),
      })),
      fingerprint: fingerprints[index] ?? '',
    })
  }
}

/** Returns the first match at each place. */
function distinct(matches: readonly ExposureMatch[]): readonly ExposureMatch[] {
  return [
    ...new Map(
      matches.toReversed().map((match) => [`${match.spot.path} ${match.spot.line} ${match.spot.column}`, match]),
    ).values(),
  ].toReversed()
}

const compiled = /\.([cm]?)js$/

/** Removes matches in compiled files next to a source file with as many matches: `http.js` next to `http.ts`. */
function withoutTwins(matches: readonly ExposureMatch[]): readonly ExposureMatch[] {
  const counts = new Map<string, number>()
  for (const { spot } of matches) counts.set(spot.path, (counts.get(spot.path) ?? 0) + 1)
  return matches.filter(({ spot: { path } }) => {
    if (!compiled.test(path)) return true
    const own = counts.get(path) ?? 0
    return !['ts', 'tsx'].some((extension) => (counts.get(path.replace(compiled, `.$1${extension}`)) ?? 0) >= own)
  })
}
