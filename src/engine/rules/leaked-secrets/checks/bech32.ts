import { createHash } from 'node:crypto'
import { bech32 } from '@scure/base'
import type { Check } from '../credential.ts'

const agePrefix = 'age-secret-key-'

/** Judges the checksum of Bech32 (BIP 173), in which age writes its keys. */
export function bech32Holds(secret: string): Check {
  return bech32.decodeUnsafe(secret) === undefined ? 'wrong' : 'right'
}

/** Returns a key of age that is right and depends on nothing but `secret`. */
export function ageKeyFor(secret: string): string {
  const bytes = createHash('sha256').update(secret).digest()
  return bech32.encodeFromBytes(agePrefix, bytes).toUpperCase()
}
