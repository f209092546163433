import type { WebhookEventName } from '../model/webhook-event.ts'
import type { OutgoingEvent } from './outgoing-event.ts'

/**
 * Makes an event. `subject` names what happened within the account, such as a scan's id and a finding's: equal subjects make
 * equal ids. Throws when `data` has not the shape of the event.
 */
export function outgoingEvent(_event: { accountId: string; event: WebhookEventName; subject: string; data: unknown; scanId?: string; createdAt: Date }): OutgoingEvent {
  throw new Error('not built yet')
}
