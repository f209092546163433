import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { MasterKey } from './master-key.ts'

const tokenPattern = /^[\w-]{43}$/

/** 256 random bits as 43 characters that need no escape. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether this can be one of our tokens: what is longer is not even hashed. */
export function isToken(text: string): boolean {
  return tokenPattern.test(text)
}

/** What is stored instead of the token of a session: HMAC-SHA256, so that a stolen table alone opens nothing. */
export function hashSessionToken(masterKey: MasterKey, token: string): Buffer {
  return createHmac('sha256', masterKey.derive('sessions')).update(`session ${token}`).digest()
}

/** What forms of a session carry, so that a page of somebody else cannot send them. */
export function formTokenOf(masterKey: MasterKey, sessionId: string): string {
  return createHmac('sha256', masterKey.derive('sessions')).update(`form ${sessionId}`).digest('base64url')
}

/** Whether a form carries the token of this session; compares in constant time. */
export function isFormToken(masterKey: MasterKey, sessionId: string, given: unknown): boolean {
  return isSameToken(given, formTokenOf(masterKey, sessionId))
}

/**
 * Whether what somebody sent is this token; compares in constant time. As many characters may be more bytes: what can
 * be no token is not compared.
 */
export function isSameToken(given: unknown, token: string): boolean {
  return typeof given === 'string' && isToken(given) && timingSafeEqual(Buffer.from(given), Buffer.from(token))
}
