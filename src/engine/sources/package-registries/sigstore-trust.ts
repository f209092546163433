import type { SigstoreTrustOptions } from './sigstore-trust-options.ts'
import { createPublicKey, type KeyObject } from 'node:crypto'
import { TrustedRoot } from '@sigstore/protobuf-specs'
import { z } from 'zod'
import { fetchTrustFiles, installedTrustFiles, type TrustFiles } from './sigstore-trust-update.ts'

/** Key that a registry uses to sign packages. */
export interface RegistryKey {
  readonly id: string
  readonly key: KeyObject
  /** Time when the key came into use. Absent if unknown. */
  readonly from?: Date
  /** Time when the key went out of use. Absent if it is still in use. */
  readonly until?: Date
}

/** Keys for verification, and the reason why the list may be incomplete. */
export interface KnownKeys {
  readonly keys: readonly RegistryKey[]
  /**
   * Why a key that is not in the list may still be valid, as the end of a sentence. Undefined if the list is complete.
   */
  readonly doubt: string | undefined
}

/** Trusted authorities, logs, and keys. */
export interface TrustRoot {
  readonly root: TrustedRoot
  /** The public npm registry's keys. */
  readonly npmKeys: readonly RegistryKey[]
  /**
   * Why the root may be outdated. Positive results are still valid, but a seemingly unknown signer may be a new one.
   * Undefined if the root was confirmed within the last day.
   */
  readonly doubt: string | undefined
}

/** Trust root of Sigstore's public instance, https://docs.sigstore.dev/about/security/. */
export interface SigstoreTrust {
  /** Returns the current root, or the one installed with this program if updates fail. Never throws. */
  current(): Promise<TrustRoot>
}

const keptMs = 24 * 60 * 60_000
const keptAfterFailureMs = 10 * 60_000

/**
 * Creates a trust root that updates itself at most once a day. Updates are fetched through `network` and verified by
 * TUF (https://theupdateframework.github.io/specification/latest/), starting from the root key set in `@sigstore/tuf`.
 * Concurrent callers share an update.
 */
export function createSigstoreTrust(options: SigstoreTrustOptions): SigstoreTrust {
  let latest = installedTrustFiles()
  let known: { readonly trust: Promise<TrustRoot>; keptUntil: number } | undefined

  async function update(): Promise<TrustRoot> {
    try {
      const files = await fetchTrustFiles(options)
      const root = readTrustRoot(files, undefined)
      latest = files
      return root
    } catch (error) {
      if (known !== undefined) known.keptUntil = Date.now() + keptAfterFailureMs
      return readTrustRoot(
        latest,
        `newer trust material could not be fetched: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }

  return {
    current() {
      if (known === undefined || Date.now() > known.keptUntil)
        known = { trust: update(), keptUntil: Date.now() + keptMs }
      return known.trust
    },
  }
}

/** Returns the trust root that was installed with this program. It is never updated. */
export function installedSigstoreTrust(): SigstoreTrust {
  const trust = Promise.resolve(readTrustRoot(installedTrustFiles(), 'newer trust material was not requested'))
  return { current: () => trust }
}

/** Keys that npm publishes through TUF. */
const NpmKeys = z.object({
  keys: z.array(
    z.object({
      keyId: z.string(),
      keyUsage: z.string(),
      publicKey: z.object({
        rawBytes: z.base64(),
        validFor: z.object({ start: z.coerce.date().optional(), end: z.coerce.date().optional() }),
      }),
    }),
  ),
})

/** Parses trust root files. Throws if their content is invalid. */
export function readTrustRoot({ root, npmKeys }: TrustFiles, doubt: string | undefined): TrustRoot {
  const { keys } = NpmKeys.parse(JSON.parse(npmKeys.toString('utf8')))
  return {
    root: TrustedRoot.fromJSON(JSON.parse(root.toString('utf8'))),
    npmKeys: keys
      .filter(({ keyUsage }) => keyUsage === 'npm:signatures')
      .map(({ keyId, publicKey: { rawBytes, validFor } }) => ({
        id: keyId,
        key: createPublicKey({ key: Buffer.from(rawBytes, 'base64'), format: 'der', type: 'spki' }),
        ...(validFor.start && { from: validFor.start }),
        ...(validFor.end && { until: validFor.end }),
      })),
    doubt,
  }
}
