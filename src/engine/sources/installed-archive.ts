import { ScanFailure } from '../model/failure.ts'
import type { ArchiveKind } from './archives/archive-kinds.ts'
import { kindOfDistribution } from './archives/kind-of-distribution.ts'
import type { NpmRegistry } from './package-registries/npm-registry.ts'
import type { PypiIndex } from './package-registries/pypi-index.ts'
import { chooseFile } from './pypi/choose-file.ts'
import { chooseRelease } from './pypi/choose-release.ts'
import { normalProjectName } from './python-packaging/project-name.ts'
import { shownText } from './shown-text.ts'

/** A package version in a registry. */
export interface PublishedVersion {
  readonly ecosystem: 'npm' | 'PyPI'
  readonly name: string
  readonly version: string
}

/** An archive whose bytes match the digest that the registry lists, or the reason why it could not be read. */
export type PublishedArchive =
  | { readonly kind: ArchiveKind; readonly packed: Buffer }
  /** The reason is the end of a sentence. */
  | { readonly failure: string }

interface Registries {
  readonly npmRegistry: Pick<NpmRegistry, 'packument' | 'tarball'>
  readonly pypiIndex: Pick<PypiIndex, 'file' | 'project'>
}

/**
 * Downloads the archive that an installation of a version contains, and verifies its digest. Does not verify
 * signatures. Throws only if the signal aborts.
 */
export async function fetchPublishedArchive(
  registries: Registries,
  version: PublishedVersion,
  signal: AbortSignal,
): Promise<PublishedArchive> {
  return version.ecosystem === 'npm'
    ? npmArchive(registries, version, signal)
    : pypiArchive(registries, version, signal)
}

/** Returns all published versions of a package, in no order, or the reason why they are not known. */
export async function publishedVersions(
  { npmRegistry, pypiIndex }: Registries,
  { ecosystem, name }: Omit<PublishedVersion, 'version'>,
  signal: AbortSignal,
): Promise<readonly string[] | { readonly failure: string }> {
  if (ecosystem === 'npm') {
    const lookup = await npmRegistry.packument(name, signal)
    return lookup.status === 'found' ? Object.keys(lookup.packument.versions) : { failure: reasonOf(lookup) }
  }
  const lookup = await pypiIndex.project(normalProjectName(name), signal)
  if (lookup.status !== 'found') return { failure: reasonOf(lookup) }
  return lookup.project.releases.map(({ version }) => version.text)
}

async function npmArchive(
  { npmRegistry }: Registries,
  { name, version }: PublishedVersion,
  signal: AbortSignal,
): Promise<PublishedArchive> {
  const lookup = await npmRegistry.packument(name, signal)
  if (lookup.status !== 'found') return { failure: reasonOf(lookup) }
  const manifest = lookup.packument.versions[version]
  if (manifest === undefined) return { failure: 'the registry does not have this version' }
  const archive = await npmRegistry.tarball(manifest.dist, signal)
  return archive.status === 'found' ? { kind: 'tar', packed: archive.bytes } : { failure: reasonOf(archive) }
}

async function pypiArchive(
  { pypiIndex }: Registries,
  { name, version }: PublishedVersion,
  signal: AbortSignal,
): Promise<PublishedArchive> {
  const lookup = await pypiIndex.project(normalProjectName(name), signal)
  if (lookup.status !== 'found') return { failure: reasonOf(lookup) }
  try {
    const file = chooseFile(chooseRelease(lookup.project, { type: 'pypi', name, version }).files)
    if (file === undefined) return { failure: 'this version has neither a wheel nor a readable source distribution' }
    const archive = await pypiIndex.file(file, signal)
    if (archive.status !== 'found') return { failure: reasonOf(archive) }
    return { kind: kindOfDistribution(file.distribution), packed: archive.bytes }
  } catch (error) {
    if (error instanceof ScanFailure) return { failure: 'the package index does not have this version' }
    throw error
  }
}

function reasonOf(lookup: { readonly status: string; readonly reason?: string }): string {
  return lookup.reason === undefined ? 'the registry does not have it' : shownText(lookup.reason)
}
