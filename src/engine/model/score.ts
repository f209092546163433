import { z } from 'zod'

/** Letter grades, best first, with the smallest score that earns them. */
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
  description: 'The letter for a score: A+ from 95, A from 85, B from 70, C from 55, D from 40, else F.',
  examples: ['D'],
})
export type Grade = z.infer<typeof Grade>

/** The letter for a score of 0 to 100. */
export function gradeOf(score: number): Grade {
  return gradeThresholds.find(([, least]) => score >= least)?.[0] ?? 'F'
}
