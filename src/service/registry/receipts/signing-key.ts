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

export interface SigningKey {
  /** First 16 bytes of the SHA-256 of the raw public key, in hexadecimal. */
  readonly id: string
  readonly privateKey: KeyObject
}

/** Returns the active signing key. Creates it on first use. */
export async function openSigningKey({ db, masterKey }: AccountContext, now: Date): Promise<SigningKey> {
  const active = await findActiveSigningKey(db)
  if (active) return opened(masterKey, active)
  // If two processes create a key at the same time, both use the one that was stored.
  await insertSigningKey(db, newSigningKey(masterKey, now))
  const created = await findActiveSigningKey(db)
  if (!created) throw new Error('the new signing key was not stored')
  return opened(masterKey, created)
}

/** Replaces the signing key. Keeps the old public key and deletes the old private key. */
export async function rotateSigningKey(
  { db, masterKey }: AccountContext,
  now: Date,
): Promise<{ readonly retired: string | undefined; readonly id: string }> {
  return db.transaction(async (tx) => {
    const retired = await retireActiveSigningKey(tx, now)
    const key = newSigningKey(masterKey, now)
    if (!(await insertSigningKey(tx, key))) throw new Error('another process created a signing key at the same time')
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

/** Returns the ID of a raw 32-byte public key. */
export function signingKeyId(raw: Buffer): string {
  return createHash('sha256').update(raw).digest('hex').slice(0, 32)
}

/** Returns the last 32 bytes of the SubjectPublicKeyInfo of an Ed25519 key (RFC 8410, section 4). */
export function rawPublicKey(publicKey: KeyObject): Buffer {
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
}
