import { ScanFailure } from '../../model/failure.ts'
import { LeftOut } from '../left-out.ts'
import { shownText } from '../shown-text.ts'
import type { GitLimits } from './git-limits.ts'
import { MalformedAnswer } from './malformed-answer.ts'
import { ObjectTooLarge, type ObjectReader } from './object-reader.ts'
import { parseTree, type TreeEntry } from './tree-object.ts'

/** Regular file in the commit that has not been read yet. */
export interface ListedFile {
  readonly path: string
  readonly objectId: string
}

/** Files, links, and submodules below a folder in a commit. */
export interface Listing {
  readonly files: readonly ListedFile[]
  /** Symbolic links that have not been read yet. */
  readonly links: readonly ListedFile[]
  readonly skipped: LeftOut
  readonly notFollowed: LeftOut
  /** Submodule commits by path. */
  readonly submodules: ReadonlyMap<string, string>
  /** True if a limit stopped the walk. */
  readonly isCut: boolean
}

export interface Walk {
  readonly reader: ObjectReader
  readonly limits: GitLimits
  readonly objectIdBytes: number
  readonly signal: AbortSignal
}

/** Returns the tree at a path. Throws ScanFailure SOURCE_NOT_FOUND if the path is not a folder. */
export async function findFolder(tree: string, folder: string, walk: Walk): Promise<string> {
  let objectId = tree
  for (const segment of folder.split('/')) {
    const content = await readTree(objectId, walk)
    const entry =
      typeof content === 'string'
        ? undefined
        : parseTree(content, walk.objectIdBytes).find(({ name, refusal }) => name === segment && refusal === undefined)
    if (entry?.kind !== 'folder')
      throw new ScanFailure(
        'SOURCE_NOT_FOUND',
        `The repository has no folder "${shownText(folder)}" at this ` +
          `revision${entry === undefined ? '' : `: "${shownText(segment)}" is not a folder`}.`,
      )
    objectId = entry.objectId
  }
  return objectId
}

/**
 * Lists everything below a tree, in tree order. Reads and counts a tree each time it occurs, so a folder that nests the
 * same tree repeatedly runs into the limits.
 */
export async function walkTree(tree: string, walk: Walk): Promise<Listing> {
  const { limits } = walk
  const files: ListedFile[] = []
  const links: ListedFile[] = []
  const submodules = new Map<string, string>()
  const [skipped, notFollowed] = [new LeftOut(limits.maxFilesNamed), new LeftOut(limits.maxFilesNamed)]
  const root = await openFolder(tree, walk, '')
  if (typeof root === 'string') throw new MalformedAnswer('did not send the root folder of the commit')
  const open = [root]
  let [folders, entries, openBytes] = [0, 0, root.bytes]

  const cut = (path: string, what: string): Listing => {
    skipped.addRest(path, `reading stopped here: the repository has more than ${what}`)
    return { files, links, skipped, notFollowed, submodules, isCut: true }
  }
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const { value: entry, done } = top.entries.next()
    if (done === true) {
      open.pop()
      openBytes -= top.bytes
      continue
    }
    const path = top.prefix + entry.name
    if (entry.kind === 'folder') {
      if (++folders > limits.maxFolders) return cut(path, `${limits.maxFolders} folders`)
    } else if (++entries > limits.maxFiles) return cut(path, `${limits.maxFiles} files`)
    const refusal =
      entry.refusal ??
      (Buffer.byteLength(path) > limits.maxPathBytes
        ? `its path is longer than ${limits.maxPathBytes} bytes`
        : undefined)
    if (refusal !== undefined) skipped.add(path, refusal, entry.kind === 'folder' ? { isFolder: true } : {})
    else if (entry.kind === 'folder') {
      const folder = await openFolder(entry.objectId, walk, path)
      if (typeof folder === 'string')
        skipped.add(path, folder, { isFolder: true, ...(folder === notSent && { cause: 'service' }) })
      else if ((openBytes += folder.bytes) > 2 * limits.maxTreeBytes)
        return cut(path, `${2 * limits.maxTreeBytes} bytes in nested folder lists`)
      else open.push(folder)
    } else if (entry.kind === 'file') files.push({ path, objectId: entry.objectId })
    else if (entry.kind === 'link') links.push({ path, objectId: entry.objectId })
    else if (entry.kind === 'submodule') {
      submodules.set(path, entry.objectId)
      skipped.add(path, 'it is a submodule, and Assay did not read its repository', { isFolder: true })
    } else skipped.add(path, 'it is not a file, a folder, or a link')
  }
  return { files, links, skipped, notFollowed, submodules, isCut: false }
}

/** Folder whose entries are being walked. */
interface OpenFolder {
  readonly prefix: string
  readonly entries: Generator<TreeEntry, void>
  /** Size of the tree object. The object stays in memory until the walk leaves the folder. */
  readonly bytes: number
}

/** Returns the folder, or why it cannot be read. */
async function openFolder(objectId: string, walk: Walk, path: string): Promise<OpenFolder | string> {
  walk.signal.throwIfAborted()
  const content = await readTree(objectId, walk)
  if (typeof content === 'string') return content
  return {
    prefix: path === '' ? '' : `${path}/`,
    entries: readable(parseTree(content, walk.objectIdBytes), path),
    bytes: content.length,
  }
}

/**
 * Yields the entries. Throws if the tree cannot be split into entries, because the rest of the repository could then
 * not be listed.
 */
function* readable(entries: Generator<TreeEntry, void>, path: string): Generator<TreeEntry, void> {
  const seen = new Set<string>()
  try {
    for (const entry of entries) {
      yield seen.has(entry.name) && entry.refusal === undefined
        ? { ...entry, refusal: 'its folder has several entries with this name; the first one was read' }
        : entry
      seen.add(entry.name)
    }
  } catch (error) {
    throw error instanceof MalformedAnswer
      ? new MalformedAnswer(
          `sent a folder that could not be parsed: ${path === '' ? 'the root folder' : `"${shownText(path)}"`}`,
        )
      : error
  }
}

async function readTree(objectId: string, { reader, limits }: Walk): Promise<Buffer | string> {
  try {
    for await (const object of reader.read([objectId], limits.maxTreeBytes)) {
      if (object === 'missing') return notSent
      return object.type === 'tree' ? object.content : 'its content does not match its folder entry'
    }
  } catch (error) {
    if (error instanceof ObjectTooLarge)
      throw new ScanFailure(
        'SOURCE_TOO_LARGE',
        `A folder of the repository has a file list of ${error.message}, which exceeds the limit of ` +
          `${limits.maxTreeBytes} bytes.`,
      )
    throw error
  }
  return notSent
}

const notSent = 'the server did not send this folder'
