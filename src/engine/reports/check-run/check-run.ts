import { annotate, type Annotations } from './annotations.ts'
import type { CheckRunInput } from './check-run-input.ts'
import { findingCounts } from './finding-counts.ts'
import { checkRunSummary } from './summary.ts'
import { checkRunTitle } from './title.ts'

/** Completed check run, in the form that GitHub's API accepts. */
export interface CheckRunTexts {
  readonly conclusion: 'success' | 'failure' | 'neutral'
  /** Number of new findings that count toward the verdict. */
  readonly failingFindings: number
  readonly title: string
  /** Summary in Markdown. */
  readonly summary: string
  /** Returns a summary shorter than `bytes` bytes. Entries that do not fit are omitted and counted. */
  readonly summaryWithin: (bytes: number) => string
  readonly annotations: Annotations
}

/**
 * Returns a scan's check run. A pass is green and a failure is red. Any other verdict is neutral, with the reason in
 * the text.
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
