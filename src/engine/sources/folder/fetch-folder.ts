import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ScanFailure } from '../../model/failure.ts'
import { folderLimits } from './folder-limits.ts'
import { digestOfFiles } from '../../model/snapshot-digest.ts'
import type { Snapshot, SnapshotFile } from '../../model/snapshot.ts'
import { type ContentStore, createContentStore } from '../content-store.ts'
import { LeftOut } from '../left-out.ts'
import type { GitReach, ResolvedFolderSource, SourceContext } from '../source.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { readRegularFile } from './regular-file.ts'
import { type WalkedFolder, walkFolder } from './walk-folder.ts'

/** Dependencies for reading folders. Network access is not among them. */
export interface FolderReach extends Pick<SourceContext, 'signal'> {
  readonly git: Pick<GitReach, 'temporaryFolder'>
}

/** Limits on reading a folder. Defaults to `folderLimits`. Tests use smaller ones. */
export type FolderLimits = { readonly [Bound in keyof typeof folderLimits]: number }

/**
 * Reads each file in a folder, or a single file, exactly once. The snapshot keeps the contents in memory or in a
 * temporary file, so later changes do not affect it.
 */
export async function fetchFolder(
  { git: { temporaryFolder }, signal }: FolderReach,
  { path, file, canonicalUrl }: ResolvedFolderSource,
  bounds: FolderLimits = folderLimits,
): Promise<Snapshot> {
  signal.throwIfAborted()
  const temporary = await makeTemporaryFolder(temporaryFolder, 'folder')
  const contents = createContentStore(temporary, bounds.maxMemoryBytes)
  const dispose = async () => {
    try {
      contents[Symbol.dispose]()
    } finally {
      await rm(temporary, { recursive: true, force: true })
    }
  }
  try {
    const walked =
      file === undefined
        ? walkFolder(path, { dataFolder: await realpath(temporaryFolder), signal })
        : onlyFile(path, file)
    const files = await readFiles(walked, contents, bounds)
    const [skipped, notFollowed] = [walked.skipped.list(), walked.notFollowed.list()]
    if (file !== undefined && files.size === 0)
      throw new ScanFailure(
        'NOTHING_TO_SCAN',
        `Assay cannot read ${join(path, file)}: ${[...skipped, ...notFollowed][0]?.reason ?? 'it no longer exists'}.`,
      )
    if (files.size === 0 && skipped.length === 0)
      throw new ScanFailure('NOTHING_TO_SCAN', `The folder ${path} contains only files that git ignores.`)
    const digest = await digestOfFiles(files, signal)
    return {
      source: { type: 'folder', canonicalUrl, revision: digest, digest },
      files,
      skipped,
      notFollowed,
      ...(walked.submodules.size > 0 && { submodules: walked.submodules }),
      leftOut: {
        entries: [
          ...walked.skipped.all,
          ...walked.notFollowed.all.map((entry) => ({ ...entry, isGap: false as const })),
        ],
        ...(walked.skipped.cut !== undefined && { cut: walked.skipped.cut }),
      },
      [Symbol.asyncDispose]: dispose,
    }
  } catch (error) {
    await dispose()
    throw error
  }
}

/** Returns a listing that contains only one file of the folder. */
function onlyFile(folder: string, name: string): WalkedFolder {
  return {
    files: (async function* () {
      yield { path: name, place: join(folder, name) }
    })(),
    skipped: new LeftOut(1),
    notFollowed: new LeftOut(1),
    submodules: new Map(),
  }
}

async function readFiles(
  { files: found, skipped, notFollowed }: WalkedFolder,
  contents: ContentStore,
  bounds: FolderLimits,
): Promise<ReadonlyMap<string, SnapshotFile>> {
  const files = new Map<string, SnapshotFile>()
  let bytes = 0
  for await (const { path, place } of found) {
    const rest = limitReached(files.size + 1, bytes, bounds)
    if (rest !== undefined) {
      skipped.addRest(path, `reading stopped here: the folder has more than ${rest}`)
      break
    }
    const read = readRegularFile(place, bounds.maxFileBytes)
    if ('content' in read) {
      bytes += read.content.length
      files.set(path, new KeptFile(path, read.content, contents))
    } else if (read.state === 'special') notFollowed.add(path, read.reason)
    else if (read.state === 'unreadable') skipped.add(path, read.reason)
  }
  return files
}

function limitReached(
  count: number,
  bytes: number,
  { maxFiles: files, maxReadBytes: readBytes }: FolderLimits,
): string | undefined {
  if (count > files) return `${files} files`
  return bytes > readBytes ? `${readBytes / 2 ** 20} MiB in its files` : undefined
}

class KeptFile implements SnapshotFile {
  readonly path: string
  readonly size: number
  readonly #read: () => Buffer

  constructor(path: string, content: Buffer, contents: ContentStore) {
    this.path = path
    this.size = content.length
    this.#read = contents.keep(content)
  }

  get content(): Buffer {
    return this.#read()
  }
}
