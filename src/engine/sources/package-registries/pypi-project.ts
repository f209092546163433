import { type DistributionName, parseDistributionFileName } from '../python-packaging/distribution-file.ts'
import { comparePythonVersions, type PythonVersion } from '../python-packaging/version.ts'

/** A secure digest, in lowercase hexadecimal. */
export interface FileDigest {
  readonly algorithm: 'sha256' | 'sha384' | 'sha512'
  readonly hex: string
}

/** A file of a project according to the index. Untrusted, like all registry data. */
export interface PypiFile {
  readonly fileName: string
  readonly distribution: DistributionName
  /** Absolute, without a fragment. Undefined if it is not a URL. */
  readonly url: string | undefined
  readonly digest: FileDigest | undefined
  /** As written. */
  readonly requiresPython: string | undefined
  /** The reason, which may be empty (PEP 592). Undefined if it is not yanked. */
  readonly yanked: string | undefined
  /** In bytes, if the index provides it (PEP 700). */
  readonly size: number | undefined
  /** ISO 8601 (PEP 700). */
  readonly uploadedAt: string | undefined
  /** Its metadata is a separate file (PEP 658), with a digest if the index provides it. */
  readonly metadata: { readonly digest: FileDigest | undefined } | undefined
  /** URL of its attestations (PEP 740). Undefined without attestations, or if the index does not provide them. */
  readonly provenance: string | undefined
}

/** All files of one version. */
export interface PypiRelease {
  readonly version: PythonVersion
  readonly files: readonly PypiFile[]
}

/** The index's data about a project, reduced to wheels and source distributions. */
export interface PypiProject {
  /** In normalized form. */
  readonly name: string
  /** Newest first. */
  readonly releases: readonly PypiRelease[]
  /** The index would list attestations: its API has version 1.3 or newer (PEP 740). */
  readonly tellsAttestations: boolean
  /**
   * `archived`, `quarantined`, or `deprecated`, with the maintainers' text (PEP 792). Undefined if it is active or
   * unknown.
   */
  readonly status: { readonly name: string; readonly reason: string | undefined } | undefined
}

/** One entry of an index's list, in any list format. */
export interface ListedFile extends Omit<PypiFile, 'distribution' | 'url'> {
  /** May be relative. */
  readonly address: string
}

/** Data of a list in addition to its files. */
export interface ListFrame {
  /** Base of relative URLs. */
  readonly base: string
  /** API version, such as `1.1`. */
  readonly apiVersion: string
  readonly status?: PypiProject['status']
}

/** A longer list is rejected. The longest on the public index have 20,000 files. 100,000 take 2 seconds. */
export const maxFiles = 100_000

/** Only major version 1 exists. A minor version only adds fields. */
export const isKnownApiVersion = (version: string): boolean => /^1\.\d{1,4}$/.test(version)

/**
 * Groups listed files into releases. Files that are neither wheels nor source distributions of the project are skipped.
 */
export function projectOfFiles(
  name: string,
  listed: Iterable<ListedFile>,
  { base, apiVersion, status }: ListFrame,
): PypiProject {
  const releases = new Map<string, { readonly version: PythonVersion; readonly files: PypiFile[] }>()
  for (const { address, ...file } of listed) {
    const distribution = parseDistributionFileName(name, file.fileName)
    if (distribution === undefined) continue
    const url = URL.parse(address, base)
    if (url !== null) url.hash = ''
    const provenance =
      file.provenance === undefined ? undefined : (URL.parse(file.provenance, base)?.href ?? file.provenance)
    const { version } = distribution
    const release = releases.get(version.text) ?? { version, files: [] }
    release.files.push({ ...file, distribution, url: url?.href, provenance })
    releases.set(version.text, release)
  }
  const tellsAttestations = Number(apiVersion.split('.')[1]) >= 3
  return {
    name,
    status,
    tellsAttestations,
    releases: [...releases.values()].sort((a, b) => comparePythonVersions(b.version, a.version)),
  }
}

/** Whether all files of the release are yanked, so that it is selected only by its exact version. */
export function isYanked({ files }: PypiRelease): boolean {
  return files.every(({ yanked }) => yanked !== undefined)
}

const digestLengths = { sha256: 64, sha384: 96, sha512: 128 } as const

/** The strongest usable digest, by algorithm. */
export function strongestDigest(digests: Readonly<Record<string, unknown>>): FileDigest | undefined {
  for (const algorithm of ['sha512', 'sha384', 'sha256'] as const) {
    const hex = Object.hasOwn(digests, algorithm) ? digests[algorithm] : undefined
    if (typeof hex === 'string' && hex.length === digestLengths[algorithm] && /^[0-9a-f]+$/i.test(hex))
      return { algorithm, hex: hex.toLowerCase() }
  }
  return undefined
}

/** A time in the ISO 8601 format of this project. Undefined for an invalid time. */
export function isoTime(text: string | undefined): string | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
