import { z } from 'zod'

export const plans = ['free', 'pro', 'team', 'enterprise'] as const
export const Plan = z
  .enum(plans)
  .meta({ id: 'Plan', description: 'Plan of the account. It determines the rate limits.' })
export type Plan = z.infer<typeof Plan>

/** Maximum number of requests by an account in each of two fixed windows. */
export interface RateLimits {
  /** Maximum per 15 minutes. The window starts at a multiple of 15 minutes since the epoch. */
  readonly quarterHour: number
  /** Maximum per UTC day. */
  readonly day: number
}

/** Limits of each plan. Enterprise accounts usually have individual limits. */
export const planLimits: Readonly<Record<Plan, RateLimits>> = {
  free: { quarterHour: 100, day: 1_000 },
  pro: { quarterHour: 500, day: 5_000 },
  team: { quarterHour: 1_500, day: 15_000 },
  enterprise: { quarterHour: 5_000, day: 50_000 },
}

/** Audit log retention in days. The database refuses to delete entries from the last 365 days. */
export const auditDays: Readonly<Record<Plan, number>> = { free: 366, pro: 366, team: 731, enterprise: 731 }

/** Fraction of the account's limits that is shared by all workflows of one repository. */
const repositoryShare = 1 / 4

/** Returns the rate limits of a repository's workflows. Their requests also count toward the account's limits. */
export function rateLimitsOfRepository({ quarterHour, day }: RateLimits): RateLimits {
  return {
    quarterHour: Math.max(1, Math.floor(quarterHour * repositoryShare)),
    day: Math.max(1, Math.floor(day * repositoryShare)),
  }
}

/** Returns the individual limits of an account, or else the limits of its plan. */
export function rateLimitsOf(account: {
  readonly plan: Plan
  readonly quarterHourLimit: number | null
  readonly dayLimit: number | null
}): RateLimits {
  const { quarterHour, day } = planLimits[account.plan]
  return { quarterHour: account.quarterHourLimit ?? quarterHour, day: account.dayLimit ?? day }
}
