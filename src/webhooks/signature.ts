import type { WebhookSecrets } from '../accounts/webhook-secret.ts'

/** What is signed: the event's id, the second of this attempt, and the exact bytes of the body. */
export interface SignedMessage {
  readonly id: string
  readonly sentAt: Date
  readonly body: string
}

/** The headers that prove who sent a body: `X-Scanner-Signature` and those of the Standard Webhooks specification. */
export function signatureHeaders(_message: SignedMessage, _secrets: WebhookSecrets): Record<string, string> {
  throw new Error('not built yet')
}
