import type { Finding } from '../model/finding.ts'
import { isNotRunning, type PrioritizedFinding } from '../model/priority.ts'
import { type Grade, gradeOf } from '../model/score.ts'
import { type Severity, severities } from '../model/severity.ts'

/**
 * Version of the scoring formula. Stored with every score to distinguish changes to the formula from changes to the
 * project.
 */
export const scoringMethod = '2'

/** Points deducted for the first finding of each severity. */
const basePoints: Record<Severity, number> = { critical: 40, high: 20, medium: 8, low: 2, info: 0 }

/**
 * Factor applied to the deduction for each further finding of the same severity, so that 200 low findings never
 * outweigh a critical one.
 */
const diminishing = 0.7

/** Share of the deduction that applies at each precision level. */
const precisionFactor: Record<Finding['precision'], number> = { 'very-high': 1, high: 1, medium: 0.6, low: 0.3 }

/**
 * Share of the deduction for development dependencies. Their vulnerabilities do not affect users who install the
 * project.
 */
const devFactor = 0.25

/**
 * Share of the deduction for vulnerabilities whose code the project does not run. They still count, because a later
 * change can call the code, and because the analysis can be wrong.
 */
const notRunningFactor = 0.25

/**
 * Maximum score if there is an open finding of this severity that is sufficiently precise, not limited to development,
 * and not about code that the project does not run.
 */
const caps: Partial<Record<Severity, number>> = { critical: 54, high: 84 }

/** Maximum score of an incomplete scan. */
const partialCap = 84

/** Tolerance that prevents a floating-point error from rounding down a sum of fractions. */
const roundingSlack = 1e-9

/** Fields of a finding that the formula depends on. They include the severity and precision but not the rule. */
export type ScoredFinding = Pick<Finding, 'severity' | 'precision'> & {
  readonly component?: { readonly dev: boolean } | undefined
  readonly reachability?: PrioritizedFinding['reachability']
}

export interface Deduction<Scored extends ScoredFinding> {
  readonly finding: Scored
  /** Points deducted from 100, not rounded. */
  readonly points: number
}

export interface Score<Scored extends ScoredFinding> {
  /** Score as an integer from 0 to 100. */
  readonly score: number
  readonly grade: Grade
  readonly method: string
  readonly deductions: readonly Deduction<Scored>[]
  /** Caps that apply, lowest first. The score is limited by the first one. */
  readonly caps: readonly { readonly score: number; readonly reason: string }[]
}

/**
 * Scores open findings: 100 minus the deductions, limited by the lowest cap, rounded down, and never below 0. Pure
 * function that does not depend on the order of the findings.
 */
export function scoreFindings<Scored extends ScoredFinding>(
  open: readonly Scored[],
  { partial }: { partial: boolean },
): Score<Scored> {
  const deductions = severities.flatMap((severity) => deduct(open.filter((finding) => finding.severity === severity)))
  const total = deductions.reduce((sum, { points }) => sum + points, 0)
  const inForce = [
    ...severities.flatMap((severity) => {
      const cap = caps[severity]
      return cap !== undefined && open.some((finding) => finding.severity === severity && isCertain(finding))
        ? [{ score: cap, reason: `an open ${severity} finding` }]
        : []
    }),
    ...(partial ? [{ score: partialCap, reason: 'an incomplete scan' }] : []),
  ].sort((a, b) => a.score - b.score)
  const score = Math.max(0, Math.floor(Math.min(100 - total, ...inForce.map((cap) => cap.score)) + roundingSlack))
  return { score, grade: gradeOf(score), method: scoringMethod, deductions, caps: inForce }
}

/**
 * Returns the deductions for findings of one severity. The largest counts in full, and each further one counts less.
 */
function deduct<Scored extends ScoredFinding>(findings: readonly Scored[]): Deduction<Scored>[] {
  return findings
    .map((finding) => ({
      finding,
      weight:
        precisionFactor[finding.precision] *
        (finding.component?.dev ? devFactor : 1) *
        (isNotRunning(finding) ? notRunningFactor : 1),
    }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ finding, weight }, rank) => ({
      finding,
      points: basePoints[finding.severity] * weight * diminishing ** rank,
    }))
}

function isCertain(finding: ScoredFinding): boolean {
  const isPrecise = finding.precision === 'very-high' || finding.precision === 'high'
  return isPrecise && finding.component?.dev !== true && !isNotRunning(finding)
}
