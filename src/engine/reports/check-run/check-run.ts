import { annotate, type Annotations } from './annotations.ts'
import type { CheckRunInput } from './check-run-input.ts'
import { findingCounts } from './finding-counts.ts'
import { checkRunSummary } from './summary.ts'
import { checkRunTitle } from './title.ts'

/** A completed check run, for GitHub's API. */
export interface CheckRunTexts {
  readonly conclusion: 'success' | 'failure' | 'neutral'
  /** Number of new findings that count for the verdict. */
  readonly failingFindings: number
  readonly title: string
  /** Markdown. */
  readonly summary: string
  /** Returns the summary below so many bytes. It drops whole entries and counts them. */
  readonly summaryWithin: (bytes: number) => string
  readonly annotations: Annotations
}

/** Returns the check run of a scan. A pass is green, a fail is red, and everything else is neutral, with its reason. */
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
