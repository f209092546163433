import { z } from 'zod'
import { Permission } from '../../accounts/permissions.ts'
import { Plan } from '../../accounts/plans.ts'
import { webhookOverlapOf } from '../../accounts/webhook-secret.ts'
import { findAccount } from '../../db/accounts.ts'
import { countWorkingApiKeys } from '../../db/api-keys.ts'
import { countScansOfAccount } from '../../db/scans.ts'
import { endpoint } from '../endpoint.ts'

const Window = z.object({
  limit: z.int(),
  used: z.int().meta({ description: 'With this request, and with up to a hundredth of the limit that is set aside for requests to come.' }),
  remaining: z.int(),
  reset: z.int().meta({ description: 'When the window ends, in seconds of the epoch.' }),
})

const Account = z.object({
  name: z.string(),
  plan: Plan,
  createdAt: z.iso.datetime(),
  permissions: z.array(Permission).meta({ description: 'Of the calling key.' }),
  key: z.object({ keyId: z.uuid(), prefix: z.string(), expiresAt: z.iso.datetime().optional() }),
  rateLimits: z.object({ quarterHour: Window, day: Window }),
  usage: z.object({ scans: z.object({ total: z.int(), unfinished: z.int(), today: z.int() }), keys: z.int().meta({ description: 'Keys that work.' }) }),
  webhookSecret: z.object({ createdAt: z.iso.datetime(), rotatedAt: z.iso.datetime().optional(), overlapUntil: z.iso.datetime().optional() }),
})

/** The caller's account: plan, permissions of the key, limits, usage. */
export const getAccount = endpoint({
  id: 'get-account',
  method: 'get',
  path: '/api/v1/account',
  tag: 'account',
  summary: 'Read the account',
  description: 'Plan, what the calling key may do, both rate limit windows, usage, and the state of the webhook secret. Every key may ask.',
  permission: 'any key',
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: Account,
  errors: [],
  async respond({ db }, { caller, allowance }) {
    const now = new Date()
    const [account, keys, scans] = await Promise.all([findAccount(db, caller.accountId), countWorkingApiKeys(db, caller.accountId, now), countScansOfAccount(db, caller.accountId, now)])
    if (!account) throw new Error(`the account ${caller.accountId} is gone`)
    const overlapUntil = webhookOverlapOf(account, now)
    return {
      data: {
        name: account.name,
        plan: account.plan,
        createdAt: account.createdAt.toISOString(),
        permissions: Permission.array().parse(caller.permissions),
        key: { keyId: caller.keyId, prefix: caller.keyPrefix, ...(caller.keyExpiresAt && { expiresAt: caller.keyExpiresAt.toISOString() }) },
        rateLimits: { quarterHour: allowance.quarterHour, day: allowance.day },
        usage: { scans, keys },
        webhookSecret: {
          createdAt: (account.webhookSecretRotatedAt ?? account.createdAt).toISOString(),
          ...(account.webhookSecretRotatedAt && { rotatedAt: account.webhookSecretRotatedAt.toISOString() }),
          ...(overlapUntil && { overlapUntil: overlapUntil.toISOString() }),
        },
      },
    }
  },
})
