import { createHmac } from 'node:crypto'
import type { WebhookSecrets } from '../accounts/sealed-secrets.ts'

/** Signed parts: event ID, attempt time in seconds, and the exact bytes of the body. */
export interface SignedMessage {
  readonly id: string
  readonly sentAt: Date
  readonly body: string
}

/**
 * Returns the signature headers: `X-Scanner-Signature` and those of the Standard Webhooks specification
 * (https://github.com/standard-webhooks/standard-webhooks, "Signature scheme"). `X-Scanner-Signature` holds only one
 * signature. During a secret rotation it uses the old secret, which all receivers have. The others contain both
 * signatures.
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

/**
 * Returns the bytes after `whsec_`, decoded from Base64. `X-Scanner-Signature` uses the complete string as the key
 * instead.
 */
function standardKey(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
}
