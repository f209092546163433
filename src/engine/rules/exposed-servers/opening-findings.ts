import { setImmediate as turn } from 'node:timers/promises'
import type { FlowReport } from '../../analysis/flow.ts'
import { codeFingerprints } from '../../model/fingerprint.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { type SinkCode, sinkCodeOf } from '../dangerous-flows/sink-code.ts'
import { maskSecrets } from '../leaked-secrets/mask-secrets.ts'
import type { FoundFinding } from '../found-finding.ts'
import type { ExposureRule, Opening } from './exposure-rule.ts'
import { exposureRules } from './rules/catalogue.ts'

/** One finding for each place and rule. Throws when the signal aborts. */
export async function* openingFindings(
  { exposure, tools }: Pick<FlowReport, 'exposure' | 'tools'>,
  { files }: Pick<Snapshot, 'files'>,
  signal: AbortSignal,
): AsyncGenerator<FoundFinding> {
  const openings = exposureRules.flatMap((rule) =>
    distinct(rule.judge({ exposure, tools })).map((opening) => ({ rule, opening })),
  )
  const codes = new Map<Opening, SinkCode>()
  for (const [path, inFile] of Map.groupBy(openings, ({ opening }) => opening.spot.path)) {
    const file = files.get(path)
    if (!file) continue
    const codeAt = sinkCodeOf(file)
    for (const { opening } of inFile) codes.set(opening, codeAt(opening.spot))
    await turn()
    signal.throwIfAborted()
  }
  const prints = codeFingerprints(
    openings.map(({ rule, opening }) => ({ ruleId: rule.document.id, code: codes.get(opening)?.code ?? '' })),
  )
  for (const [index, { rule, opening }] of openings.entries())
    yield findingOf(rule, opening, { print: prints[index] ?? '', snippet: codes.get(opening)?.snippet })
}

/** The first of those at one place. */
function distinct(openings: readonly Opening[]): readonly Opening[] {
  return [
    ...new Map(
      openings
        .toReversed()
        .map((opening) => [`${opening.spot.path} ${opening.spot.line} ${opening.spot.column}`, opening]),
    ).values(),
  ].toReversed()
}

function findingOf(
  { document }: ExposureRule,
  { spot, steps, title, message, severity, precision, remediation }: Opening,
  { print, snippet }: { readonly print: string; readonly snippet: string | undefined },
): FoundFinding {
  return {
    ruleId: document.id,
    title: plain(title, 200),
    message: plain(message, 1_500),
    severity,
    precision,
    category: document.category,
    cwe: [...document.cwe],
    owaspMcp: [...document.owaspMcp],
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
      message: plain(step.message, 500),
    })),
    fingerprint: print,
    remediation,
  }
}

/**
 * What has words of the scanned project in it, as it may be shown: in one line, nothing invisible in it, secrets
 * masked.
 */
function plain(text: string, longest: number): string {
  const line = maskSecrets(text)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\s]+/gu, ' ')
    .trim()
  return line.length <= longest ? line : `${line.slice(0, longest).toWellFormed()}…`
}
