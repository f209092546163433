import type { Check } from '../credential.ts'

/** Field types of libmacaroons' binary format, version 2. */
const field = { end: 0, location: 1, identifier: 2, verification: 4, signature: 6 } as const

/**
 * Checks whether a Python package index token is a complete macaroon: version 2, a location, an identifier, caveats,
 * and a 32-byte signature at the end (PyPI documentation on tokens; format of libmacaroons).
 */
export function isMacaroon(secret: string): Check {
  const bytes = Buffer.from(secret.slice(secret.indexOf('-') + 1), 'base64url')
  if (bytes[0] !== 2) return 'wrong'
  let at = 1
  let identified = false
  while (at < bytes.length) {
    const kind = bytes[at]
    at += 1
    if (kind === field.end) continue
    const length = bytes[at] ?? 0
    // Lengths above 127 have a second byte. No token needs a third.
    const size = length < 0x80 ? length : (length & 0x7f) | ((bytes[at + 1] ?? 0) << 7)
    at += length < 0x80 ? 1 : 2
    if (kind === field.identifier) identified = true
    else if (kind === field.signature)
      return identified && size === 32 && at + size === bytes.length ? 'right' : 'wrong'
    else if (kind !== field.location && kind !== field.verification) return 'wrong'
    at += size
  }
  return 'wrong'
}

/** Returns a macaroon with the given location and signature. */
export function macaroonOf(location: string, identifier: string, signature: Buffer): string {
  return Buffer.concat([
    Buffer.from([2]),
    part(field.location, Buffer.from(location)),
    part(field.identifier, Buffer.from(identifier)),
    Buffer.from([field.end, field.end]),
    part(field.signature, signature),
  ]).toString('base64url')
}

function part(kind: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([kind, bytes.length]), bytes])
}
