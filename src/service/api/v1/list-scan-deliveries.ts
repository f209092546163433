import { z } from 'zod'
import { listScanDeliveries as list } from '../../db/webhooks/deliveries.ts'
import { deliveryLogLimits } from './delivery-log-limits.ts'
import { WebhookEventName } from '../../../engine/model/webhook-event.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { DeliveryAnswer, DeliveryStatus, listedDeliveryAnswers } from './delivery-shape.ts'
import { requireScan, ScanParams } from './require-scan.ts'

/** Lists the deliveries to a scan's `webhook`. */
export const listScanDeliveries = endpoint({
  id: 'list-scan-deliveries',
  method: 'get',
  path: '/api/v1/scans/:scanId/deliveries',
  tag: 'scans',
  summary: 'List deliveries for a scan',
  description:
    "Returns the deliveries to a scan's `webhook` URL, newest first, each with its last " +
    `${deliveryLogLimits.maxListedAttempts} attempts. The URL is not included. Deliveries to webhook ` +
    "endpoints are recorded in each endpoint's log.",
  permission: 'scans:read',
  params: ScanParams,
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
    const scan = await requireScan(db, caller, params.scanId)
    const page = { limit: query.limit, offset: (query.page - 1) * query.limit }
    const { deliveries, total } = await list(
      db,
      { accountId: caller.accountId, scanId: scan.id },
      { status: query.status, event: query.event },
      page,
    )
    const pagination = paginate(query, total)
    const links = paginationLinks(`${publicUrl}/api/v1/scans/${scan.id}/deliveries`, query, pagination)
    return {
      data: { deliveries: await listedDeliveryAnswers(db, deliveries), pagination },
      ...(links && { headers: { Link: links } }),
    }
  },
})
