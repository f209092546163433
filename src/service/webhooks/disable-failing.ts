import { countFailedDeliveries, disableFailingEndpoint } from '../db/webhooks/endpoint-health.ts'
import { findSubscribedEndpoints } from '../db/webhooks/endpoints.ts'
import type { DeliveryContext } from './delivery-context.ts'
import { outgoingEvent } from './event-message.ts'
import { sendEvents } from './send-events.ts'

/**
 * Disables an endpoint if all its attempts have failed for `disableAfterMs`, and notifies the account's other
 * endpoints. Otherwise, does nothing.
 */
export async function disableFailing(
  { db, queue, log, now, limits }: Pick<DeliveryContext, 'db' | 'queue' | 'log' | 'now' | 'limits'>,
  { endpointId, lastFailure }: { endpointId: string; lastFailure: string | null },
): Promise<void> {
  const disabledAt = now()
  await db.transaction(async (tx) => {
    const endpoint = await disableFailingEndpoint(tx, endpointId, {
      failingBefore: new Date(disabledAt.getTime() - limits.disableAfterMs),
      now: disabledAt,
    })
    if (!endpoint?.failingSince) return
    const { id, accountId, url, failingSince } = endpoint
    log.warn(
      { webhookId: id, accountId, failingSince },
      'webhook endpoint disabled: all attempts failed for several days',
    )
    const hearers = (await findSubscribedEndpoints(tx, accountId)).filter(
      ({ events }) => events.length === 0 || events.includes('endpoint.disabled'),
    )
    if (hearers.length === 0) return
    const event = outgoingEvent({
      accountId,
      event: 'endpoint.disabled',
      subject: `${id} ${disabledAt.toISOString()}`,
      data: {
        webhookId: id,
        url,
        failingSince: failingSince.toISOString(),
        disabledAt: disabledAt.toISOString(),
        failedDeliveries: await countFailedDeliveries(tx, id, failingSince),
        ...(lastFailure !== null && { lastFailure }),
      },
      createdAt: disabledAt,
    })
    await sendEvents({ queue }, tx, [{ event, receivers: hearers.map(({ id }) => ({ endpointId: id })) }])
  })
}
