import { type Plan, plans } from '../plans.ts'

/** Days for which a scan is kept with its findings, by plan. */
export const scanDays: Readonly<Record<Plan, number>> = { free: 90, pro: 365, team: 730, enterprise: 730 }

/** Days for which events of webhooks are kept with their deliveries and attempts, by plan. */
export const deliveryDays: Readonly<Record<Plan, number>> = { free: 30, pro: 30, team: 90, enterprise: 90 }

/** Days for which is kept what was scanned for the registry, and what was given up and why. */
export const intakeDays = { done: 30, failed: 90 } as const

const dayMs = 24 * 60 * 60_000

/** The moment so many days ago. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs)
}

/** By plan, the moment before which what is of its accounts goes. */
export function momentsOfPlans(now: Date, days: Readonly<Record<Plan, number>>): Readonly<Record<Plan, Date>> {
  return Object.fromEntries(plans.map((plan) => [plan, daysBefore(now, days[plan])])) as Record<Plan, Date>
}
