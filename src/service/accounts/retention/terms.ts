import { type Plan, plans } from '../plans.ts'

/** Retention of scans and their findings, in days, by plan. */
export const scanDays: Readonly<Record<Plan, number>> = { free: 90, pro: 365, team: 730, enterprise: 730 }

/** Retention of webhook events, deliveries, and attempts, in days, by plan. */
export const deliveryDays: Readonly<Record<Plan, number>> = { free: 30, pro: 30, team: 90, enterprise: 90 }

/** Retention of the registry's completed and abandoned scan requests, in days. */
export const intakeDays = { done: 30, failed: 90 } as const

const dayMs = 24 * 60 * 60_000

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs)
}

/** Returns, for each plan, the time before which data is deleted. */
export function momentsOfPlans(now: Date, days: Readonly<Record<Plan, number>>): Readonly<Record<Plan, Date>> {
  return Object.fromEntries(plans.map((plan) => [plan, daysBefore(now, days[plan])])) as Record<Plan, Date>
}
