import type { PrivateNames } from '../../inventory/resolution/private-names.ts'
import type { RegistrySnapshot } from '../../inventory/resolution/registry-snapshot.ts'
import {
  fetchPublishedArchive,
  type PublishedArchive,
  publishedVersions,
  type PublishedVersion,
} from '../../sources/installed-archive.ts'
import { versionKey } from './package-store.ts'
import { reachabilityLimits } from './reachability-limits.ts'

/** An archive that was downloaded and verified. */
export interface ReadArchive {
  /** SHA-256 of the archive, in hexadecimal. */
  readonly digest: string
  /** Size of the archive in bytes. */
  readonly bytes: number
}

/** Downloads archives within the limits of a scan, from registries that may know the names. */
export interface PackageArchives {
  /** Returns a verified archive, or why it was not read. Throws only if the signal aborts. */
  fetch(version: PublishedVersion): Promise<PublishedArchive>
  /** Returns all published versions, or why they are not known. Throws only if the signal aborts. */
  versions(of: Omit<PublishedVersion, 'version'>): Promise<readonly string[] | { readonly failure: string }>
  /** Returns why the scan must not read archives of a package, as the end of a sentence. */
  refusalOf(of: Omit<PublishedVersion, 'version'>): string | undefined
  /** Counts archives that were downloaded elsewhere. Each counts once, although several reads may need it. */
  spend(archives: readonly ReadArchive[]): void
}

export interface PackageArchivesOptions {
  /** Registries, or why the scan must not send names to them, as the end of a sentence. */
  readonly resolution: RegistrySnapshot | { readonly off: string }
  /** Names that the project gets from other registries. */
  readonly names: PrivateNames
  /** Packages, as `ecosystem name`, whose archives may be needed twice. */
  readonly kept: ReadonlySet<string>
  readonly signal: AbortSignal
  readonly limits?: { readonly maxDownloadedBytes: number; readonly maxKeptBytes: number }
}

/** Opens the archives of one scan. */
export function openPackageArchives({
  resolution,
  names,
  kept,
  signal,
  limits = reachabilityLimits,
}: PackageArchivesOptions): PackageArchives {
  const inMemory = new Map<string, PublishedArchive>()
  const spent = new Set<string>()
  let downloadedBytes = 0
  const refusalOf = (of: Omit<PublishedVersion, 'version'>): string | undefined => {
    if ('off' in resolution) return resolution.off
    const failure = nameRefusalOf(of, names)
    if (failure !== undefined || downloadedBytes <= limits.maxDownloadedBytes) return failure
    return `the scan has downloaded more than ${limits.maxDownloadedBytes / 2 ** 20} MiB of archives`
  }
  return {
    refusalOf,
    spend(archives) {
      for (const { digest, bytes } of archives.filter((one) => !spent.has(one.digest))) {
        spent.add(digest)
        downloadedBytes += bytes
      }
    },
    async fetch(version) {
      const known = inMemory.get(versionKey(version))
      if (known) return known
      if ('off' in resolution) return { failure: resolution.off }
      const failure = refusalOf(version)
      if (failure !== undefined) return { failure }
      const archive = await fetchPublishedArchive(resolution, version, signal)
      if ('failure' in archive) return archive
      downloadedBytes += archive.packed.length
      if (kept.has(`${version.ecosystem} ${version.name}`) && archive.packed.length <= limits.maxKeptBytes)
        inMemory.set(versionKey(version), archive)
      return archive
    },
    async versions(of) {
      if ('off' in resolution) return { failure: resolution.off }
      const failure = nameRefusalOf(of, names)
      return failure === undefined ? publishedVersions(resolution, of, signal) : { failure }
    },
  }
}

/** Returns why the configured registry must not be asked for a package, as the end of a sentence. */
function nameRefusalOf(
  { ecosystem, name }: Omit<PublishedVersion, 'version'>,
  { scopes, npmRegistry }: PrivateNames,
): string | undefined {
  if (ecosystem !== 'npm') return undefined
  const scope = name.startsWith('@') ? name.slice(0, name.indexOf('/')) : undefined
  if (scope !== undefined && scopes.has(scope))
    return `the project gets the scope ${scope} from another registry, which Assay does not contact`
  return npmRegistry === undefined
    ? undefined
    : 'the project gets its packages from another registry, which Assay does not contact'
}
