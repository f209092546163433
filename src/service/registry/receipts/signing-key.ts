import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { AccountContext } from '../../accounts/account-context.ts'
import type { MasterKey } from '../../accounts/master-key.ts'
import { seal, unseal } from '../../accounts/sealed.ts'
import {
  findActiveSigningKey,
  insertSigningKey,
  retireActiveSigningKey,
  type SigningKeyRow,
} from '../../db/registry/signing-keys.ts'

/** A key that signs receipts. */
export interface SigningKey {
  /** First 16 bytes of the SHA-256 of the raw public key, in hex. */
  readonly id: string
  readonly privateKey: KeyObject
}

/** The key that signs now. The first one is made when it is first needed. */
export async function openSigningKey({ db, masterKey }: AccountContext, now: Date): Promise<SigningKey> {
  const known = await findActiveSigningKey(db)
  if (known) return opened(masterKey, known)
  // Of two that are made at once, the one that was stored counts for both.
  await insertSigningKey(db, newSigningKey(masterKey, now))
  const made = await findActiveSigningKey(db)
  if (!made) throw new Error('the new signing key is not there')
  return opened(masterKey, made)
}

/** Has another key sign from now on. The public part of the one before stays; its private part is forgotten. */
export async function rotateSigningKey(
  { db, masterKey }: AccountContext,
  now: Date,
): Promise<{ readonly retired: string | undefined; readonly id: string }> {
  return db.transaction(async (tx) => {
    const retired = await retireActiveSigningKey(tx, now)
    const key = newSigningKey(masterKey, now)
    if (!(await insertSigningKey(tx, key))) throw new Error('another process has just made a signing key')
    return { retired: retired?.id, id: key.id }
  })
}

function newSigningKey(masterKey: MasterKey, createdAt: Date): Omit<SigningKeyRow, 'retiredAt'> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = rawPublicKey(publicKey)
  const id = signingKeyId(raw)
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  return { id, publicKey: raw, privateKeySealed: seal(masterKey.derive('signing-keys'), id, pkcs8), createdAt }
}

function opened(masterKey: MasterKey, { id, privateKeySealed }: SigningKeyRow): SigningKey {
  if (!privateKeySealed) throw new Error(`the signing key ${id} has no private part`)
  const der = Buffer.from(unseal(masterKey.derive('signing-keys'), id, privateKeySealed), 'base64')
  return { id, privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) }
}

/** Names a public key of 32 raw bytes. */
export function signingKeyId(raw: Buffer): string {
  return createHash('sha256').update(raw).digest('hex').slice(0, 32)
}

/** The 32 bytes at the end of an Ed25519 key's SubjectPublicKeyInfo (RFC 8410, section 4). */
export function rawPublicKey(publicKey: KeyObject): Buffer {
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
}
