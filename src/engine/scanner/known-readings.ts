import { SourceFileReading } from '../analysis/source-file.ts'
import { contentDigest } from '../model/content-digest.ts'
import { sourceFileLimits } from '../analysis/source-file-limits.ts'
import type { Snapshot, SnapshotFile } from '../model/snapshot.ts'
import { passingKeyOf } from './result-cache.ts'
import type { ResultNamespace } from './result-cache.ts'
import type { ResultCache } from './result-cache.ts'
import { sourceFilesOf } from './source-files.ts'
import { sourcePathClass } from './source-path-class.ts'

/** Files with the same content and class, but without a stored result. */
export interface UnknownContent {
  readonly key: Buffer
  readonly files: [SnapshotFile, ...SnapshotFile[]]
}

/** A snapshot's source files, grouped by the work they require. */
export interface SortedSourceFiles {
  readonly files: number
  readonly bytes: number
  readonly known: ReadonlyMap<string, SourceFileReading>
  /** Contents without a stored result, by key in hexadecimal. */
  readonly unknown: ReadonlyMap<string, UnknownContent>
  readonly tooLarge: readonly SnapshotFile[]
}

interface KeyedFile {
  readonly key: Buffer
  readonly file: SnapshotFile
}

/** Lists a snapshot's source files, and looks up results for their contents in the namespace. */
export async function knownReadings(
  { fileResults, namespace }: { readonly fileResults: ResultCache | undefined; readonly namespace: ResultNamespace },
  snapshot: Snapshot,
  signal: AbortSignal,
): Promise<SortedSourceFiles> {
  const known = new Map<string, SourceFileReading>()
  const unknown = new Map<string, UnknownContent>()
  const tooLarge: SnapshotFile[] = []
  let [files, bytes] = [0, 0]
  let batch: KeyedFile[] = []
  // The database looks up one batch while the next one is hashed.
  let earlier: Promise<void> = Promise.resolve()
  const lookUp = async (batch: readonly KeyedFile[]) => {
    const found = fileResults && batch.length > 0 ? await fileResults.find(batch.map(({ key }) => key)) : undefined
    for (const { key, file } of batch) {
      // Results stored by earlier versions or other writers may have a different shape. In that case, the file is
      // parsed again.
      const reading = SourceFileReading.safeParse(found?.get(key.toString('hex'))).data
      if (reading) known.set(file.path, reading)
      else addUnknown(unknown, key, file)
    }
  }
  const handOver = async () => {
    await earlier
    earlier = lookUp(batch)
    // Prevents an unhandled rejection. The next await rethrows the failure.
    earlier.catch(() => {})
    batch = []
  }
  for await (const { file, dialect, isTooLarge } of sourceFilesOf(snapshot, signal)) {
    files += 1
    bytes += file.size
    if (isTooLarge) {
      tooLarge.push(file)
      continue
    }
    const keyed = { pathClass: `${dialect} ${sourcePathClass(file.path)}`, contentDigest: contentDigest(file) }
    batch.push({ file, key: fileResults?.keyOf(namespace, keyed) ?? passingKeyOf(keyed) })
    if (batch.length === sourceFileLimits.maxResultsPerQuery) await handOver()
  }
  await handOver()
  await earlier
  return { files, bytes, known, unknown, tooLarge }
}

function addUnknown(unknown: Map<string, UnknownContent>, key: Buffer, file: SnapshotFile): void {
  const same = unknown.get(key.toString('hex'))
  if (same) same.files.push(file)
  else unknown.set(key.toString('hex'), { key, files: [file] })
}
