import { z } from 'zod'
import { isObject, stringEntries } from './npm-packument.ts'

/** A signature of a registry over `NAME@VERSION:INTEGRITY`, https://docs.npmjs.com/about-registry-signatures */
export interface RegistrySignature {
  readonly keyid: string
  /** Base64. */
  readonly sig: string
}

/**
 * How one version was published: what an installation has no use for, and a close look has. Hostile as all metadata.
 */
export interface NpmRelease {
  /** Undefined when the registry was not asked for them. */
  readonly scripts: Readonly<Record<string, string>> | undefined
  /** `unreadable`: there is something in their place that is none. */
  readonly signatures: readonly RegistrySignature[] | 'unreadable'
  readonly hasAttestations: boolean
  readonly publishedAt: Date | undefined
  /** The commit from which it was published, as the publisher's npm had it. */
  readonly gitHead?: string
}

/** Real versions have one. */
const maxSignatures = 8

const Signatures = z.array(z.object({ keyid: z.string(), sig: z.string() })).max(maxSignatures)

/** Reads a version of a packument, full or abbreviated. Everything may be missing. */
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
