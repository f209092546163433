import type { ReceiptKey, ReceiptKeySet } from '../../../engine/receipts/key-set.ts'
import { listSigningKeys, type SigningKeyRow } from '../../db/registry/signing-keys.ts'
import type { Database } from '../../db/client.ts'

/** Returns all of the service's signing keys, oldest first. Empty before the first receipt. */
export async function receiptKeySet(db: Database): Promise<ReceiptKeySet> {
  return { keys: (await listSigningKeys(db)).map(receiptKey) }
}

function receiptKey({ id, publicKey, createdAt, retiredAt }: SigningKeyRow): ReceiptKey {
  return {
    kty: 'OKP',
    crv: 'Ed25519',
    use: 'sig',
    alg: 'EdDSA',
    kid: id,
    x: publicKey.toString('base64url'),
    status: retiredAt ? 'retired' : 'active',
    notBefore: createdAt.toISOString(),
    ...(retiredAt && { notAfter: retiredAt.toISOString() }),
  }
}
