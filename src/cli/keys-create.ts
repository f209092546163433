import { createAccount, createApiKey, webhookSecretOf } from '../service/accounts/create-account.ts'
import { recordOperatorAct } from '../service/accounts/operator-audit.ts'
import { defaultPermissions, permissions } from '../service/accounts/permissions.ts'
import { type Plan, plans } from '../service/accounts/plans.ts'
import { findAccountByName } from '../service/db/accounts/accounts.ts'
import {
  type Command,
  type CommandArguments,
  exitCodes,
  type Installation,
  oneOf,
  required,
  UsageError,
} from './command.ts'

export const keysCreate: Command = {
  usage:
    `--name NAME --account ACCOUNT [--plan ${plans.join('|')}] [--permissions ` +
    `${defaultPermissions.join(',')}] [--expires 2027-01-31] [--json]`,
  details: 'A new account needs a plan.',
  options: {
    name: { type: 'string' },
    account: { type: 'string' },
    plan: { type: 'string' },
    permissions: { type: 'string' },
    expires: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run(runtime, given) {
    const request = {
      name: required(given, 'name'),
      account: accountName(required(given, 'account')),
      plan: planOf(given),
      permissions: permissionsOf(given),
      expiresAt: expiryOf(given, new Date()),
    }
    await using installation = await runtime.open()
    const account = await requireAccount(installation, request)
    const webhookSecret = webhookSecretOf(installation, account)
    const key = await createApiKey(installation, {
      accountId: account.id,
      name: request.name,
      permissions: request.permissions,
      expiresAt: request.expiresAt,
    })
    await recordOperatorAct(installation.db, {
      accountId: account.id,
      action: 'keys create',
      subject: `${request.name}, ${key.slice(0, 'mcp_'.length + 8)}_…, ${request.permissions.join(' ')}`,
    })
    const made = { key, webhookSecret, account: account.name }
    runtime.terminal.out.write(
      given.values.json === true
        ? `${JSON.stringify(made)}\n`
        : `API key         ${made.key}\nWebhook secret  ${made.webhookSecret}\nAccount         ` +
            `${made.account} (plan ${account.plan})\n`,
    )
    return exitCodes.ok
  },
}

/** Account names stand in logs, commands and pages. */
function accountName(text: string): string {
  if (/^[\w@][\w .@-]{0,99}$/.test(text)) return text
  throw new UsageError(
    '--account should have 1 to 100 letters, digits, spaces, dots, dashes, underscores or @, and begin with ' +
      'none of " .-".',
  )
}

/** A day ends with itself, in UTC. */
function expiryOf({ values }: CommandArguments, now: Date): Date | null {
  if (typeof values.expires !== 'string') return null
  const text = /^\d{4}-\d\d-\d\d$/.test(values.expires) ? `${values.expires}T23:59:59.999Z` : values.expires
  const expiresAt = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : new Date(Number.NaN)
  if (expiresAt > now) return expiresAt
  throw new UsageError(
    '--expires should be a day that lies ahead, such as 2027-01-31, or a moment such as 2027-01-31T12:00:00Z.',
  )
}

function planOf(given: CommandArguments): Plan | undefined {
  return given.values.plan === undefined ? undefined : oneOf(given, 'plan', plans, 'free')
}

function permissionsOf({ values }: CommandArguments) {
  if (typeof values.permissions !== 'string') return defaultPermissions
  return values.permissions.split(',').map((name) => {
    const permission = permissions.find((permission) => permission === name.trim())
    if (permission === undefined) throw new UsageError(`--permissions: "${name}" is none of ${permissions.join(', ')}.`)
    return permission
  })
}

async function requireAccount(
  installation: Installation,
  { account: name, plan }: { account: string; plan: Plan | undefined },
) {
  const existing = await findAccountByName(installation.db, name)
  if (!existing) {
    if (plan === undefined) throw new UsageError(`There is no account "${name}" yet: --plan is needed to make it.`)
    const created = await createAccount(installation, { name, plan })
    if (!created) throw new UsageError(`Another process has just made the account "${name}": run the command again.`)
    return created
  }
  if (plan !== undefined && existing.plan !== plan)
    throw new UsageError(`The account "${name}" has the plan ${existing.plan}, not ${plan}.`)
  return existing
}
