import { z } from 'zod'

/** Where a service publishes its keys. */
export const keySetPath = '/.well-known/assay-receipt-keys.json'

/** A JSON Web Key (RFC 8037) of receipts, with what became of it. */
const ReceiptKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  use: z.literal('sig'),
  alg: z.literal('EdDSA'),
  kid: z.string().min(1),
  /** Raw public key, base64url. */
  x: z.base64url(),
  /** `retired`: signs no more; what it signed before `notAfter` still verifies. */
  status: z.enum(['active', 'retired']),
  notBefore: z.iso.datetime(),
  /** There once it is retired. */
  notAfter: z.iso.datetime().optional(),
})
export type ReceiptKey = z.infer<typeof ReceiptKey>

/** The public keys of a service as a JSON Web Key Set (RFC 7517), retired ones included. */
export const ReceiptKeySet = z.object({ keys: z.array(ReceiptKey) })
export type ReceiptKeySet = z.infer<typeof ReceiptKeySet>
