import { ScanFailure } from '../../model/failure.ts'
import type { SnapshotFile } from '../../model/snapshot.ts'
import type { PypiIndex } from '../../package-registries/pypi-index.ts'
import type { PypiFile } from '../../package-registries/pypi-project.ts'
import { type CoreMetadata, hasStaticRequirements, parseCoreMetadata } from '../../python-packaging/core-metadata.ts'
import { isMetadataOfWheel } from '../../python-packaging/distribution-file.ts'
import { readTarArchive } from '../../sources/tar-archive.ts'
import { readZipArchive } from '../../sources/zip-archive.ts'

/** What a distribution asks for, or why that is not known; the end of a sentence about its dependencies. */
export type MetadataReading = { readonly metadata: CoreMetadata } | { readonly problem: string }

/** Reads the metadata in a wheel or source distribution: of the archive nothing else is kept. Throws only when `signal` aborts. */
export async function readArchivedMetadata(index: PypiIndex, file: PypiFile, signal: AbortSignal): Promise<MetadataReading> {
  const { fileName, distribution } = file
  const lookup = await index.file(file, signal)
  if (lookup.status !== 'found') return { problem: `${fileName} could not be read: ${lookup.status === 'not-found' ? 'the package index does not have it' : lookup.reason}` }
  try {
    if (distribution.kind === 'wheel') return metadataOfFiles((await readZipArchive(fileName, lookup.bytes, { leadingFolders: 0, wants: isMetadataOfWheel, signal })).files, 'wheel')
    if (distribution.format === 'zip') return metadataOfFiles((await readZipArchive(fileName, lookup.bytes, { leadingFolders: 1, wants: (path) => path === sdistMetadata, signal })).files, 'sdist')
    return metadataOfFiles((await readTarArchive(fileName, lookup.bytes, signal)).files, 'sdist')
  } catch (error) {
    if (error instanceof ScanFailure) return { problem: error.message.replace(/\.$/, '') }
    throw error
  }
}

const sdistMetadata = 'PKG-INFO'

/** Finds what the files of a distribution say of its dependencies. */
export function metadataOfFiles(files: ReadonlyMap<string, SnapshotFile>, kind: PypiFile['distribution']['kind']): MetadataReading {
  const path = kind === 'sdist' ? sdistMetadata : [...files.keys()].filter(isMetadataOfWheel).sort()[0]
  const file = path === undefined ? undefined : files.get(path)
  if (file === undefined) return { problem: 'there is no metadata in its archive' }
  const metadata = parseCoreMetadata(file.content)
  if (metadata === undefined) return { problem: `its ${kind === 'sdist' ? sdistMetadata : 'METADATA'} is not what the name says` }
  if (kind === 'sdist' && !hasStaticRequirements(metadata)) return { problem: 'it is a source distribution that says what it needs only when it is built, and nothing is built here' }
  return { metadata }
}
