import { z } from 'zod'
import { isObject, npmLicense, stringEntries } from './npm-packument.ts'

/** The registry's signature for `NAME@VERSION:INTEGRITY`, https://docs.npmjs.com/about-registry-signatures */
export interface RegistrySignature {
  readonly keyid: string
  /** Signature in base64. */
  readonly sig: string
}

/** A version's publication data, which is not needed for installations. Untrusted, like all registry metadata. */
export interface NpmRelease {
  /** Lifecycle scripts. Undefined if the packument is abbreviated. */
  readonly scripts: Readonly<Record<string, string>> | undefined
  /** Registry signatures, or `unreadable` if the field is invalid. */
  readonly signatures: readonly RegistrySignature[] | 'unreadable'
  readonly hasAttestations: boolean
  readonly publishedAt: Date | undefined
  /** Published commit, as reported by the publisher's npm. */
  readonly gitHead?: string
  /** Fields that npm copies to a lockfile, in addition to those in `NpmManifest`. */
  readonly lockFields: Readonly<Record<string, unknown>>
}

/** Maximum number of signatures. Real versions have one. */
const maxSignatures = 8

const Signatures = z.array(z.object({ keyid: z.string(), sig: z.string() })).max(maxSignatures)

/** Reads a version's publication data from a full or abbreviated packument. All fields may be missing. */
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
    lockFields: lockFieldsOf(fields),
  }
}

/** Returns the valid ones of these fields. A package's programs as in npm: a single one has the name of the package. */
function lockFieldsOf(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { name, bin, peerDependenciesMeta } = fields
  const program = typeof name === 'string' ? name.slice(name.indexOf('/') + 1) : ''
  const programs = typeof bin === 'string' ? { [program]: bin } : stringEntries(bin)
  const license = npmLicense(fields)
  const lists = ['os', 'cpu', 'libc'].flatMap((key) => {
    const words = [fields[key] ?? []].flat().filter((word) => typeof word === 'string')
    return words.length === 0 ? [] : [[key, words] as const]
  })
  return {
    ...(license !== undefined && { license }),
    ...(Object.keys(programs).length > 0 && { bin: { ...programs } }),
    ...Object.fromEntries(lists),
    ...(isObject(peerDependenciesMeta) && { peerDependenciesMeta }),
  }
}
