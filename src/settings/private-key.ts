import { createPrivateKey, type KeyObject } from 'node:crypto'

/**
 * Reads the private key of a GitHub App as `PRIVATE_KEY` brings it: PEM with line breaks, with `\n` in
 * their place, or the whole PEM in base64. Undefined unless it is an RSA key of at least 2,048 bits,
 * the least that RS256 takes (RFC 7518 section 3.3). A KeyObject shows nothing of the key when it is printed.
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
