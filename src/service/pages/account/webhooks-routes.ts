import { z } from 'zod'
import { Pagination } from '../../api/pagination.ts'
import { createWebhook } from '../../api/v1/create-webhook.ts'
import { deleteWebhook } from '../../api/v1/delete-webhook.ts'
import { DeliveryAnswer, DeliveryStatus } from '../../api/v1/delivery-shape.ts'
import { getWebhook } from '../../api/v1/get-webhook.ts'
import { listWebhookDeliveries } from '../../api/v1/list-webhook-deliveries.ts'
import { listWebhookEvents } from '../../api/v1/list-webhook-events.ts'
import { listWebhooks } from '../../api/v1/list-webhooks.ts'
import { pingWebhook } from '../../api/v1/ping-webhook.ts'
import { redeliverWebhookDelivery } from '../../api/v1/redeliver-webhook-delivery.ts'
import { rotateEndpointSecret } from '../../api/v1/rotate-endpoint-secret.ts'
import { RotatedSecret, WebhookSecret } from '../../api/v1/secret-shape.ts'
import { updateWebhook } from '../../api/v1/update-webhook.ts'
import { WebhookAnswer } from '../../api/v1/webhook-shape.ts'
import { pageNumber } from '../parts/paging.ts'
import type { Member } from './account-context.ts'
import type { AccountRoutes } from './page-registration.ts'
import { callEndpoint } from './call-endpoint.ts'
import { webhookPage } from './webhook-page.ts'
import { chosenEvents, ListedEvent, webhookSecretPage, webhooksPage } from './webhooks-page.ts'

const Webhooks = z.object({ webhooks: z.array(WebhookAnswer) })
const Events = z.object({ events: z.array(ListedEvent) })
const Deliveries = z.object({ deliveries: z.array(DeliveryAnswer), pagination: Pagination })
const Anything = z.unknown()

const tab = '/account/webhooks'
const endpointPath = '/account/webhooks/:webhookId'

/** Serves the pages that list, add, pause, test, and delete webhook endpoints, and show their deliveries. */
export function serveWebhooks({ context, onPage, onForm, show }: AccountRoutes): void {
  onPage(tab, tab, async (member, frame) => {
    // One API page is enough, because accounts can have only a few endpoints.
    const { webhooks } = await callEndpoint(context, member, listWebhooks, Webhooks, { query: { limit: '100' } })
    const { events } = await callEndpoint(context, member, listWebhookEvents, Events)
    return webhooksPage(frame, webhooks, events)
  })
  onForm(tab, tab, async (member, frame, fields) => {
    const body = {
      url: (fields.get('url') ?? '').trim(),
      description: fields.get('description') ?? '',
      events: chosenEvents(fields.getAll('event')),
    }
    const { webhookId, webhookSecret } = await callEndpoint(
      context,
      member,
      createWebhook,
      WebhookAnswer.extend({ webhookSecret: WebhookSecret }),
      { body },
    )
    await show(member, webhookSecretPage(frame, { webhookId, secret: webhookSecret }), 201)
  })
  onPage(endpointPath, tab, async (member, frame) => {
    const params = { webhookId: member.request.params['webhookId'] }
    const webhook = await callEndpoint(context, member, getWebhook, WebhookAnswer, { params })
    const { query } = member.request
    const status = DeliveryStatus.safeParse(query['status']).data
    const log = await callEndpoint(context, member, listWebhookDeliveries, Deliveries, {
      params,
      query: { page: String(pageNumber(query['page'])), ...(status && { status }) },
    })
    return webhookPage(frame, webhook, { ...log, status })
  })
  onForm(`${endpointPath}/rotate`, tab, async (member, frame) => {
    const webhookId = String(member.request.params['webhookId'])
    const { webhookSecret: secret, overlapUntil } = await callEndpoint(
      context,
      member,
      rotateEndpointSecret,
      RotatedSecret,
      { params: { webhookId }, body: {} },
    )
    await show(member, webhookSecretPage(frame, { webhookId, secret, overlapUntil }))
  })
  /** Registers an endpoint action. The response redirects to the endpoint's page. */
  const onAction = (
    action: string,
    act: (member: Member, params: Readonly<Record<string, unknown>>) => Promise<unknown>,
  ) =>
    onForm(`${endpointPath}/${action}`, tab, async (member) => {
      const { webhookId, deliveryId } = member.request.params
      await act(member, deliveryId === undefined ? { webhookId } : { webhookId, deliveryId })
      member.response.redirect(303, `${tab}/${String(webhookId)}`)
    })
  onAction('pause', (member, params) =>
    callEndpoint(context, member, updateWebhook, Anything, { params, body: { enabled: false } }),
  )
  onAction('resume', (member, params) =>
    callEndpoint(context, member, updateWebhook, Anything, { params, body: { enabled: true } }),
  )
  onAction('ping', (member, params) => callEndpoint(context, member, pingWebhook, Anything, { params }))
  onAction('deliveries/:deliveryId/redeliver', (member, params) =>
    callEndpoint(context, member, redeliverWebhookDelivery, Anything, { params }),
  )
  onForm(`${endpointPath}/delete`, tab, async (member) => {
    await callEndpoint(context, member, deleteWebhook, Anything, {
      params: { webhookId: member.request.params['webhookId'] },
    })
    member.response.redirect(303, tab)
  })
}
