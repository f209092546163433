import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { MasterKey } from '../accounts/master-key.ts'

type KeyHolder = { readonly masterKey: MasterKey }

/** Where the page that registers the app is. */
export const setupPath = '/github/setup'

/** How long a pass is good for; GitHub's code lasts as long. */
export const passMs = 60 * 60_000

/**
 * Lets its bearer open the page that registers the app at GitHub. Only a command on the machine of the service makes
 * one: whoever can run it has the master key anyway. It is signed and holds its own end, so that nothing is stored.
 */
export function createManifestPass({ masterKey }: KeyHolder, now: Date): string {
  const signed = `${Math.floor((now.getTime() + passMs) / 1_000)}.${randomBytes(16).toString('base64url')}`
  return `${signed}.${signatureOf(masterKey, 'pass', signed)}`
}

/** Whether this is a pass that holds now; the same answer for one that is wrong and one that has ended. */
export function isManifestPass({ masterKey }: KeyHolder, pass: string, now: Date): boolean {
  const [, signed = '', expires = '', signature = ''] = /^((\d{1,12})\.[\w-]{22})\.([\w-]{43})$/.exec(pass) ?? []
  return isSame(signature, signatureOf(masterKey, 'pass', signed)) && Number(expires) * 1_000 > now.getTime()
}

/**
 * What goes with a manifest to GitHub and comes back with the code: it fits this pass alone, so that nobody can put the
 * code of another app under a page.
 */
export function createManifestState({ masterKey }: KeyHolder, pass: string): string {
  const nonce = randomBytes(16).toString('base64url')
  return `${nonce}.${signatureOf(masterKey, 'state', `${nonce} ${pass}`)}`
}

/** Whether a state was made for this pass. */
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
