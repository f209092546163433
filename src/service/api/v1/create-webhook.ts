import { z } from 'zod'
import { subscriptionLimits } from '../../webhooks/subscription-limits.ts'
import { createEndpoint } from '../../webhooks/create-endpoint.ts'
import { everyEvent } from '../../webhooks/subscription.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { uncached } from './key-shape.ts'
import { receiverUrlDetails } from './receiver-url.ts'
import { WebhookSecret } from './secret-shape.ts'
import { auditedWebhook, requireEventsOfPlan, WebhookAnswer, webhookAnswer, webhookFields } from './webhook-shape.ts'

const NewWebhook = z.strictObject({
  url: webhookFields.url,
  description: webhookFields.description.default(''),
  events: webhookFields.events.default([everyEvent]),
})

/** Creates an endpoint that receives the account's events. */
export const createWebhook = endpoint({
  id: 'create-webhook',
  method: 'post',
  path: '/api/v1/webhooks',
  tag: 'webhooks',
  summary: 'Create a webhook endpoint',
  description:
    "Creates an endpoint that receives the account's events. Each endpoint has its own secret for signing events. " +
    'The secret is returned only in this response. The URL must use HTTPS and must not point to a private network. ' +
    'Both requirements are checked again for every delivery.',
  permission: 'webhooks:write',
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: NewWebhook,
  status: 201,
  data: WebhookAnswer.extend({ webhookSecret: WebhookSecret }).meta({
    id: 'NewWebhook',
    description: 'A new endpoint with its secret.',
  }),
  headers: {
    'Cache-Control': '`no-store`, because the response contains a secret.',
    Location: 'Path of the new endpoint.',
  },
  errors: ['PLAN_REQUIRED', 'CONFLICT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  audited: auditedWebhook,
  async respond(context, { caller, body }) {
    const details = receiverUrlDetails('body.url', body.url, context.addressPolicy)
    if (details.length > 0)
      throw new ApiError('INVALID_REQUEST', 'The request has invalid fields. Correct the fields listed in `details`.', {
        details,
      })
    requireEventsOfPlan(body.events, caller)
    const now = new Date()
    const created = await createEndpoint(context, { accountId: caller.accountId, ...body, now })
    if (created === 'too many')
      throw new ApiError(
        'CONFLICT',
        `The account has reached the limit of ${subscriptionLimits.maxWebhookEndpoints} webhook endpoints. ` +
          'Delete an endpoint first.',
      )
    return {
      data: { ...webhookAnswer(created.endpoint, now), webhookSecret: created.secret },
      headers: { ...uncached, Location: `/api/v1/webhooks/${created.endpoint.id}` },
    }
  },
})
