import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Log, Result, Run } from 'sarif'
import { severities } from '../inputs.ts'

/**
 * Limits of GitHub on one upload,
 * https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning
 */
export const uploadLimits = {
  /** Results. GitHub shows no more, and rejects a file with more than 25,000. */
  maxResults: 5_000,
  /** Size in gzip. GitHub accepts 10 MB. */
  maxBytes: 10_000_000,
} as const

/** A file for code scanning. */
export interface FittedSarif {
  /** In gzip and base64. */
  readonly content: string
  readonly results: number
  /** Findings that the limits do not allow, the least severe ones. */
  readonly omitted: number
}

const compressed = promisify(gzip)

/**
 * Returns a SARIF file for code scanning, with the most severe findings first and as many as fit. Suppressed findings
 * are omitted, because code scanning would open alerts for them. The category is that of the app, so that code scanning
 * has one analysis of a ref, and not one of the app and one of the Action.
 *
 * @param runId identifies this analysis among others of the category
 */
export async function fittedSarif(
  { runs: [run], ...log }: Log,
  {
    runId,
    limits = uploadLimits,
  }: { readonly runId: string; readonly limits?: { maxResults: number; maxBytes: number } },
): Promise<FittedSarif> {
  if (!run) throw new TypeError('a SARIF file without a run')
  const open = (run.results ?? [])
    .filter(({ suppressions }) => (suppressions ?? []).length === 0)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
  for (let count = Math.min(open.length, limits.maxResults); ; count = Math.floor(count / 2)) {
    const omitted = open.length - count
    const fitted: Log = { ...log, runs: [withResults(run, open.slice(0, count), { omitted, runId })] }
    const bytes = await compressed(JSON.stringify(fitted))
    if (bytes.length <= limits.maxBytes || count === 0)
      return { content: bytes.toString('base64'), results: count, omitted }
  }
}

/** The place of a severity in five steps, worst first. The `level` of SARIF has three. */
function rankOf({ properties }: Result): number {
  const rank = severities.findIndex((severity) => severity === properties?.['severity'])
  return rank < 0 ? severities.length : rank
}

/** Returns the run with these results and the rules that they refer to. GitHub limits the rules, too. */
function withResults(
  { results: _results, invocations: [invocation] = [], ...run }: Run,
  results: readonly Result[],
  { omitted, runId }: { readonly omitted: number; readonly runId: string },
): Run {
  const used = new Set(results.map(({ ruleId }) => ruleId))
  const rules = (run.tool.driver.rules ?? []).filter(({ id }) => used.has(id))
  const places = new Map(rules.map(({ id }, index) => [id, index]))
  const notice = { level: 'warning' as const, message: { text: omittedText(omitted) } }
  return {
    ...run,
    tool: { ...run.tool, driver: { ...run.tool.driver, rules } },
    automationDetails: { id: `assay/${runId}` },
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

/** Returns how many findings the upload omits, as a sentence. */
export function omittedText(omitted: number): string {
  const findings = omitted === 1 ? 'least severe finding' : `${omitted} least severe findings`
  return `Code scanning does not receive the ${findings}, because GitHub limits the size of an upload.`
}
