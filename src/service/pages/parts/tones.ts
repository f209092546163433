import type { Grade } from '../../../engine/model/score.ts'
import type { Severity } from '../../../engine/model/severity.ts'

/** CSS classes for the color of a rating. The text always conveys the same information. */
export type Tone = 'best' | 'good' | 'fair' | 'bad' | 'worst' | 'calm'

export const gradeTone: Readonly<Record<Grade, Tone>> = {
  'A+': 'best',
  A: 'best',
  B: 'good',
  C: 'fair',
  D: 'bad',
  F: 'worst',
}

export const severityTone: Readonly<Record<Severity, Tone>> = {
  critical: 'worst',
  high: 'bad',
  medium: 'fair',
  low: 'calm',
  info: 'calm',
}

/** Returns the tone for a quality score from 0 to 100. */
export function scoreTone(score: number): Tone {
  if (score >= 85) return 'best'
  if (score >= 70) return 'good'
  if (score >= 55) return 'fair'
  return score >= 40 ? 'bad' : 'worst'
}
