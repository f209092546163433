import { z } from 'zod'
import { Permission } from '../../accounts/permissions.ts'
import { Plan } from '../../accounts/plans.ts'
import { webhookOverlapOf } from '../../accounts/webhook-secret.ts'
import { findAccount } from '../../db/accounts/accounts.ts'
import { countWorkingApiKeys } from '../../db/accounts/api-keys.ts'
import { countScansOfAccount } from '../../db/scans/scans.ts'
import { countWebhookEndpoints, listDisabledEndpoints } from '../../db/webhooks/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { WebhookAnswer } from './webhook-shape.ts'

const Window = z.object({
  limit: z.int().meta({ description: 'Requests that the window has.', examples: [100] }),
  used: z.int().meta({
    description: 'With this request, and with up to a hundredth of the limit that is set aside for requests to come.',
    examples: [1],
  }),
  remaining: z.int().meta({ description: 'Requests that are left.', examples: [99] }),
  reset: z.int().meta({ description: 'When the window ends, in seconds of the epoch.', examples: [1767225600] }),
})

export const Account = z
  .object({
    name: z.string().meta({ description: 'Name of the account.', examples: ['local'] }),
    plan: Plan,
    createdAt: z.iso.datetime().meta({ description: 'When it was made.' }),
    permissions: z
      .array(Permission)
      .meta({ description: 'Of the calling key.', examples: [['scans:write', 'scans:read']] }),
    key: z
      .object({
        keyId: z
          .uuid()
          .meta({ description: 'Names the key in paths.', examples: ['0b9e1c52-7a3f-4d6e-9a41-5c2f8e7d3b10'] }),
        prefix: z.string().meta({ description: 'The public eight characters of the key.', examples: ['k3x9m2qa'] }),
        expiresAt: z.iso.datetime().optional().meta({ description: 'When it stops to work; absent: never.' }),
      })
      .optional()
      .meta({ description: 'The calling key; absent for a browser that is signed in.' }),
    session: z
      .object({ signedInAt: z.iso.datetime().meta({ description: 'When its person last signed in.' }) })
      .optional()
      .meta({ description: 'The session of a browser that is signed in; absent for a key.' }),
    rateLimits: z
      .object({
        quarterHour: Window.meta({ description: 'Of 15 minutes.' }),
        day: Window.meta({ description: 'Of a day in UTC.' }),
      })
      .meta({ description: 'Both windows, with this request.' }),
    usage: z
      .object({
        scans: z
          .object({
            total: z.int().meta({ description: 'All that there are.' }),
            unfinished: z.int().meta({ description: 'Waiting or running.' }),
            today: z.int().meta({ description: 'Submitted since midnight in UTC.' }),
          })
          .meta({ description: 'Scans of the account.' }),
        keys: z.int().meta({ description: 'Keys that work.' }),
      })
      .meta({ description: 'What the account has used.' }),
    webhookSecret: z
      .object({
        createdAt: z.iso.datetime().meta({ description: 'When the secret that signs was made.' }),
        rotatedAt: z.iso
          .datetime()
          .optional()
          .meta({ description: 'When it took the place of another; absent: never.' }),
        overlapUntil: z.iso.datetime().optional().meta({ description: 'Until when the one before signs too.' }),
      })
      .meta({ description: 'State of the secret that signs what goes to the `webhook` of a submitted scan.' }),
    webhooks: z
      .object({
        endpoints: z.int().meta({ description: 'Endpoints of the account.' }),
        disabled: z
          .array(
            z.object({
              webhookId: z.uuid().meta({ description: 'Names the endpoint in paths.' }),
              ...WebhookAnswer.pick({ disabledAt: true, disabledReason: true }).required().shape,
            }),
          )
          .meta({ description: 'Those to which nothing is sent, the last one first.' }),
      })
      .meta({ description: 'State of the webhook endpoints.' }),
  })
  .meta({ id: 'Account', description: 'An account as a key of it sees it.' })

/** The caller's account: plan, permissions of the key, limits, usage. */
export const getAccount = endpoint({
  id: 'get-account',
  method: 'get',
  path: '/api/v1/account',
  tag: 'account',
  summary: 'Read the account',
  description:
    'Plan, what the calling key may do, both rate limit windows, usage, and the state of the webhook ' +
    'secret. Every key may ask.',
  permission: 'any key',
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: Account,
  errors: [],
  async respond({ db }, { caller, allowance }) {
    const now = new Date()
    const { accountId } = caller
    const [account, keys, scans, endpoints, disabled] = await Promise.all([
      findAccount(db, accountId),
      countWorkingApiKeys(db, accountId, now),
      countScansOfAccount(db, accountId, now),
      countWebhookEndpoints(db, accountId),
      listDisabledEndpoints(db, accountId),
    ])
    if (!account) throw new Error(`the account ${accountId} is gone`)
    const overlapUntil = webhookOverlapOf(account, now)
    return {
      data: {
        name: account.name,
        plan: account.plan,
        createdAt: account.createdAt.toISOString(),
        permissions: Permission.array().parse(caller.permissions),
        ...(caller.session
          ? { session: { signedInAt: caller.session.signedInAt.toISOString() } }
          : {
              key: {
                keyId: caller.keyId,
                prefix: caller.keyPrefix,
                ...(caller.keyExpiresAt && { expiresAt: caller.keyExpiresAt.toISOString() }),
              },
            }),
        rateLimits: { quarterHour: allowance.quarterHour, day: allowance.day },
        usage: { scans, keys },
        webhookSecret: {
          createdAt: (account.webhookSecretRotatedAt ?? account.createdAt).toISOString(),
          ...(account.webhookSecretRotatedAt && { rotatedAt: account.webhookSecretRotatedAt.toISOString() }),
          ...(overlapUntil && { overlapUntil: overlapUntil.toISOString() }),
        },
        webhooks: {
          endpoints,
          disabled: disabled.map(({ webhookId, disabledAt, disabledReason }) => ({
            webhookId,
            disabledAt: disabledAt.toISOString(),
            disabledReason,
          })),
        },
      },
    }
  },
})
