import { annotate, type Annotations } from './annotations.ts'
import type { CheckRunInput } from './check-run-input.ts'
import { findingCounts } from './finding-counts.ts'
import { checkRunSummary } from './summary.ts'
import { checkRunTitle } from './title.ts'

/** Completed check run for GitHub's API. */
export interface CheckRunTexts {
  readonly conclusion: 'success' | 'failure' | 'neutral'
  /** Number of new findings that count for the verdict. */
  readonly failingFindings: number
  readonly title: string
  /** Summary in Markdown. */
  readonly summary: string
  /** Returns a summary of fewer than `bytes` bytes. Omits and counts whole entries. */
  readonly summaryWithin: (bytes: number) => string
  readonly annotations: Annotations
}

/**
 * Returns the check run of a scan. A pass is green and a fail is red. Any other verdict is neutral, with the reason.
 */
export function checkRunTexts(input: CheckRunInput): CheckRunTexts {
  const annotations = annotate(input.findings, input)
  const facts = { annotations, fixes: input.fixes }
  return {
    conclusion: conclusionOf(input),
    failingFindings: (input.counts ?? findingCounts(input.findings, input)).severe,
    title: checkRunTitle(input),
    summary: checkRunSummary(input, facts),
    summaryWithin: (bytes) => checkRunSummary(input, facts, bytes),
    annotations,
  }
}

function conclusionOf({ verdict }: Pick<CheckRunInput, 'verdict'>): CheckRunTexts['conclusion'] {
  if (verdict === 'pass') return 'success'
  return verdict === 'fail' ? 'failure' : 'neutral'
}
