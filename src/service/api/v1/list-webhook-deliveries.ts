import { z } from 'zod'
import { listEndpointDeliveries } from '../../db/webhooks/deliveries.ts'
import { deliveryLogLimits } from './delivery-log-limits.ts'
import { WebhookEventName } from '../../../engine/model/webhook-event.ts'
import { deliveryDays } from '../../operations/retention/terms.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { DeliveryAnswer, DeliveryStatus, listedDeliveryAnswers } from './delivery-shape.ts'
import { requireWebhook, WebhookParams } from './webhook-shape.ts'

/** What was sent to an endpoint, and what came of it. */
export const listWebhookDeliveries = endpoint({
  id: 'list-webhook-deliveries',
  method: 'get',
  path: '/api/v1/webhooks/:webhookId/deliveries',
  tag: 'webhooks',
  summary: 'List the deliveries to a webhook endpoint',
  description:
    `Newest first, each with its last ${deliveryLogLimits.maxListedAttempts} attempts. They are kept for ` +
    `${deliveryDays.free} days, with the plans Team and Enterprise for ${deliveryDays.team}.`,
  permission: 'webhooks:write',
  params: WebhookParams,
  query: PageQuery({ defaultLimit: 20 }).extend({
    status: DeliveryStatus.optional().meta({ description: 'Only deliveries with this status.' }),
    event: WebhookEventName.optional().meta({ description: 'Only deliveries of this event.' }),
  }),
  body: undefined,
  status: 200,
  data: z.object({
    deliveries: z.array(DeliveryAnswer).meta({ description: 'Newest first.' }),
    pagination: Pagination,
  }),
  headers: { Link: 'Neighbouring pages, RFC 8288; absent when there is one page.' },
  errors: ['NOT_FOUND'],
  async respond({ db, publicUrl }, { caller, params, query }) {
    const { id } = await requireWebhook(db, caller, params.webhookId)
    const page = { limit: query.limit, offset: (query.page - 1) * query.limit }
    const { deliveries, total } = await listEndpointDeliveries(
      db,
      { accountId: caller.accountId, endpointId: id },
      { status: query.status, event: query.event },
      page,
    )
    const pagination = paginate(query, total)
    const links = paginationLinks(`${publicUrl}/api/v1/webhooks/${id}/deliveries`, query, pagination)
    return {
      data: { deliveries: await listedDeliveryAnswers(db, deliveries), pagination },
      ...(links && { headers: { Link: links } }),
    }
  },
})
