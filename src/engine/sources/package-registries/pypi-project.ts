import { type DistributionName, parseDistributionFileName } from '../python-packaging/distribution-file.ts'
import { comparePythonVersions, type PythonVersion } from '../python-packaging/version.ts'

/** Digest with a secure algorithm, in lowercase hexadecimal. */
export interface FileDigest {
  readonly algorithm: 'sha256' | 'sha384' | 'sha512'
  readonly hex: string
}

/** Project file as listed by the index. Untrusted, like all registry data. */
export interface PypiFile {
  readonly fileName: string
  readonly distribution: DistributionName
  /** Absolute URL without a fragment. Undefined if the index lists an invalid URL. */
  readonly url: string | undefined
  readonly digest: FileDigest | undefined
  /** `Requires-Python` as written. */
  readonly requiresPython: string | undefined
  /** Reason for yanking (PEP 592), which may be empty. Undefined if the file is not yanked. */
  readonly yanked: string | undefined
  /** Size in bytes, if the index reports it (PEP 700). */
  readonly size: number | undefined
  /** Upload time, ISO 8601 (PEP 700). */
  readonly uploadedAt: string | undefined
  /** Present if the metadata is a separate file (PEP 658). The digest is present if the index lists it. */
  readonly metadata: { readonly digest: FileDigest | undefined } | undefined
  /** URL of the attestations (PEP 740). Undefined if none exist or the index does not list them. */
  readonly provenance: string | undefined
}

/** All files in one version. */
export interface PypiRelease {
  readonly version: PythonVersion
  readonly files: readonly PypiFile[]
}

/** A project's index data, reduced to wheels and source distributions. */
export interface PypiProject {
  /** Normalized name. */
  readonly name: string
  /** Releases, newest first. */
  readonly releases: readonly PypiRelease[]
  /**
   * True if the index supports attestations, so a missing one means that none exists. Requires API version 1.3 (PEP
   * 740).
   */
  readonly tellsAttestations: boolean
  /**
   * `archived`, `quarantined`, or `deprecated`, with the maintainers' text (PEP 792). Undefined if the project is
   * active or its status is unknown.
   */
  readonly status: { readonly name: string; readonly reason: string | undefined } | undefined
}

/** File list entry, in a form shared by HTML and JSON lists. */
export interface ListedFile extends Omit<PypiFile, 'distribution' | 'url'> {
  /** URL, which may be relative. */
  readonly address: string
}

/** Contents of a file list except for its files. */
export interface ListFrame {
  /** Base for relative URLs. */
  readonly base: string
  /** API version, such as `1.1`. */
  readonly apiVersion: string
  readonly status?: PypiProject['status']
}

/**
 * Maximum number of files. Longer lists are rejected. The longest lists on the public index have 20,000 files, and
 * 100,000 take 2 seconds.
 */
export const maxFiles = 100_000

/** Accepts major version 1, the only one so far. Minor versions only add fields. */
export const isKnownApiVersion = (version: string): boolean => /^1\.\d{1,4}$/.test(version)

/** Groups listed files into releases. Skips files that are neither wheels nor source distributions of the project. */
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

/**
 * Reports whether all files in the release are yanked. Such a release is selected only if its exact version is
 * requested.
 */
export function isYanked({ files }: PypiRelease): boolean {
  return files.every(({ yanked }) => yanked !== undefined)
}

const digestLengths = { sha256: 64, sha384: 96, sha512: 128 } as const

/** Returns the digest that uses the strongest accepted algorithm. */
export function strongestDigest(digests: Readonly<Record<string, unknown>>): FileDigest | undefined {
  for (const algorithm of ['sha512', 'sha384', 'sha256'] as const) {
    const hex = Object.hasOwn(digests, algorithm) ? digests[algorithm] : undefined
    if (typeof hex === 'string' && hex.length === digestLengths[algorithm] && /^[0-9a-f]+$/i.test(hex))
      return { algorithm, hex: hex.toLowerCase() }
  }
  return undefined
}

/** Normalizes a time to the ISO 8601 format used by Assay. Returns undefined for an invalid time. */
export function isoTime(text: string | undefined): string | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
