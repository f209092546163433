import type { WebhookEventName } from '../../engine/model/webhook-event.ts'

/** An event as its receivers get it: one for all of them and for every attempt. */
export interface OutgoingEvent {
  /** `evt_` and a hash of what happened: told twice, it is the same event. */
  readonly id: string
  readonly accountId: string
  readonly event: WebhookEventName
  /** The envelope as JSON; its UTF-8 bytes are signed and sent. */
  readonly body: string
  /** The scan that it tells of; with the scan goes the event. */
  readonly scanId: string | null
  readonly createdAt: Date
}

/** Who gets an event: an endpoint of the account, or the `webhook` of a submitted scan. */
export type Receiver = { readonly endpointId: string } | { readonly url: string }

/** An event, and everybody who gets it. */
export interface AddressedEvent {
  readonly event: OutgoingEvent
  readonly receivers: readonly Receiver[]
}
