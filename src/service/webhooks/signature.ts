import { createHmac } from 'node:crypto'
import type { WebhookSecrets } from '../accounts/sealed-secrets.ts'

/** What is signed: the event's id, the second of this attempt, and the exact bytes of the body. */
export interface SignedMessage {
  readonly id: string
  readonly sentAt: Date
  readonly body: string
}

/**
 * The headers that prove who sent a body: `X-Scanner-Signature` and those of the Standard Webhooks
 * specification (https://github.com/standard-webhooks/standard-webhooks, "Signature scheme"). The first has room for
 * one signature: while two secrets hold it is the old one's, which receivers surely know; the other has both.
 */
export function signatureHeaders(message: SignedMessage, secrets: WebhookSecrets): Record<string, string> {
  const timestamp = String(Math.floor(message.sentAt.getTime() / 1000))
  const active = [secrets.current, ...(secrets.previous === undefined ? [] : [secrets.previous])]
  return {
    'X-Scanner-Signature': `sha256=${createHmac('sha256', secrets.previous ?? secrets.current)
      .update(message.body)
      .digest('hex')}`,
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': active
      .map(
        (secret) =>
          `v1,${createHmac('sha256', standardKey(secret))
            .update(`${message.id}.${timestamp}.${message.body}`)
            .digest('base64')}`,
      )
      .join(' '),
  }
}

/** The bytes that stand behind `whsec_` in base64. The other signature is keyed with the text as it is shown. */
function standardKey(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
}
