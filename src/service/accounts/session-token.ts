import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { MasterKey } from './master-key.ts'

const tokenPattern = /^[\w-]{43}$/

/** Returns 256 random bits as 43 characters that need no escaping. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Reports whether the text has the format of a token. Longer values are not even hashed. */
export function isToken(text: string): boolean {
  return tokenPattern.test(text)
}

/** Returns the stored form of a session token: HMAC-SHA256, so that a stolen table alone gives no access. */
export function hashSessionToken(masterKey: MasterKey, token: string): Buffer {
  return createHmac('sha256', masterKey.derive('sessions')).update(`session ${token}`).digest()
}

/** Returns the CSRF token for a session's forms, so that other sites' pages cannot submit them. */
export function formTokenOf(masterKey: MasterKey, sessionId: string): string {
  return createHmac('sha256', masterKey.derive('sessions')).update(`form ${sessionId}`).digest('base64url')
}

/** Reports whether a form contains this session's token. Compares in constant time. */
export function isFormToken(masterKey: MasterKey, sessionId: string, given: unknown): boolean {
  return isSameToken(given, formTokenOf(masterKey, sessionId))
}

/**
 * Reports whether the input equals this token. Compares in constant time. Input with the same number of characters can
 * have more bytes, so malformed tokens are rejected before the comparison.
 */
export function isSameToken(given: unknown, token: string): boolean {
  return typeof given === 'string' && isToken(given) && timingSafeEqual(Buffer.from(given), Buffer.from(token))
}
