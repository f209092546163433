import type { WebhookEventName } from '../../engine/model/webhook-event.ts'

/** Event that is identical for all receivers and attempts. */
export interface OutgoingEvent {
  /** `evt_` and a hash of the subject, so that a repeated event has the same ID. */
  readonly id: string
  readonly accountId: string
  readonly event: WebhookEventName
  /** Envelope as JSON. Its UTF-8 bytes are signed and sent. */
  readonly body: string
  /** ID of the scan that the event is about. The event is deleted with the scan. */
  readonly scanId: string | null
  readonly createdAt: Date
}

/** Event receiver: one of the account's endpoints, or a scan's `webhook`. */
export type Receiver = { readonly endpointId: string } | { readonly url: string }

/** Event with its receivers. */
export interface AddressedEvent {
  readonly event: OutgoingEvent
  readonly receivers: readonly Receiver[]
}
