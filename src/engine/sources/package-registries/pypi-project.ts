import { type DistributionName, parseDistributionFileName } from '../python-packaging/distribution-file.ts'
import { comparePythonVersions, type PythonVersion } from '../python-packaging/version.ts'

/** A digest that proves something, in lower-case hexadecimal. */
export interface FileDigest {
  readonly algorithm: 'sha256' | 'sha384' | 'sha512'
  readonly hex: string
}

/** A file of a project as the index tells of it. As hostile as everything of a registry. */
export interface PypiFile {
  readonly fileName: string
  readonly distribution: DistributionName
  /** Absolute, without fragment; undefined when it is no address. */
  readonly url: string | undefined
  readonly digest: FileDigest | undefined
  /** As written. */
  readonly requiresPython: string | undefined
  /** The reason, which may be empty (PEP 592); undefined: not yanked. */
  readonly yanked: string | undefined
  /** In bytes, where the index tells (PEP 700). */
  readonly size: number | undefined
  /** ISO 8601 (PEP 700). */
  readonly uploadedAt: string | undefined
  /** Its metadata lies beside it (PEP 658), with the digest of that where the index tells. */
  readonly metadata: { readonly digest: FileDigest | undefined } | undefined
  /** Where its attestations lie (PEP 740); undefined: there are none, or the index does not tell. */
  readonly provenance: string | undefined
}

/** All files of one version. */
export interface PypiRelease {
  readonly version: PythonVersion
  readonly files: readonly PypiFile[]
}

/** What an index tells of a project, trimmed to wheels and source distributions. */
export interface PypiProject {
  /** In normal form. */
  readonly name: string
  /** Newest first. */
  readonly releases: readonly PypiRelease[]
  /** The index would tell of attestations: its API has version 1.3 or newer (PEP 740). */
  readonly tellsAttestations: boolean
  /**
   * `archived`, `quarantined` or `deprecated`, with the maintainers' words (PEP 792); undefined: active, or not told.
   */
  readonly status: { readonly name: string; readonly reason: string | undefined } | undefined
}

/** One entry of an index's list, whatever the form of the list. */
export interface ListedFile extends Omit<PypiFile, 'distribution' | 'url'> {
  /** May be relative. */
  readonly address: string
}

/** What stands around an index's list of files. */
export interface ListFrame {
  /** What relative addresses are relative to. */
  readonly base: string
  /** Of the API, such as `1.1`. */
  readonly apiVersion: string
  readonly status?: PypiProject['status']
}

/** A list longer than this is none; the longest of the public index have 20,000 files. 100,000 take 2 seconds. */
export const maxFiles = 100_000

/** Major version 1 is the one that there is; a minor version only adds. */
export const isKnownApiVersion = (version: string): boolean => /^1\.\d{1,4}$/.test(version)

/** Sorts listed files into releases; what is neither wheel nor source distribution of the project is left out. */
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

/** True when no file of the release may be chosen unless it is asked for by number. */
export function isYanked({ files }: PypiRelease): boolean {
  return files.every(({ yanked }) => yanked !== undefined)
}

const digestLengths = { sha256: 64, sha384: 96, sha512: 128 } as const

/** The strongest usable of some digests by algorithm. */
export function strongestDigest(digests: Readonly<Record<string, unknown>>): FileDigest | undefined {
  for (const algorithm of ['sha512', 'sha384', 'sha256'] as const) {
    const hex = Object.hasOwn(digests, algorithm) ? digests[algorithm] : undefined
    if (typeof hex === 'string' && hex.length === digestLengths[algorithm] && /^[0-9a-f]+$/i.test(hex))
      return { algorithm, hex: hex.toLowerCase() }
  }
  return undefined
}

/** A time in ISO 8601 as this project writes it; undefined for what is none. */
export function isoTime(text: string | undefined): string | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
