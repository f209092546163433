import { createHash } from 'node:crypto'
import { storableDocument } from '../db/storable-document.ts'
import type { WebhookEventName } from '../../engine/model/webhook-event.ts'
import { webhookEventType } from './catalogue.ts'
import type { OutgoingEvent } from './outgoing-event.ts'

/** What an event is made of. */
export interface EventContent {
  readonly accountId: string
  readonly event: WebhookEventName
  /**
   * Names what happened within the account, such as a scan's id and a finding's fingerprint: equal subjects make equal
   * ids.
   */
  readonly subject: string
  readonly data: unknown
  /** The scan that it tells of. */
  readonly scanId?: string
  /** When it happened. */
  readonly createdAt: Date
}

/**
 * Makes an event. What its shape does not name is cut off. NUL and lone surrogates, which receivers could store no more
 * than we can, become U+FFFD. Throws when `data` has not the shape of the event.
 */
export function outgoingEvent({ accountId, event, subject, data, scanId, createdAt }: EventContent): OutgoingEvent {
  const id = `evt_${createHash('sha256')
    .update(JSON.stringify([accountId, event, subject]))
    .digest('base64url')}`
  const envelope = { id, event, timestamp: createdAt.toISOString(), data: webhookEventType(event).data.parse(data) }
  return { id, accountId, event, body: JSON.stringify(storableDocument(envelope)), scanId: scanId ?? null, createdAt }
}
