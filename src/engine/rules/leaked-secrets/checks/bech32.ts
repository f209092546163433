import { createHash } from 'node:crypto'
import { bech32 } from '@scure/base'
import type { Check } from '../credential.ts'

const agePrefix = 'age-secret-key-'

/** Checks an age key's Bech32 checksum (BIP 173). */
export function bech32Holds(secret: string): Check {
  return bech32.decodeUnsafe(secret) === undefined ? 'wrong' : 'right'
}

/** Returns a valid age key that depends only on `secret`. */
export function ageKeyFor(secret: string): string {
  const bytes = createHash('sha256').update(secret).digest()
  return bech32.encodeFromBytes(agePrefix, bytes).toUpperCase()
}
