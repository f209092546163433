import { type KeyObject, sign, verify } from 'node:crypto'
import type { DsseEnvelope } from '../model/receipt.ts'

/** Media type of in-toto statements. */
export const inTotoPayload = 'application/vnd.in-toto+json'

/**
 * Returns the bytes that DSSE signs: the type and the payload, each prefixed with its length in bytes (specification
 * 1.0.2, "PAE").
 */
export function preAuthenticationEncoding(payloadType: string, payload: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `),
    payload,
  ])
}

/** Signs a document and returns the envelope with one Ed25519 signature. */
export function signEnvelope(
  document: object,
  { id, privateKey }: { readonly id: string; readonly privateKey: KeyObject },
): DsseEnvelope {
  const payload = Buffer.from(JSON.stringify(document))
  const sig = sign(null, preAuthenticationEncoding(inTotoPayload, payload), privateKey)
  return {
    payload: payload.toString('base64'),
    payloadType: inTotoPayload,
    signatures: [{ keyid: id, sig: sig.toString('base64') }],
  }
}

/** Reports whether this key's signature is valid for the type and payload. */
export function isSignedBy(publicKey: KeyObject, payloadType: string, payload: Buffer, signature: Buffer): boolean {
  return verify(null, preAuthenticationEncoding(payloadType, payload), publicKey, signature)
}
