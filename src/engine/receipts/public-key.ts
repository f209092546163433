import { createPublicKey, type KeyObject } from 'node:crypto'

/** Creates an Ed25519 public key from 32 raw bytes. */
export function publicKeyOf(raw: Buffer): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' })
}
