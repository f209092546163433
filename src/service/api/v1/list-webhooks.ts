import { z } from 'zod'
import { listWebhookEndpoints } from '../../db/webhooks/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { WebhookAnswer, webhookAnswer } from './webhook-shape.ts'

/** The account's endpoints, newest first, disabled ones too. */
export const listWebhooks = endpoint({
  id: 'list-webhooks',
  method: 'get',
  path: '/api/v1/webhooks',
  tag: 'webhooks',
  summary: 'List the webhook endpoints',
  description: 'Newest first, with those that are disabled, and without secrets.',
  permission: 'webhooks:write',
  params: z.strictObject({}),
  query: PageQuery({ defaultLimit: 20 }),
  body: undefined,
  status: 200,
  data: z.object({ webhooks: z.array(WebhookAnswer).meta({ description: 'Newest first.' }), pagination: Pagination }),
  headers: { Link: 'Neighbouring pages, RFC 8288; absent when there is one page.' },
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
