import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import type { Verification } from '../../model/package-facts.ts'
import type { NpmManifest } from './npm-packument.ts'
import type { NpmRelease, RegistrySignature } from './npm-release.ts'
import { isInUse } from './sigstore-bundle.ts'
import type { KnownKeys, RegistryKey } from './sigstore-trust.ts'

/** A registry's response to `/-/npm/v1/keys`. */
const Keys = z.object({
  keys: z.array(z.object({ keyid: z.string(), key: z.base64(), expires: z.coerce.date().nullish() })).max(100),
})

/** Parses a registry's published keys. Returns undefined if they are invalid. */
export function readRegistryKeys(document: unknown): readonly RegistryKey[] | undefined {
  const { data } = Keys.safeParse(document)
  return data?.keys.flatMap(({ keyid, key, expires }) => {
    try {
      const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
      return publicKey.asymmetricKeyType === 'ec'
        ? [{ id: keyid, key: publicKey, ...(expires && { until: expires }) }]
        : []
    } catch {
      return []
    }
  })
}

/** Verifies the registry's signatures for a version's digest. All of them must be valid. */
export function verifySignatures(
  manifest: NpmManifest,
  { signatures, publishedAt }: NpmRelease,
  known: KnownKeys,
): Verification {
  if (signatures === 'unreadable')
    return { state: 'invalid', detail: 'The signatures from the registry could not be parsed.' }
  if (signatures.length === 0) return { state: 'absent', detail: 'The registry has no signature for this version.' }
  if (manifest.dist.integrity === undefined)
    return { state: 'invalid', detail: 'The registry signs a digest that it does not list.' }
  const message = Buffer.from(`${manifest.name}@${manifest.version}:${manifest.dist.integrity}`)
  const results = signatures.map((signature) => verifySignature(message, signature, publishedAt, known))
  return (
    results.find(({ state }) => state === 'invalid') ??
    results.find(({ state }) => state === 'unreachable') ??
    results[0] ?? { state: 'absent', detail: '' }
  )
}

function verifySignature(
  message: Buffer,
  { keyid, sig }: RegistrySignature,
  publishedAt: Date | undefined,
  { keys, doubt }: KnownKeys,
): Verification {
  const known = keys.find(({ id }) => id === keyid)
  if (known === undefined) {
    return doubt === undefined
      ? {
          state: 'invalid',
          detail: `The signature was made with the key ${keyid}, which does not belong to the registry.`,
        }
      : { state: 'unreachable', detail: `The signature was made with the key ${keyid}, which is unknown: ${doubt}.` }
  }
  if (!verify('sha256', message, known.key, Buffer.from(sig, 'base64')))
    return {
      state: 'invalid',
      detail: `The signature by the key ${keyid} does not match this name, version, and digest.`,
    }
  if (publishedAt === undefined && known.until !== undefined)
    return {
      state: 'unreachable',
      detail: `The key ${keyid} has expired, and the registry does not list when this version was published.`,
    }
  if (publishedAt !== undefined && !isInUse(known, publishedAt))
    return {
      state: 'invalid',
      detail:
        `The key ${keyid} was not valid when this version was published, on ` +
        `${publishedAt.toISOString().slice(0, 10)}.`,
    }
  return { state: 'verified', detail: `Signed by the registry's key ${keyid}.` }
}
