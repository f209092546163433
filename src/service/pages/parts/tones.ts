import type { Grade } from '../../../engine/model/score.ts'
import type { Severity } from '../../../engine/model/severity.ts'

/** Classes of the style sheet by which something looks good or bad; words say the same. */
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

/** How far up the alphabet a quality of 0 to 100 stands. */
export function scoreTone(score: number): Tone {
  if (score >= 85) return 'best'
  if (score >= 70) return 'good'
  if (score >= 55) return 'fair'
  return score >= 40 ? 'bad' : 'worst'
}
