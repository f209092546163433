import type { Grade } from '../../../engine/model/score.ts'
import { scoreFindings, type ScoredFinding } from '../../../engine/scanner/score.ts'

/** A finding, as far as its score goes. */
export interface ScoredPlace {
  /** Place in the order of the server's findings. */
  readonly ordinal: number
  readonly severity: ScoredFinding['severity']
  readonly precision: ScoredFinding['precision']
  readonly isDev: boolean
}

/** What one finding takes, and what the score would be without it. */
export interface ExplainedDeduction {
  readonly ordinal: number
  /** Taken from 100, to a hundredth. */
  readonly points: number
  readonly scoreWithout: number
  readonly gradeWithout: Grade
}

export interface ExplainedScore {
  readonly score: number
  readonly grade: Grade
  readonly method: string
  readonly caps: readonly { readonly score: number; readonly reason: string }[]
  /** Sum of all deductions, to a hundredth. */
  readonly deducted: number
  /** The weightiest first. */
  readonly deductions: readonly ExplainedDeduction[]
}

/**
 * Explains a score by its formula: pure, and as quick with 10,000 findings as with ten, as those of a kind are alike.
 */
export function explainScore(findings: readonly ScoredPlace[]): ExplainedScore {
  const open = findings.map(({ isDev, ...finding }) => ({ ...finding, isDev, component: { dev: isDev } }))
  const { score, grade, method, deductions, caps } = scoreFindings(open, { partial: false })
  const without = new Map<string, { readonly score: number; readonly grade: Grade }>()
  const explained = deductions.map(({ finding, points }): ExplainedDeduction => {
    const kind = `${finding.severity} ${finding.precision} ${finding.isDev}`
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

const rounded = (points: number): number => Math.round(points * 100) / 100
