import { createHash } from 'node:crypto'
import { storableDocument } from '../db/storable-document.ts'
import type { WebhookEventName } from '../../engine/model/webhook-event.ts'
import { webhookEventType } from './catalogue.ts'
import type { OutgoingEvent } from './outgoing-event.ts'

/** Input for a new event. */
export interface EventContent {
  readonly accountId: string
  readonly event: WebhookEventName
  /**
   * Identifies the subject within the account, such as a scan ID with a fingerprint. Events with equal subjects have
   * the same ID.
   */
  readonly subject: string
  readonly data: unknown
  /** ID of the scan that the event is about. */
  readonly scanId?: string
  readonly createdAt: Date
}

/**
 * Creates an event. Removes unknown fields. Replaces NUL and lone surrogates with U+FFFD, because neither receivers nor
 * the database can store them. Throws if `data` does not match the event's schema.
 */
export function outgoingEvent({ accountId, event, subject, data, scanId, createdAt }: EventContent): OutgoingEvent {
  const id = `evt_${createHash('sha256')
    .update(JSON.stringify([accountId, event, subject]))
    .digest('base64url')}`
  const envelope = { id, event, timestamp: createdAt.toISOString(), data: webhookEventType(event).data.parse(data) }
  return { id, accountId, event, body: JSON.stringify(storableDocument(envelope)), scanId: scanId ?? null, createdAt }
}
