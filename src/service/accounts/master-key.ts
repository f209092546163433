import { pepperOfSecret } from '../../settings/key-peppers.ts'
import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Purposes of the keys that are derived from the master key. Each purpose has its own key. */
export type KeyPurpose =
  | 'api-key-pepper'
  | 'webhook-secrets'
  | 'signing-keys'
  | 'key-check'
  | 'file-results'
  | 'github-setup'
  | 'sessions'
  | 'github-sign-in'

/** An installation's master key. Protects all stored secrets. */
export interface MasterKey {
  /** Returns 32 bytes derived with HKDF-SHA256 (RFC 5869), with the purpose as `info`. */
  derive(purpose: KeyPurpose): Buffer
  /** Peppers for hashing API keys. New hashes use the first one; the others verify existing hashes. */
  readonly keyPeppers: readonly [Buffer, ...Buffer[]]
}

/** Creates a master key from the ASSAY_SECRET value and the values of rotated peppers. */
export function masterKeyFrom(
  secret: string,
  [current, ...former]: readonly [string, ...string[]] = [pepperOfSecret],
): MasterKey {
  const pepper = (text: string) => derived(text === pepperOfSecret ? secret : text, 'api-key-pepper')
  return { derive: (purpose) => derived(secret, purpose), keyPeppers: [pepper(current), ...former.map(pepper)] }
}

const derived = (from: string, purpose: KeyPurpose) => Buffer.from(hkdfSync('sha256', from, '', `assay/${purpose}`, 32))

/** Returns the secret in `<dataDir>/secret`, or undefined if the file does not exist. */
export function readSecret(dataDir: string): string | undefined {
  const file = join(dataDir, 'secret')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/**
 * Reads the secret from `<dataDir>/secret` (mode 0600) if ASSAY_SECRET is not set. Creates the file if it does not
 * exist. A hard link makes the new file appear atomically. If two processes start at the same time, one creates the
 * file and both read the same secret.
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
