import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Alphabet of 32 symbols, so the low five bits of a random byte select one without bias. Omits 0, 1, l, and o, which
 * are easy to misread.
 */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

const keyPattern = /^mcp_([A-Za-z0-9]{8})_([A-Za-z0-9]{32})$/

/** Creates a key `mcp_<8>_<32>` whose secret part has 160 random bits. Returns the key and its public prefix. */
export function generateApiKey(): { key: string; prefix: string } {
  const prefix = randomSymbols(8)
  return { key: `mcp_${prefix}_${randomSymbols(32)}`, prefix }
}

/** Returns the public prefix of a well-formed key, or undefined if `text` is not a key. */
export function apiKeyPrefix(text: string): string | undefined {
  return keyPattern.exec(text)?.[1]
}

/** Returns the stored form of a key: HMAC-SHA256 with the pepper, so that a stolen table alone gives no access. */
export function hashApiKey(pepper: Buffer, key: string): Buffer {
  return createHmac('sha256', pepper).update(key).digest()
}

/** Compares two hashes in constant time. */
export function isSameHash(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

function randomSymbols(length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet.charAt(byte & 31)).join('')
}
