import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { MasterKey } from '../accounts/master-key.ts'

type KeyHolder = { readonly masterKey: MasterKey }

/** Path of the app registration page. */
export const setupPath = '/github/setup'

/** Lifetime of a pass, which equals that of GitHub's code. */
export const passMs = 60 * 60_000

/**
 * Creates a pass for the page that registers the app on GitHub. Only a command on the service's machine creates passes,
 * and the user who runs it can read the master key anyway. The pass is signed and contains its expiration, so nothing
 * is stored.
 */
export function createManifestPass({ masterKey }: KeyHolder, now: Date): string {
  const signed = `${Math.floor((now.getTime() + passMs) / 1_000)}.${randomBytes(16).toString('base64url')}`
  return `${signed}.${signatureOf(masterKey, 'pass', signed)}`
}

/** Reports whether this pass is valid now. Does not distinguish invalid and expired passes. */
export function isManifestPass({ masterKey }: KeyHolder, pass: string, now: Date): boolean {
  const [, signed = '', expires = '', signature = ''] = /^((\d{1,12})\.[\w-]{22})\.([\w-]{43})$/.exec(pass) ?? []
  return isSame(signature, signatureOf(masterKey, 'pass', signed)) && Number(expires) * 1_000 > now.getTime()
}

/**
 * Returns the state that is sent to GitHub with a manifest and comes back with the code. It is bound to this pass, so
 * that an attacker cannot submit another app's code.
 */
export function createManifestState({ masterKey }: KeyHolder, pass: string): string {
  const nonce = randomBytes(16).toString('base64url')
  return `${nonce}.${signatureOf(masterKey, 'state', `${nonce} ${pass}`)}`
}

/** Reports whether a state belongs to this pass. */
export function isManifestState({ masterKey }: KeyHolder, pass: string, state: string): boolean {
  const [, nonce = '', signature = ''] = /^([\w-]{22})\.([\w-]{43})$/.exec(state) ?? []
  return isSame(signature, signatureOf(masterKey, 'state', `${nonce} ${pass}`))
}

function signatureOf(masterKey: MasterKey, what: 'pass' | 'state', text: string): string {
  return createHmac('sha256', masterKey.derive('github-setup')).update(`${what} ${text}`).digest('base64url')
}

function isSame(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}
