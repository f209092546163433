import { z } from 'zod'

/** Grades and their minimum scores, best first. */
export const gradeThresholds = [
  ['A+', 95],
  ['A', 85],
  ['B', 70],
  ['C', 55],
  ['D', 40],
  ['F', 0],
] as const

export const Grade = z.enum(['A+', 'A', 'B', 'C', 'D', 'F']).meta({
  id: 'Grade',
  description:
    'Letter grade for the score. Minimum scores: 95 for A+, 85 for A, 70 for B, 55 for C, and 40 for D. ' +
    'Scores below 40 are graded F.',
  examples: ['D'],
})
export type Grade = z.infer<typeof Grade>

/** Returns the grade for a score from 0 to 100. */
export function gradeOf(score: number): Grade {
  return gradeThresholds.find(([, least]) => score >= least)?.[0] ?? 'F'
}
