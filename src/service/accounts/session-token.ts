import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { MasterKey } from './master-key.ts'

const tokenPattern = /^[\w-]{43}$/

/** 256 random bits as 43 characters without escaping. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether this can be a token of this service. Longer values are not even hashed. */
export function isToken(text: string): boolean {
  return tokenPattern.test(text)
}

/** The stored form of a session token: HMAC-SHA256, so that a stolen table alone gives no access. */
export function hashSessionToken(masterKey: MasterKey, token: string): Buffer {
  return createHmac('sha256', masterKey.derive('sessions')).update(`session ${token}`).digest()
}

/** Token in forms of a session, so that pages of other sites cannot submit them. */
export function formTokenOf(masterKey: MasterKey, sessionId: string): string {
  return createHmac('sha256', masterKey.derive('sessions')).update(`form ${sessionId}`).digest('base64url')
}

/** Whether a form contains the token of this session. Compares in constant time. */
export function isFormToken(masterKey: MasterKey, sessionId: string, given: unknown): boolean {
  return isSameToken(given, formTokenOf(masterKey, sessionId))
}

/**
 * Whether the input is this token. Compares in constant time. The same number of characters may be more bytes, so
 * invalid tokens are not compared.
 */
export function isSameToken(given: unknown, token: string): boolean {
  return typeof given === 'string' && isToken(given) && timingSafeEqual(Buffer.from(given), Buffer.from(token))
}
