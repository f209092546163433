import { createHmac, timingSafeEqual } from 'node:crypto'

const WEBHOOK_SIGNING_SECRET = '{{secret:base64-40}}'

export function isSigned(body: string, signature: string): boolean {
  const expected = createHmac('sha256', WEBHOOK_SIGNING_SECRET).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}
