import type { SigstoreTrustOptions } from './sigstore-trust-options.ts'
import { createPublicKey, type KeyObject } from 'node:crypto'
import { TrustedRoot } from '@sigstore/protobuf-specs'
import { z } from 'zod'
import { fetchTrustFiles, installedTrustFiles, type TrustFiles } from './sigstore-trust-update.ts'

/** A key with which a registry signs what it publishes. */
export interface RegistryKey {
  readonly id: string
  readonly key: KeyObject
  /** When it was not in use yet; absent: unknown. */
  readonly from?: Date
  /** When it went out of use; absent: it is in use. */
  readonly until?: Date
}

/** The keys by which signatures are checked, or why not all of them are known. */
export interface KnownKeys {
  readonly keys: readonly RegistryKey[]
  /** The end of a sentence: why a key that is not among them may be good all the same. */
  readonly doubt: string | undefined
}

/** Which authorities, logs and keys are believed. */
export interface TrustRoot {
  readonly root: TrustedRoot
  /** Keys of the public npm registry. */
  readonly npmKeys: readonly RegistryKey[]
  /**
   * Why it may be out of date: what is verified by it holds, but who is not known to it may be new.
   * Undefined when it was confirmed within a day.
   */
  readonly doubt: string | undefined
}

/** The trust root of Sigstore's public instance, https://docs.sigstore.dev/about/security/. */
export interface SigstoreTrust {
  /** Never throws: where no update can be had, the root that was installed with this program serves. */
  current(): Promise<TrustRoot>
}

const keptMs = 24 * 60 * 60_000
const keptAfterFailureMs = 10 * 60_000

/**
 * Keeps the trust root. Updates come over `network` and are verified by TUF
 * (https://theupdateframework.github.io/specification/latest/) from the root key set that
 * `@sigstore/tuf` ships, at most once a day, and for all who ask at the time.
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

/** The root that was installed with this program, never updated. */
export function installedSigstoreTrust(): SigstoreTrust {
  const trust = Promise.resolve(readTrustRoot(installedTrustFiles(), 'newer trust material was not requested'))
  return { current: () => trust }
}

/** Format of the keys that npm publishes through TUF. */
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

/** Reads the files of a trust root. Throws when they are not what their names say. */
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
