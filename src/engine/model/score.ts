import { z } from 'zod'

/** Grades, best first, with the smallest score for each. */
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
  description: 'Grade of a score: A+ from 95, A from 85, B from 70, C from 55, D from 40, F below 40.',
  examples: ['D'],
})
export type Grade = z.infer<typeof Grade>

/** Returns the grade of a score from 0 to 100. */
export function gradeOf(score: number): Grade {
  return gradeThresholds.find(([, least]) => score >= least)?.[0] ?? 'F'
}
