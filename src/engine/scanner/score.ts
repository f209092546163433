import type { Finding } from '../model/finding.ts'
import { type Grade, gradeOf } from '../model/score.ts'
import { type Severity, severities } from '../model/severity.ts'

/**
 * Version of the formula in this file; stored beside every score, so that a changed formula never looks like a changed
 * project.
 */
export const scoringMethod = '1'

/** Points that the first finding of a severity costs. */
const basePoints: Record<Severity, number> = { critical: 40, high: 20, medium: 8, low: 2, info: 0 }

/** Each further finding of a severity costs this share of the one before, so 200 low ones never outweigh a critical. */
const diminishing = 0.7

/** How much of its points a finding costs that may be wrong. */
const precisionFactor: Record<Finding['precision'], number> = { 'very-high': 1, high: 1, medium: 0.6, low: 0.3 }

/** A flaw in what is needed only for development does not reach who installs the project. */
const devFactor = 0.25

/** The best score that an open finding of a severity leaves, where it is sure and not dev-only. */
const caps: Partial<Record<Severity, number>> = { critical: 54, high: 84 }

/** The best score of a scan that did not see everything. */
const partialCap = 84

/** So that sums of fractions which miss a whole number by a rounding error are not rounded a point down. */
const roundingSlack = 1e-9

/** What the formula looks at; it knows severities and precisions, never rules. */
export type ScoredFinding = Pick<Finding, 'severity' | 'precision'> & {
  readonly component?: { readonly dev: boolean } | undefined
}

export interface Deduction<Scored extends ScoredFinding> {
  readonly finding: Scored
  /** Taken from 100, unrounded. */
  readonly points: number
}

export interface Score<Scored extends ScoredFinding> {
  /** 0 to 100, whole. */
  readonly score: number
  readonly grade: Grade
  readonly method: string
  readonly deductions: readonly Deduction<Scored>[]
  /** Caps that were in force, lowest first; the score is at most the first. */
  readonly caps: readonly { readonly score: number; readonly reason: string }[]
}

/**
 * Scores open findings: 100 less the deductions, at most the lowest cap, rounded down, never under 0.
 * Pure; the order of the findings does not matter.
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
    ...(partial ? [{ score: partialCap, reason: 'the scan was incomplete' }] : []),
  ].sort((a, b) => a.score - b.score)
  const score = Math.max(0, Math.floor(Math.min(100 - total, ...inForce.map((cap) => cap.score)) + roundingSlack))
  return { score, grade: gradeOf(score), method: scoringMethod, deductions, caps: inForce }
}

/** Deductions of the findings of one severity: the weightiest in full, each next one less. */
function deduct<Scored extends ScoredFinding>(findings: readonly Scored[]): Deduction<Scored>[] {
  return findings
    .map((finding) => ({
      finding,
      weight: precisionFactor[finding.precision] * (finding.component?.dev ? devFactor : 1),
    }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ finding, weight }, rank) => ({
      finding,
      points: basePoints[finding.severity] * weight * diminishing ** rank,
    }))
}

function isCertain(finding: ScoredFinding): boolean {
  return (finding.precision === 'very-high' || finding.precision === 'high') && finding.component?.dev !== true
}
