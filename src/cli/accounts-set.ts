import { recordOperatorAct } from '../service/accounts/operator-audit.ts'
import { type Plan, plans, type RateLimits, rateLimitsOf } from '../service/accounts/plans.ts'
import { updateAccountPlan } from '../service/db/accounts/accounts.ts'
import { type Command, type CommandArguments, exitCodes, oneOf, required, UsageError } from './command.ts'

export const accountsSet: Command = {
  usage: `ACCOUNT --plan ${plans.join('|')} [--limits 5000/15m,50000/d]`,
  details: 'With --limits, an enterprise account gets its own limits. Without it, the limits of the plan apply.',
  options: { plan: { type: 'string' }, limits: { type: 'string' } },
  takesWords: true,
  async run(runtime, given) {
    const [name, ...others] = given.positionals
    if (name === undefined || others.length > 0) throw new UsageError('Name one account.')
    required(given, 'plan')
    const plan = oneOf(given, 'plan', plans, 'free')
    const own = limitsOf(given, plan)
    await using installation = await runtime.open()
    const account = await updateAccountPlan(installation.db, name, {
      plan,
      quarterHourLimit: own?.quarterHour ?? null,
      dayLimit: own?.day ?? null,
    })
    if (!account) throw new UsageError(`There is no account "${name}".`)
    const { quarterHour, day } = rateLimitsOf(account)
    await recordOperatorAct(installation.db, {
      accountId: account.id,
      action: 'accounts set',
      subject: `plan ${account.plan}, ${quarterHour} requests in 15 minutes, ${day} in a day`,
    })
    runtime.terminal.out.write(
      `Account  ${account.name}\nPlan     ${account.plan}\nLimits   ${quarterHour} requests in 15 minutes, ` +
        `${day} in a day\n`,
    )
    return exitCodes.ok
  },
}

/**
 * Counts of requests are stored as whole numbers of this size at most, ten times over for answers that cost nothing.
 */
const maxRequests = 100_000_000

function limitsOf({ values }: CommandArguments, plan: Plan): RateLimits | undefined {
  if (typeof values.limits !== 'string') return undefined
  if (plan !== 'enterprise')
    throw new UsageError(`--limits are agreed with enterprise accounts only; the plan ${plan} has its own.`)
  const [, quarterHour, day] = /^(\d{1,9})\/15m,(\d{1,9})\/d$/.exec(values.limits) ?? []
  const limits = { quarterHour: Number(quarterHour), day: Number(day) }
  if (Object.values(limits).every((limit) => limit >= 1 && limit <= maxRequests)) return limits
  throw new UsageError(
    '--limits should be the requests of 15 minutes and of a day, such as 5000/15m,50000/d, each from 1 to ' +
      `${maxRequests}.`,
  )
}
