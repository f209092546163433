import { z } from 'zod'
import { listWebhookEndpoints } from '../../db/webhooks/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { WebhookAnswer, webhookAnswer } from './webhook-shape.ts'

/** Lists the webhook endpoints of the account, newest first, including disabled ones. */
export const listWebhooks = endpoint({
  id: 'list-webhooks',
  method: 'get',
  path: '/api/v1/webhooks',
  tag: 'webhooks',
  summary: 'List webhook endpoints',
  description:
    "Returns the account's webhook endpoints, newest first, including disabled endpoints. Secrets are not included.",
  permission: 'webhooks:write',
  params: z.strictObject({}),
  query: PageQuery({ defaultLimit: 20 }),
  body: undefined,
  status: 200,
  data: z.object({
    webhooks: z.array(WebhookAnswer).meta({ description: 'Webhook endpoints, newest first.' }),
    pagination: Pagination,
  }),
  headers: { Link: 'Links to other pages (RFC 8288). Omitted if there is only one page.' },
  errors: [],
  async respond({ db, publicUrl }, { caller, query }) {
    const { endpoints, total } = await listWebhookEndpoints(db, caller.accountId, {
      limit: query.limit,
      offset: (query.page - 1) * query.limit,
    })
    const pagination = paginate(query, total)
    const links = paginationLinks(`${publicUrl}/api/v1/webhooks`, query, pagination)
    const now = new Date()
    return {
      data: { webhooks: endpoints.map((row) => webhookAnswer(row, now)), pagination },
      ...(links && { headers: { Link: links } }),
    }
  },
})
