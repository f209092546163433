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

/** Makes an endpoint to which the account's events go. */
export const createWebhook = endpoint({
  id: 'create-webhook',
  method: 'post',
  path: '/api/v1/webhooks',
  tag: 'webhooks',
  summary: 'Make a webhook endpoint',
  description:
    'Events of the whole account go to the address from now on, signed with a secret of its own. The secret ' +
    'stands in this answer and nowhere else. The address is judged as at every delivery: https, and no ' +
    'address of a private network.',
  permission: 'webhooks:write',
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: NewWebhook,
  status: 201,
  data: WebhookAnswer.extend({ webhookSecret: WebhookSecret }).meta({
    id: 'NewWebhook',
    description: 'An endpoint that was just made, with its secret.',
  }),
  headers: { 'Cache-Control': '`no-store`: the answer holds a secret.', Location: 'Path of the endpoint.' },
  errors: ['PLAN_REQUIRED', 'CONFLICT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  audited: auditedWebhook,
  async respond(context, { caller, body }) {
    const details = receiverUrlDetails('body.url', body.url, context.addressPolicy)
    if (details.length > 0) throw new ApiError('INVALID_REQUEST', 'The request has wrong fields.', { details })
    requireEventsOfPlan(body.events, caller)
    const now = new Date()
    const created = await createEndpoint(context, { accountId: caller.accountId, ...body, now })
    if (created === 'too many')
      throw new ApiError(
        'CONFLICT',
        `The account has ${subscriptionLimits.maxWebhookEndpoints} webhooks, which is as many as there may be: ` +
          'delete one that is not needed.',
      )
    return {
      data: { ...webhookAnswer(created.endpoint, now), webhookSecret: created.secret },
      headers: { ...uncached, Location: `/api/v1/webhooks/${created.endpoint.id}` },
    }
  },
})
