import { createHash, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto'

/**
 * Reports whether a password matches a stored SCRAM-SHA-256 verifier (RFC 5803, as in `pg_authid`). False for other
 * kinds of verifiers.
 */
export function isStoredPassword(password: string, stored: string): boolean {
  const [, rounds, salt, key] = /^SCRAM-SHA-256\$(\d{1,7}):([\w+/=]+)\$([\w+/=]+):[\w+/=]+$/.exec(stored) ?? []
  if (rounds === undefined || salt === undefined || key === undefined) return false
  // Approximates SASLprep (RFC 4013), which also applies NFKC. Passwords with less common characters do not match.
  const salted = pbkdf2Sync(password.normalize('NFKC'), Buffer.from(salt, 'base64'), Number(rounds), 32, 'sha256')
  const derived = createHash('sha256').update(createHmac('sha256', salted).update('Client Key').digest()).digest()
  const expected = Buffer.from(key, 'base64')
  return expected.length === derived.length && timingSafeEqual(expected, derived)
}
