import { z } from 'zod'
import { listEndpointDeliveries } from '../../db/webhooks/deliveries.ts'
import { deliveryLogLimits } from './delivery-log-limits.ts'
import { WebhookEventName } from '../../../engine/model/webhook-event.ts'
import { deliveryDays } from '../../accounts/retention/terms.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { DeliveryAnswer, DeliveryStatus, listedDeliveryAnswers } from './delivery-shape.ts'
import { requireWebhook, WebhookParams } from './webhook-shape.ts'

export const listWebhookDeliveries = endpoint({
  id: 'list-webhook-deliveries',
  method: 'get',
  path: '/api/v1/webhooks/:webhookId/deliveries',
  tag: 'webhooks',
  summary: 'List deliveries for a webhook endpoint',
  description:
    'Returns the deliveries to an endpoint, newest first, each with its last ' +
    `${deliveryLogLimits.maxListedAttempts} attempts. Deliveries are stored for ${deliveryDays.free} days, ` +
    `or ${deliveryDays.team} days on the Team and Enterprise plans.`,
  permission: 'webhooks:write',
  params: WebhookParams,
  query: PageQuery({ defaultLimit: 20 }).extend({
    status: DeliveryStatus.optional().meta({ description: 'Returns only deliveries with this status.' }),
    event: WebhookEventName.optional().meta({ description: 'Returns only deliveries for this event.' }),
  }),
  body: undefined,
  status: 200,
  data: z.object({
    deliveries: z.array(DeliveryAnswer).meta({ description: 'Deliveries, newest first.' }),
    pagination: Pagination,
  }),
  headers: { Link: 'Links to other pages (RFC 8288). Omitted if there is only one page.' },
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
