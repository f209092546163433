import { createPrivateKey, type KeyObject } from 'node:crypto'

/**
 * Parses the private key of a GitHub App: PEM with line breaks, PEM with `\n` escapes, or Base64-encoded PEM. Returns
 * undefined unless it is an RSA key of at least 2,048 bits, the minimum for RS256 (RFC 7518 section 3.3). Returns a
 * KeyObject, because printing one does not reveal the key.
 */
export function parsePrivateKey(text: string): KeyObject | undefined {
  const pem = text.includes('-----BEGIN') ? text.replaceAll('\\n', '\n') : Buffer.from(text, 'base64').toString()
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2_048 ? key : undefined
  } catch {
    return undefined
  }
}
