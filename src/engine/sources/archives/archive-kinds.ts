import { isMetadataOfWheel, sourceMetadata } from '../python-packaging/distribution-file.ts'
import type { ArchiveSink } from './archive-sink.ts'
import type { ArchiveEnd } from './skip-reason.ts'
import { readTarArchive } from './tar-archive.ts'
import { readZipArchive } from './zip-archive.ts'

type ArchiveReader = (packed: Buffer, sink: ArchiveSink) => Promise<ArchiveEnd>

/** Archives that children unpack. A zip archive of a source distribution has one leading folder, and a wheel none. */
export const archiveReaders = {
  tar: readTarArchive,
  'source-zip': (packed, sink) => readZipArchive(packed, { leadingFolders: 1 }, sink),
  wheel: (packed, sink) => readZipArchive(packed, { leadingFolders: 0 }, sink),
  /** Only the metadata of a source distribution. */
  'source-zip-metadata': (packed, sink) =>
    readZipArchive(packed, { leadingFolders: 1, wants: (path) => path === sourceMetadata }, sink),
  'wheel-metadata': (packed, sink) => readZipArchive(packed, { leadingFolders: 0, wants: isMetadataOfWheel }, sink),
} satisfies Readonly<Record<string, ArchiveReader>>

/** The kind of an archive, which decides how it is read. */
export type ArchiveKind = keyof typeof archiveReaders

/** Whether children unpack archives of this kind. */
export function isArchiveKind(kind: string): kind is ArchiveKind {
  return Object.hasOwn(archiveReaders, kind)
}
