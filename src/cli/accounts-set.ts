import { recordOperatorAct } from '../service/accounts/operator-audit.ts'
import { type Plan, plans, type RateLimits, rateLimitsOf } from '../service/accounts/plans.ts'
import { updateAccountPlan } from '../service/db/accounts/accounts.ts'
import { type Command, type CommandArguments, exitCodes, RequestError, UsageError } from './command.ts'
import { memberOf, required } from './option-values.ts'

export const accountsSet: Command = {
  arguments: 'ACCOUNT',
  details: ['The change takes effect on the next request from the account.'],
  options: {
    plan: { type: 'string', value: 'PLAN', required: true, choices: plans, summary: 'The new plan.' },
    limits: {
      type: 'string',
      value: 'LIMITS',
      summary:
        'Request limits per 15 minutes and per day for an enterprise account, for example 5000/15m,50000/d. Without ' +
        'this option, the limits of the plan apply.',
    },
  },
  examples: [
    ['assay accounts set acme --plan team', 'Changes the plan of the account "acme".'],
    ['assay accounts set acme --plan enterprise --limits 5000/15m,50000/d', 'Sets custom limits for this account.'],
  ],
  async run(runtime, given) {
    const [name, ...others] = given.positionals
    if (name === undefined || others.length > 0)
      throw new UsageError('This command takes exactly one argument: the name of the account.')
    const plan = memberOf(plans, required(given, 'plan'), 'plan')
    const accountLimits = limitsOf(given, plan)
    await using installation = await runtime.open()
    const account = await updateAccountPlan(installation.db, name, {
      plan,
      quarterHourLimit: accountLimits?.quarterHour ?? null,
      dayLimit: accountLimits?.day ?? null,
    })
    if (!account)
      throw new RequestError(`The account "${name}" does not exist. Create the account with "assay keys create".`)
    const { quarterHour, day } = rateLimitsOf(account)
    await recordOperatorAct(installation.db, {
      accountId: account.id,
      action: 'accounts set',
      subject: `plan ${account.plan}, ${quarterHour} requests per 15 minutes, ${day} per day`,
    })
    runtime.terminal.out.write(
      `Account  ${account.name}\nPlan     ${account.plan}\nLimits   ${quarterHour} requests per 15 minutes, ` +
        `${day} per day\n`,
    )
    return exitCodes.ok
  },
}

/**
 * Maximum request limit. The limit on refunded requests is ten times higher, and must still fit the database's integer
 * columns.
 */
const maxRequests = 100_000_000

function limitsOf({ values }: CommandArguments, plan: Plan): RateLimits | undefined {
  if (typeof values.limits !== 'string') return undefined
  if (plan !== 'enterprise')
    throw new UsageError(`--limits applies to enterprise accounts only. Omit it for the ${plan} plan.`)
  const [, quarterHour, day] = /^(\d{1,9})\/15m,(\d{1,9})\/d$/.exec(values.limits) ?? []
  const limits = { quarterHour: Number(quarterHour), day: Number(day) }
  if (Object.values(limits).every((limit) => limit >= 1 && limit <= maxRequests)) return limits
  throw new UsageError(
    `Invalid limits "${values.limits}". Specify the request limits per 15 minutes and per day, for example ` +
      `5000/15m,50000/d. Each limit must be from 1 to ${maxRequests}.`,
  )
}
