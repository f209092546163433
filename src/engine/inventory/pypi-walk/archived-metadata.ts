import type { Isolation } from '../../isolation/isolation.ts'
import { ScanFailure } from '../../model/failure.ts'
import type { SnapshotFile } from '../../model/snapshot.ts'
import type { PypiIndex } from '../../sources/package-registries/pypi-index.ts'
import type { PypiFile } from '../../sources/package-registries/pypi-project.ts'
import {
  type CoreMetadata,
  hasStaticRequirements,
  parseCoreMetadata,
} from '../../sources/python-packaging/core-metadata.ts'
import { isMetadataOfWheel, sourceMetadata } from '../../sources/python-packaging/distribution-file.ts'
import { normalProjectName } from '../../sources/python-packaging/project-name.ts'
import {
  comparePythonVersions,
  parsePythonVersion,
  type PythonVersion,
} from '../../sources/python-packaging/version.ts'
import { metadataKindOf } from '../../sources/archives/kind-of-distribution.ts'
import { unpackArchive } from '../../sources/archives/unpack-archive.ts'
import { shownText } from '../../sources/shown-text.ts'

/** Metadata for a distribution, or why it is unknown, as the end of a sentence about its dependencies. */
export type MetadataReading = { readonly metadata: CoreMetadata } | { readonly problem: string }

/** Release that the metadata must describe. */
export interface Described {
  /** Normalized name. */
  readonly name: string
  readonly version: PythonVersion
}

/** Services for reading archives from the package index. */
export interface ArchiveReach {
  readonly isolation: Isolation
  readonly pypiIndex: PypiIndex
}

/**
 * Reads the metadata in a wheel or source distribution. Keeps nothing else from the archive. Throws only if `signal`
 * aborts.
 */
export async function readArchivedMetadata(
  { isolation, pypiIndex: index }: ArchiveReach,
  described: Described,
  file: PypiFile,
  signal: AbortSignal,
): Promise<MetadataReading> {
  const { fileName, distribution } = file
  const lookup = await index.file(file, signal)
  if (lookup.status !== 'found')
    return {
      problem:
        `${fileName} could not be read: ` +
        `${lookup.status === 'not-found' ? 'the package index does not have it' : lookup.reason}`,
    }
  try {
    const { files, skipped } = await unpackArchive(
      isolation,
      { what: fileName, kind: metadataKindOf(distribution), packed: lookup.bytes },
      signal,
    )
    const doubt = skipped.find(({ path }) => /(?:^|\/)(?:METADATA|PKG-INFO)$/.test(path))
    return doubt === undefined
      ? metadataOfFiles(files, distribution.kind, described)
      : { problem: `${doubt.path} in ${fileName} is ambiguous: ${doubt.reason}` }
  } catch (error) {
    if (error instanceof ScanFailure) return { problem: error.message.replace(/\.$/, '') }
    throw error
  }
}

/** Finds the dependency metadata among a distribution's files. */
export function metadataOfFiles(
  files: ReadonlyMap<string, SnapshotFile>,
  kind: PypiFile['distribution']['kind'],
  described: Described,
): MetadataReading {
  const [path, ...others] = kind === 'sdist' ? [sourceMetadata] : [...files.keys()].filter(isMetadataOfWheel).sort()
  if (others.length > 0)
    return {
      problem: `its archive has ${others.length + 1} metadata folders, which installers reject`,
    }
  const file = path === undefined ? undefined : files.get(path)
  if (file === undefined) return { problem: 'its archive has no metadata' }
  const metadata = parseCoreMetadata(file.content)
  if (metadata === undefined)
    return { problem: `its ${kind === 'sdist' ? sourceMetadata : 'METADATA'} could not be parsed` }
  if (kind === 'sdist' && !hasStaticRequirements(metadata))
    return {
      problem:
        'it is a source distribution that declares its dependencies only during a build, and Assay does not build it',
    }
  return isAbout(described, metadata)
    ? { metadata }
    : {
        problem:
          `its ${kind === 'sdist' ? sourceMetadata : 'METADATA'} belongs to ${shownText(metadata.name)} ` +
          `${shownText(metadata.version)}`,
      }
}

/** Reports whether metadata describes this release. Installers reject any other metadata. */
export function isAbout({ name, version }: Described, metadata: CoreMetadata): boolean {
  const stated = parsePythonVersion(metadata.version)
  return (
    normalProjectName(metadata.name) === name && stated !== undefined && comparePythonVersions(stated, version) === 0
  )
}
