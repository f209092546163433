import { createHmac, timingSafeEqual, webcrypto } from 'node:crypto'

/**
 * Size from which a signature is computed outside the main thread, because hashing 25 MB takes 22 ms. A smaller body
 * takes less time than the switch between threads costs.
 */
const largeBytes = 256 * 1024

const { subtle } = webcrypto

const prefix = 'sha256='

/** Reports whether a text has the form of a signature. */
export function isSignature(text: string): boolean {
  return text.startsWith(prefix) && /^[\da-f]{64}$/.test(text.slice(prefix.length))
}

/** Returns a function that verifies `X-Hub-Signature-256`: `sha256=`, and the HMAC of the body in hexadecimal. */
export async function deliverySignature(
  secret: string,
): Promise<(body: Buffer<ArrayBuffer>, signature: string) => Promise<boolean>> {
  const key = await subtle.importKey('raw', Buffer.from(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  return async (body, signature) => {
    if (!isSignature(signature)) return false
    const sent = Buffer.from(signature.slice(prefix.length), 'hex')
    return body.length < largeBytes
      ? timingSafeEqual(createHmac('sha256', secret).update(body).digest(), sent)
      : subtle.verify('HMAC', key, sent, body)
  }
}
