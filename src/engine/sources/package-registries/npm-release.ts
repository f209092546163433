import { z } from 'zod'
import { isObject, stringEntries } from './npm-packument.ts'

/** A registry's signature of `NAME@VERSION:INTEGRITY`, https://docs.npmjs.com/about-registry-signatures */
export interface RegistrySignature {
  readonly keyid: string
  /** Base64. */
  readonly sig: string
}

/** Publication data of one version, which installations do not use. Untrusted, like all metadata. */
export interface NpmRelease {
  /** Undefined if the registry was not asked for them. */
  readonly scripts: Readonly<Record<string, string>> | undefined
  /** `unreadable`: the field has an invalid value. */
  readonly signatures: readonly RegistrySignature[] | 'unreadable'
  readonly hasAttestations: boolean
  readonly publishedAt: Date | undefined
  /** The commit of the publication, according to the publisher's npm. */
  readonly gitHead?: string
}

/** Real versions have one. */
const maxSignatures = 8

const Signatures = z.array(z.object({ keyid: z.string(), sig: z.string() })).max(maxSignatures)

/** Parses a version of a packument, full or abbreviated. Everything may be missing. */
export function npmRelease(document: unknown, version: string, { isFull }: { readonly isFull: boolean }): NpmRelease {
  const versions = isObject(document) ? document['versions'] : undefined
  const manifest = isObject(versions) && Object.hasOwn(versions, version) ? versions[version] : undefined
  const fields = isObject(manifest) ? manifest : {}
  const dist = isObject(fields['dist']) ? fields['dist'] : {}
  const signatures = Signatures.safeParse(dist['signatures'] ?? [])
  const publishedAt = Date.parse(stringEntries(isObject(document) ? document['time'] : undefined)[version] ?? '')
  const gitHead = fields['gitHead']
  return {
    scripts: isFull ? stringEntries(fields['scripts']) : undefined,
    signatures: signatures.data ?? 'unreadable',
    hasAttestations: isObject(dist['attestations']),
    publishedAt: Number.isNaN(publishedAt) ? undefined : new Date(publishedAt),
    ...(typeof gitHead === 'string' && /^[0-9a-f]{40}$/.test(gitHead) && { gitHead }),
  }
}
