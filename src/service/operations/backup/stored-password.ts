import { createHash, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto'

/**
 * Whether a password is the one that a server stores as a verifier of SCRAM-SHA-256 (RFC 5803, as `pg_authid` has it).
 * False for what is stored any other way.
 */
export function isStoredPassword(password: string, stored: string): boolean {
  const [, rounds, salt, key] = /^SCRAM-SHA-256\$(\d{1,7}):([\w+/=]+)\$([\w+/=]+):[\w+/=]+$/.exec(stored) ?? []
  if (rounds === undefined || salt === undefined || key === undefined) return false
  // Near enough to SASLprep (RFC 4013): it normalises so, and a password with anything rarer is refused.
  const salted = pbkdf2Sync(password.normalize('NFKC'), Buffer.from(salt, 'base64'), Number(rounds), 32, 'sha256')
  const derived = createHash('sha256').update(createHmac('sha256', salted).update('Client Key').digest()).digest()
  const expected = Buffer.from(key, 'base64')
  return expected.length === derived.length && timingSafeEqual(expected, derived)
}
