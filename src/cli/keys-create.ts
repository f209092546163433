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
  RequestError,
  UsageError,
} from './command.ts'
import { memberOf, oneOf, required } from './option-values.ts'

export const keysCreate: Command = {
  details: [
    'The command prints the key and the webhook secret for the account. Copy the key when it is printed. Assay ' +
      'stores only a hash of the key and cannot show it again.',
  ],
  options: {
    name: { type: 'string', value: 'NAME', required: true, summary: 'Name of the key in lists and in the audit log.' },
    account: { type: 'string', value: 'ACCOUNT', required: true, summary: 'Name of the account.' },
    plan: { type: 'string', value: 'PLAN', choices: plans, summary: 'Plan. Required for a new account.' },
    permissions: {
      type: 'string',
      value: 'LIST',
      default: defaultPermissions.join(','),
      summary: `Comma-separated permissions for the key: ${permissions.join(', ')}.`,
    },
    expires: {
      type: 'string',
      value: 'TIME',
      summary: 'Time at which the key expires, such as 2027-01-31 (end of that day, UTC) or 2027-01-31T12:00:00Z.',
    },
    json: { type: 'boolean', summary: 'Prints one JSON object.' },
  },
  examples: [
    ['assay keys create --name ci --account acme --plan free', 'Creates the account "acme" and its first key.'],
    ['assay keys create --name laptop --account acme --expires 2099-01-31', 'Creates a key that expires.'],
    [
      'assay keys create --name reader --account acme --permissions scans:read --json',
      'Creates a key that can only read scans, and prints JSON for a script.',
    ],
  ],
  async run(runtime, given) {
    const request = {
      name: required(given, 'name'),
      account: accountName(required(given, 'account')),
      plan: oneOf(given, 'plan', { kind: 'plan', words: plans }),
      permissions: required(given, 'permissions')
        .split(',')
        .map((name) => memberOf(permissions, name.trim(), 'permission')),
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
    runtime.terminal.out.write(
      given.values.json === true
        ? `${JSON.stringify({ key, webhookSecret, account: account.name })}\n`
        : `API key         ${key}\nWebhook secret  ${webhookSecret}\nAccount         ` +
            `${account.name} (plan ${account.plan})\n`,
    )
    return exitCodes.ok
  },
}

/** Validates an account name. The character set is restricted, because names appear in logs, commands, and pages. */
function accountName(text: string): string {
  if (/^[\w@][\w .@-]{0,99}$/.test(text)) return text
  throw new UsageError(
    `Invalid account name "${text}". Use 1 to 100 characters: letters, digits, spaces, and . - _ @. Start with a ` +
      'letter, a digit, _, or @.',
  )
}

/** Returns the key's expiration time, or null. A date means the end of that day in UTC. */
function expiryOf({ values }: CommandArguments, now: Date): Date | null {
  if (typeof values.expires !== 'string') return null
  const text = /^\d{4}-\d\d-\d\d$/.test(values.expires) ? `${values.expires}T23:59:59.999Z` : values.expires
  const expiresAt = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : new Date(Number.NaN)
  if (expiresAt > now) return expiresAt
  throw new UsageError(
    `Invalid time "${values.expires}" for --expires. Use a future date such as 2027-01-31, or a time such as ` +
      '2027-01-31T12:00:00Z.',
  )
}

async function requireAccount(
  installation: Installation,
  { account: name, plan }: { account: string; plan: Plan | undefined },
) {
  const existing = await findAccountByName(installation.db, name)
  if (!existing) {
    if (plan === undefined)
      throw new UsageError(
        `The account "${name}" does not exist. To create the account, add --plan with one of these plans: ` +
          `${plans.join(', ')}.`,
      )
    const created = await createAccount(installation, { name, plan })
    if (!created)
      throw new RequestError(`Another process has just created the account "${name}". Run the command again.`)
    return created
  }
  if (plan !== undefined && existing.plan !== plan)
    throw new RequestError(
      `The account "${name}" has the ${existing.plan} plan, not ${plan}. Omit --plan, or change the plan with ` +
        '"assay accounts set".',
    )
  return existing
}
