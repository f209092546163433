import type { Plan } from '../accounts/plans.ts'

/** Days for which a scan is kept with its findings, by plan. */
export const scanDays: Readonly<Record<Plan, number>> = { free: 90, pro: 365, team: 730, enterprise: 730 }

/** Days for which is kept what was scanned for the registry, and what was given up and why. */
export const intakeDays = { done: 30, failed: 90 } as const

const dayMs = 24 * 60 * 60_000

/** The moment so many days ago. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs)
}
