import { z } from 'zod'

/** Path where a service publishes its receipt keys. */
export const keySetPath = '/.well-known/assay-receipt-keys.json'

/** JSON Web Key (RFC 8037) for receipts, with its status. */
const ReceiptKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  use: z.literal('sig'),
  alg: z.literal('EdDSA'),
  kid: z.string().min(1),
  /** Raw public key in base64url. */
  x: z.base64url(),
  /** A `retired` key signs no new receipts. Receipts signed with it before `notAfter` stay valid. */
  status: z.enum(['active', 'retired']),
  notBefore: z.iso.datetime(),
  /** Present only for retired keys. */
  notAfter: z.iso.datetime().optional(),
})
export type ReceiptKey = z.infer<typeof ReceiptKey>

/** A service's public keys as a JSON Web Key Set (RFC 7517), including retired keys. */
export const ReceiptKeySet = z.object({ keys: z.array(ReceiptKey) })
export type ReceiptKeySet = z.infer<typeof ReceiptKeySet>
