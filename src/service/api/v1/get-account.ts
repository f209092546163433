import { z } from 'zod'
import { Permission } from '../../accounts/permissions.ts'
import { resolvesPrivateSources } from '../../accounts/private-sources.ts'
import { Plan } from '../../accounts/plans.ts'
import { webhookOverlapOf } from '../../accounts/webhook-secret.ts'
import { findAccount } from '../../db/accounts/accounts.ts'
import { countWorkingApiKeys } from '../../db/accounts/api-keys.ts'
import { countScansOfAccount } from '../../db/scans/scans.ts'
import { countWebhookEndpoints, listDisabledEndpoints } from '../../db/webhooks/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { WebhookAnswer } from './webhook-shape.ts'

const Window = z.object({
  limit: z.int().meta({ description: 'Number of requests allowed in the window.', examples: [100] }),
  used: z.int().meta({
    description:
      'Number of requests used in the window, including this request. Up to 1% of the limit can be reserved ' +
      'for future requests. Reserved requests count as used.',
    examples: [1],
  }),
  remaining: z.int().meta({ description: 'Number of remaining requests.', examples: [99] }),
  reset: z
    .int()
    .meta({ description: 'Time when the window ends, as a Unix timestamp in seconds.', examples: [1767225600] }),
})

export const resolvesPrivateField = z.boolean().meta({
  description:
    'Whether Assay sends the names of dependencies in private repositories to package registries, to resolve ' +
    'dependencies that no lockfile contains. Default: the setting of the operator, which is `false` unless the ' +
    'operator changes it.',
  examples: [false],
})

export const Account = z
  .object({
    name: z.string().meta({ description: 'Account name.', examples: ['local'] }),
    plan: Plan,
    createdAt: z.iso.datetime().meta({ description: 'Time when the account was created.' }),
    resolvesPrivateSources: resolvesPrivateField,
    permissions: z.array(Permission).meta({
      description: 'Permissions granted to the calling key or session.',
      examples: [['scans:write', 'scans:read']],
    }),
    key: z
      .object({
        keyId: z
          .uuid()
          .meta({ description: 'Unique identifier for the key.', examples: ['0b9e1c52-7a3f-4d6e-9a41-5c2f8e7d3b10'] }),
        prefix: z.string().meta({ description: "The key's public part (eight characters).", examples: ['k3x9m2qa'] }),
        expiresAt: z.iso
          .datetime()
          .optional()
          .meta({ description: 'Time when the key expires. Omitted if the key does not expire.' }),
      })
      .optional()
      .meta({ description: 'The API key that made the request. Omitted if the request was made with a session.' }),
    session: z
      .object({ signedInAt: z.iso.datetime().meta({ description: 'Time of the last sign-in.' }) })
      .optional()
      .meta({ description: 'The browser session that made the request. Omitted if the request was made with a key.' }),
    rateLimits: z
      .object({
        quarterHour: Window.meta({ description: '15-minute window.' }),
        day: Window.meta({ description: 'One-day window, in UTC.' }),
      })
      .meta({ description: 'Usage in both rate-limit windows, including this request.' }),
    usage: z
      .object({
        scans: z
          .object({
            total: z.int().meta({ description: 'Total number of scans.' }),
            unfinished: z.int().meta({ description: 'Number of scans that are queued or running.' }),
            today: z.int().meta({ description: 'Number of scans submitted since midnight UTC.' }),
          })
          .meta({ description: "The account's scans." }),
        keys: z.int().meta({ description: 'Number of active keys.' }),
      })
      .meta({ description: "The account's usage." }),
    webhookSecret: z
      .object({
        createdAt: z.iso.datetime().meta({ description: 'Time when the current secret was created.' }),
        rotatedAt: z.iso
          .datetime()
          .optional()
          .meta({ description: 'Time of the last rotation. Omitted if the secret was never rotated.' }),
        overlapUntil: z.iso
          .datetime()
          .optional()
          .meta({ description: 'Time after which events are no longer signed with the previous secret.' }),
      })
      .meta({ description: 'State of the signing secret for events that are sent to the `webhook` URL of a scan.' }),
    webhooks: z
      .object({
        endpoints: z.int().meta({ description: 'Number of webhook endpoints.' }),
        disabled: z
          .array(
            z.object({
              webhookId: z.uuid().meta({ description: 'Endpoint ID.' }),
              ...WebhookAnswer.pick({ disabledAt: true, disabledReason: true }).required().shape,
            }),
          )
          .meta({ description: 'Disabled endpoints, most recently disabled first.' }),
      })
      .meta({ description: 'State of the webhook endpoints.' }),
  })
  .meta({ id: 'Account', description: "The caller's account." })

/** Returns the caller's account: plan, permissions, limits, and usage. */
export const getAccount = endpoint({
  id: 'get-account',
  method: 'get',
  path: '/api/v1/account',
  tag: 'account',
  summary: 'Get the account',
  description: 'Returns the plan, permissions, rate limits, usage, and webhook state. Any key can call this endpoint.',
  permission: 'any key',
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: Account,
  errors: [],
  async respond({ db, accountsResolvingPrivate }, { caller, allowance }) {
    const now = new Date()
    const { accountId } = caller
    const [account, keys, scans, endpoints, disabled] = await Promise.all([
      findAccount(db, accountId),
      countWorkingApiKeys(db, accountId, now),
      countScansOfAccount(db, accountId, now),
      countWebhookEndpoints(db, accountId),
      listDisabledEndpoints(db, accountId),
    ])
    if (!account) throw new Error(`the account ${accountId} no longer exists`)
    const overlapUntil = webhookOverlapOf(account, now)
    return {
      data: {
        name: account.name,
        plan: account.plan,
        createdAt: account.createdAt.toISOString(),
        resolvesPrivateSources: resolvesPrivateSources(account, accountsResolvingPrivate),
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
