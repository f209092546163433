import { z } from 'zod'

export const plans = ['free', 'pro', 'team', 'enterprise'] as const
export const Plan = z
  .enum(plans)
  .meta({ id: 'Plan', description: 'What the account has subscribed to; it sets the rate limits.' })
export type Plan = z.infer<typeof Plan>

/** How many requests an account may make in each of the two fixed windows. */
export interface RateLimits {
  /** In 15 minutes that begin at a multiple of 15 minutes of the epoch. */
  readonly quarterHour: number
  /** In a day of UTC. */
  readonly day: number
}

/** What each plan grants. Enterprise accounts usually have limits of their own, agreed one by one. */
export const planLimits: Readonly<Record<Plan, RateLimits>> = {
  free: { quarterHour: 100, day: 1_000 },
  pro: { quarterHour: 500, day: 5_000 },
  team: { quarterHour: 1_500, day: 15_000 },
  enterprise: { quarterHour: 5_000, day: 50_000 },
}

/** Days for which an account's audit log is kept; the database refuses to forget what is younger than 365. */
export const auditDays: Readonly<Record<Plan, number>> = { free: 366, pro: 366, team: 731, enterprise: 731 }

/**
 * The part of an account's windows that all workflows of one repository have together; it is taken out of the
 * account's.
 */
const repositoryShare = 1 / 4

/** The limits of the workflows of one repository, inside those of its account. */
export function rateLimitsOfRepository({ quarterHour, day }: RateLimits): RateLimits {
  return {
    quarterHour: Math.max(1, Math.floor(quarterHour * repositoryShare)),
    day: Math.max(1, Math.floor(day * repositoryShare)),
  }
}

/** The limits of an account: those agreed with it, else its plan's. */
export function rateLimitsOf(account: {
  readonly plan: Plan
  readonly quarterHourLimit: number | null
  readonly dayLimit: number | null
}): RateLimits {
  const { quarterHour, day } = planLimits[account.plan]
  return { quarterHour: account.quarterHourLimit ?? quarterHour, day: account.dayLimit ?? day }
}
