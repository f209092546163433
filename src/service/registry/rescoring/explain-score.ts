import type { Grade } from '../../../engine/model/score.ts'
import { severities } from '../../../engine/model/severity.ts'
import { scoreFindings, type ScoredFinding } from '../../../engine/scanner/score.ts'

/** The parts of a finding that affect the score. */
export interface ScoredPlace {
  /** Position among the server's findings. */
  readonly ordinal: number
  readonly severity: ScoredFinding['severity']
  readonly precision: ScoredFinding['precision']
  readonly isDev: boolean
  readonly reachability?: ScoredFinding['reachability']
}

/** One finding's deduction, and the score without it. */
export interface ExplainedDeduction {
  readonly ordinal: number
  /** Deduction from 100, rounded to hundredths. */
  readonly points: number
  readonly scoreWithout: number
  readonly gradeWithout: Grade
}

export interface ExplainedScore {
  readonly score: number
  readonly grade: Grade
  readonly method: string
  readonly caps: readonly { readonly score: number; readonly reason: string }[]
  /** Sum of all deductions, rounded to hundredths. */
  readonly deducted: number
  /** Deductions, largest first. */
  readonly deductions: readonly ExplainedDeduction[]
}

/** Explains a score with its formula. Pure. Groups equal findings, so 10,000 findings take no longer than ten. */
export function explainScore(findings: readonly ScoredPlace[]): ExplainedScore {
  const open = findings.map(({ isDev, ...finding }) => ({ ...finding, isDev, component: { dev: isDev } }))
  const { score, grade, method, deductions, caps } = scoreFindings(open, { partial: false })
  const without = new Map<string, { readonly score: number; readonly grade: Grade }>()
  const explained = deductions.map(({ finding, points }): ExplainedDeduction => {
    const kind = `${finding.severity} ${finding.precision} ${finding.isDev} ${finding.reachability?.status ?? ''}`
    const rest =
      without.get(kind) ??
      scoreFindings(
        open.filter((other) => other !== finding),
        { partial: false },
      )
    without.set(kind, rest)
    return { ordinal: finding.ordinal, points: rounded(points), scoreWithout: rest.score, gradeWithout: rest.grade }
  })
  return {
    score,
    grade,
    method,
    caps,
    deducted: rounded(deductions.reduce((sum, { points }) => sum + points, 0)),
    deductions: explained.toSorted((one, other) => other.points - one.points || one.ordinal - other.ordinal),
  }
}

/** Deduction for all findings of one severity, and the score without them. */
export interface ExplainedSeverity {
  readonly severity: ScoredPlace['severity']
  readonly findings: number
  /** Deduction from 100, rounded to hundredths. */
  readonly points: number
  readonly scoreWithout: number
  readonly gradeWithout: Grade
}

/** Explains a score by severity, most severe first. Omits severities without findings. Pure. */
export function explainSeverities(findings: readonly ScoredPlace[]): ExplainedSeverity[] {
  const open = findings.map(({ isDev, ...finding }) => ({ ...finding, component: { dev: isDev } }))
  const { deductions } = scoreFindings(open, { partial: false })
  return severities.flatMap((severity) => {
    const own = deductions.filter(({ finding }) => finding.severity === severity)
    if (own.length === 0) return []
    const rest = scoreFindings(
      open.filter((finding) => finding.severity !== severity),
      { partial: false },
    )
    return [
      {
        severity,
        findings: own.length,
        points: rounded(own.reduce((sum, { points }) => sum + points, 0)),
        scoreWithout: rest.score,
        gradeWithout: rest.grade,
      },
    ]
  })
}

const rounded = (points: number): number => Math.round(points * 100) / 100
