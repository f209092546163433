import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SkippedFile } from '../../src/engine/model/snapshot.ts'
import { gitLimits } from '../../src/engine/sources/git/git-limits.ts'
import { createContentStore } from '../../src/engine/sources/content-store.ts'
import { openObjectReader } from '../../src/engine/sources/git/object-reader.ts'
import { readFiles } from '../../src/engine/sources/git/read-files.ts'
import { treeOfCommit } from '../../src/engine/sources/git/tree-object.ts'
import { walkTree } from '../../src/engine/sources/git/walk-tree.ts'

/**
 * Returns the git folder of a repository in a folder of mirrors, `<owner>+<name>/repo`, bare or with a work tree.
 * Undefined if there is no mirror.
 */
export function mirrorOf(mirrors: string, repository: string): string | undefined {
  const [owner = '', name = ''] = new URL(repository).pathname.replace(/^\/|\.git$|\/$/g, '').split('/')
  const repo = join(mirrors, `${owner}+${name}`, 'repo')
  return [repo, join(repo, '.git')].find((folder) => existsSync(join(folder, 'objects')))
}

export interface TreeToWrite {
  readonly gitFolder: string
  readonly commit: string
  readonly folder: string
  readonly signal: AbortSignal
}

/** The files of a tree, including those that a scan skips. */
export interface WrittenTree {
  readonly files: number
  readonly skipped: readonly SkippedFile[]
}

/**
 * Writes the files of a commit that a scan of the repository would read, with the same reader. Creates no links and
 * checks nothing out. Returns undefined if the folder exists, and leaves it unchanged. Throws if the mirror does not
 * contain the commit.
 */
export async function writeTree({ folder, ...tree }: TreeToWrite): Promise<WrittenTree | undefined> {
  if (existsSync(folder)) return undefined
  // Written atomically: the next run would use an incomplete tree.
  const part = `${folder}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true })
  try {
    const written = await writeFiles({ ...tree, folder: part })
    renameSync(part, folder)
    return written
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

async function writeFiles({ gitFolder, commit, folder, signal }: TreeToWrite): Promise<WrittenTree> {
  const run = { folder: gitFolder, command: ['git'], limits: gitLimits, signal }
  const objectIdBytes = commit.length / 2
  await using reader = openObjectReader(run)
  using contents = createContentStore(folder, gitLimits.maxMemoryBytes)
  const listing = await walkTree(treeOfCommit(await commitObject(reader, commit), objectIdBytes), {
    reader,
    limits: gitLimits,
    objectIdBytes,
    signal,
  })
  const { files } = await readFiles(listing, { run, reader, contents, limits: gitLimits, isFiltered: false })
  for (const file of files.values()) {
    const place = join(folder, file.path)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, file.content)
  }
  if (files.size === 0) throw new Error('the commit has no files that could be read')
  return { files: files.size, skipped: listing.skipped.list() }
}

async function commitObject(reader: ReturnType<typeof openObjectReader>, commit: string): Promise<Buffer> {
  for await (const object of reader.read([commit], 1024 * 1024))
    if (object !== 'missing' && object.type === 'commit') return object.content
  throw new Error(`the mirror has no commit ${commit}`)
}
