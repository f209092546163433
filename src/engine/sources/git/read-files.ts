import type { SnapshotFile } from '../../model/snapshot.ts'
import type { ContentStore } from '../content-store.ts'
import type { GitLimits } from './git-limits.ts'
import type { GitRun } from './git-program.ts'
import type { ObjectHeader, ObjectReader } from './object-reader.ts'
import type { ListedFile, Listing } from './walk-tree.ts'

export interface Reading {
  readonly run: GitRun
  readonly reader: ObjectReader
  readonly contents: ContentStore
  readonly limits: GitLimits
  /** True if the server was asked to omit files larger than `limits.fileBytes`. */
  readonly isFiltered: boolean
  readonly onShare?: (share: number) => void
}

export interface FilesRead {
  readonly files: ReadonlyMap<string, SnapshotFile>
  /** True if a file, or everything after a certain file, was skipped because of its size. */
  readonly isCut: boolean
}

/**
 * Reads the contents of listed files and records skipped ones. Reads each object once, no matter how many paths refer
 * to it. Requests the sizes before the contents, so that objects above a limit are never read.
 */
export async function readFiles(
  { files: listed, links, skipped, notFollowed }: Listing,
  reading: Reading,
): Promise<FilesRead> {
  const { run, reader, contents, limits, isFiltered, onShare } = reading
  const headers = await reader.headers(new Set([...listed, ...links].map(({ objectId }) => objectId)))
  const wanted: ListedFile[] = []
  let bytes = 0
  let isCut = false
  for (const file of listed) {
    const header = headers.get(file.objectId) ?? 'missing'
    if (header !== 'missing' && header.size <= limits.maxFileBytes && header.type === 'blob') {
      bytes += header.size
      if (bytes > limits.maxReadBytes) {
        isCut = true
        skipped.addRest(
          file.path,
          `reading stopped here: the repository has more than ${mebibytes(limits.maxReadBytes)} ` + `in its files`,
        )
        break
      }
      wanted.push(file)
    } else {
      isCut ||= header === 'missing' ? isFiltered : header.type === 'blob'
      skipped.add(
        file.path,
        reasonOf(header, limits, isFiltered),
        header === 'missing' && !isFiltered ? { cause: 'service' } : {},
      )
    }
  }

  const targets = await targetsOf(links, headers, reading)
  for (const { path, objectId } of links) {
    const target = targets.get(objectId)
    notFollowed.add(path, 'it is a symbolic link', target === undefined ? {} : { target })
  }
  const files = new Map<string, SnapshotFile>()
  const readById = new Map<string, StoredContent>()
  const ids = [...new Set(wanted.map(({ objectId }) => objectId))]
  for (let start = 0; start < ids.length; start += batch) {
    const some = ids.slice(start, start + batch)
    let index = start
    for await (const object of reader.read(some, limits.maxFileBytes)) {
      const id = ids[index++] ?? ''
      if (object !== 'missing') readById.set(id, storedContent(object.content, contents))
    }
    run.signal.throwIfAborted()
    onShare?.(index / ids.length)
  }
  for (const { path, objectId } of wanted) {
    const stored = readById.get(objectId)
    if (stored === undefined) skipped.add(path, reasonOf('missing', limits, false), { cause: 'service' })
    else if (stored.isLfsPointer) notFollowed.add(path, 'it is a Git LFS pointer; the file itself was not fetched')
    else files.set(path, new StoredFile(path, stored))
  }
  return { files, isCut }
}

/**
 * Returns symbolic link targets by object ID. Omits links that the server filtered out and links whose content is not a
 * path.
 */
async function targetsOf(
  links: Listing['links'],
  headers: ReadonlyMap<string, ObjectHeader>,
  { run, reader }: Reading,
): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>()
  const ids = [...new Set(links.map(({ objectId }) => objectId))].filter((id) => {
    const header = headers.get(id) ?? 'missing'
    return header !== 'missing' && header.type === 'blob' && header.size <= linkBytes
  })
  for (let start = 0; start < ids.length; start += batch) {
    let index = start
    for await (const object of reader.read(ids.slice(start, start + batch), linkBytes)) {
      const id = ids[index++] ?? ''
      if (object !== 'missing') targets.set(id, object.content.toString('utf8'))
    }
    run.signal.throwIfAborted()
  }
  return targets
}

/** Maximum path length on Linux. A longer link target cannot be followed. */
const linkBytes = 4_096

/** Number of objects per batch. Batching lets requests and responses overlap. Progress is reported between batches. */
const batch = 500

function reasonOf(header: { readonly type: string } | 'missing', limits: GitLimits, isFiltered: boolean): string {
  const isLarger = `it is larger than ${mebibytes(limits.maxFileBytes)}`
  if (header === 'missing')
    return isFiltered ? `the server omitted it because ${isLarger}` : 'the server did not send it'
  return header.type === 'blob' ? isLarger : 'its content does not match its folder entry'
}

const mebibytes = (bytes: number) => (bytes < 2 ** 20 ? `${bytes} bytes` : `${bytes / 2 ** 20} MiB`)

interface StoredContent {
  readonly size: number
  readonly read: () => Buffer
  readonly isLfsPointer: boolean
}

const lfsPointer = Buffer.from('version https://git-lfs.github.com/spec/v1\n')

function storedContent(content: Buffer, contents: ContentStore): StoredContent {
  // A Git LFS pointer is smaller than 1,024 bytes and starts with its version (Git LFS specification).
  const isLfsPointer = content.length < 1_024 && content.subarray(0, lfsPointer.length).equals(lfsPointer)
  return { size: content.length, read: contents.keep(content), isLfsPointer }
}

class StoredFile implements SnapshotFile {
  readonly path: string
  readonly size: number
  readonly #stored: StoredContent

  constructor(path: string, stored: StoredContent) {
    this.path = path
    this.size = stored.size
    this.#stored = stored
  }

  get content(): Buffer {
    return this.#stored.read()
  }
}
