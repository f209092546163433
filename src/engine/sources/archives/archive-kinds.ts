import { isMetadataOfWheel, sourceMetadata } from '../python-packaging/distribution-file.ts'
import type { ArchiveSink } from './archive-sink.ts'
import type { ArchiveEnd } from './skip-reason.ts'
import { readTarArchive } from './tar-archive.ts'
import { readZipArchive } from './zip-archive.ts'

type ArchiveReader = (packed: Buffer, sink: ArchiveSink) => Promise<ArchiveEnd>

/**
 * Readers for the archives unpacked by child processes. A zip source distribution has one top folder, and a wheel has
 * none.
 */
export const archiveReaders = {
  tar: readTarArchive,
  'source-zip': (packed, sink) => readZipArchive(packed, { leadingFolders: 1 }, sink),
  wheel: (packed, sink) => readZipArchive(packed, { leadingFolders: 0 }, sink),
  /** Reads only the metadata of a source distribution. */
  'source-zip-metadata': (packed, sink) =>
    readZipArchive(packed, { leadingFolders: 1, wants: (path) => path === sourceMetadata }, sink),
  'wheel-metadata': (packed, sink) => readZipArchive(packed, { leadingFolders: 0, wants: isMetadataOfWheel }, sink),
} satisfies Readonly<Record<string, ArchiveReader>>

/** Archive format, which selects the reader. */
export type ArchiveKind = keyof typeof archiveReaders

/** Reports whether child processes can unpack this kind of archive. */
export function isArchiveKind(kind: string): kind is ArchiveKind {
  return Object.hasOwn(archiveReaders, kind)
}
