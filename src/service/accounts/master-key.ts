import { pepperOfSecret } from '../../settings/key-peppers.ts'
import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a key derived from the master key is for; each purpose has a key of its own. */
export type KeyPurpose =
  | 'api-key-pepper'
  | 'webhook-secrets'
  | 'signing-keys'
  | 'key-check'
  | 'file-results'
  | 'github-setup'
  | 'sessions'
  | 'github-sign-in'

/** The master key of an installation; everything secret at rest hangs on it. */
export interface MasterKey {
  /** 32 bytes by HKDF-SHA256 (RFC 5869), the purpose as `info`. */
  derive(purpose: KeyPurpose): Buffer
  /** With which API keys are hashed: the first for every new hash, the others for hashes from before. */
  readonly keyPeppers: readonly [Buffer, ...Buffer[]]
}

/** A master key from the text of ASSAY_SECRET, and the texts of peppers where they are rotated. */
export function masterKeyFrom(
  secret: string,
  [current, ...former]: readonly [string, ...string[]] = [pepperOfSecret],
): MasterKey {
  const pepper = (text: string) => derived(text === pepperOfSecret ? secret : text, 'api-key-pepper')
  return { derive: (purpose) => derived(secret, purpose), keyPeppers: [pepper(current), ...former.map(pepper)] }
}

const derived = (from: string, purpose: KeyPurpose) => Buffer.from(hkdfSync('sha256', from, '', `assay/${purpose}`, 32))

/** The secret that an installation keeps in `<dataDir>/secret`; undefined when there is none. */
export function readSecret(dataDir: string): string | undefined {
  const file = join(dataDir, 'secret')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/**
 * Reads the secret that an installation without ASSAY_SECRET keeps in `<dataDir>/secret` (mode 0600),
 * and makes it the first time. A link makes the new file appear whole or not at all, so of two
 * processes that start at once one makes it and both read the same.
 */
export function readOrCreateSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  const draft = join(dataDir, `secret.${randomBytes(8).toString('hex')}`)
  writeFileSync(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, 'utf8').trim()
}
