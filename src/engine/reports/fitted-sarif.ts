import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Log, Result, Run } from 'sarif'
import { severities } from '../model/severity-order.ts'

/** Limits on one code scanning upload. */
export interface UploadLimits {
  readonly maxResults: number
  /** Maximum size after gzip and base64 encoding. */
  readonly maxBytes: number
}

/** SARIF file for code scanning. */
export interface FittedSarif {
  /** File content, compressed with gzip and encoded in base64. */
  readonly content: string
  readonly results: number
  /** Number of findings that do not fit. These are always the least severe ones. */
  readonly omitted: number
}

const compressed = promisify(gzip)

/**
 * Returns a SARIF file for code scanning with as many findings as fit, most severe first. Omits suppressed findings,
 * because code scanning would open alerts for them.
 */
export async function fittedSarif(
  { runs: [run], ...log }: Log,
  { maxResults, maxBytes }: UploadLimits,
): Promise<FittedSarif> {
  if (!run) throw new TypeError('a SARIF file without a run')
  const open = (run.results ?? [])
    .filter(({ suppressions }) => (suppressions ?? []).length === 0)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
  for (let count = Math.min(open.length, maxResults); ; count = Math.floor(count / 2)) {
    const omitted = open.length - count
    const fitted: Log = { ...log, runs: [withResults(run, open.slice(0, count), omitted)] }
    const content = (await compressed(JSON.stringify(fitted))).toString('base64')
    if (content.length <= maxBytes || count === 0) return { content, results: count, omitted }
  }
}

/** Ranks a finding by five severity levels, worst first. SARIF's `level` has only three. */
function rankOf({ properties }: Result): number {
  const rank = severities.findIndex((severity) => severity === properties?.['severity'])
  return rank < 0 ? severities.length : rank
}

/**
 * Limits the run to these results and the rules that they refer to. Unused rules are removed because GitHub limits
 * their number too.
 */
function withResults(
  { results: _results, invocations: [invocation] = [], ...run }: Run,
  results: readonly Result[],
  omitted: number,
): Run {
  const used = new Set(results.map(({ ruleId }) => ruleId))
  const rules = (run.tool.driver.rules ?? []).filter(({ id }) => used.has(id))
  const places = new Map(rules.map(({ id }, index) => [id, index]))
  const notice = { level: 'warning' as const, message: { text: omittedText(omitted) } }
  return {
    ...run,
    tool: { ...run.tool, driver: { ...run.tool.driver, rules } },
    ...(invocation && {
      invocations: [
        {
          ...invocation,
          ...(omitted > 0 && {
            toolExecutionNotifications: [...(invocation.toolExecutionNotifications ?? []), notice],
          }),
        },
      ],
    }),
    results: results.map((result) => ({ ...result, ruleIndex: places.get(result.ruleId ?? '') ?? -1 })),
  }
}

/** Returns a sentence with the number of omitted findings. */
export function omittedText(omitted: number): string {
  const findings = omitted === 1 ? 'least severe finding' : `${omitted} least severe findings`
  return `Code scanning does not receive the ${findings}, because GitHub limits the size of an upload.`
}
