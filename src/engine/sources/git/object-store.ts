import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { GitReach } from '../source.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import type { GitLimits } from './git-limits.ts'
import { confineGit, forgetConfinement, type GitConfinement } from './confine-git.ts'
import { assertGitIsFit, type GitEnding, type GitRun, startGit } from './git-program.ts'
import { MalformedAnswer } from './malformed-answer.ts'
import { PackTooLarge } from './request-pack.ts'

/** Bare repository in a temporary folder with mode 0700. Disposal deletes it. */
export interface ObjectStore extends AsyncDisposable {
  /** Temporary folder that contains the repository. git cannot reach it. */
  readonly home: string
  readonly run: GitRun
  readonly confinement: GitConfinement
  /**
   * Stores a pack while it arrives. git computes each object ID from the content, so the objects are those that the
   * commit refers to. Throws PackTooLarge, MalformedAnswer, and pack errors.
   *
   * git's format checks (`transfer.fsckObjects`) are disabled on purpose. They protect checkouts and submodules, which
   * are not used here. They would reject a repository because of one unusual entry or an old date in a tag, and a
   * malformed tree would end the scan instead of being reported. Only `tree-object.ts` parses trees and commits.
   */
  takeIn(pack: AsyncIterable<Buffer>, onShare?: (share: number) => void): Promise<void>
}

/** What an object store needs. */
export interface ObjectStoreOptions {
  readonly git: Pick<GitReach, 'temporaryFolder' | 'requiresFileRules'>
  readonly objectFormat: string | undefined
  readonly limits: GitLimits
  readonly signal: AbortSignal
}

/** Creates an empty store. Throws ScanFailure INTERNAL if this machine has no suitable git, or cannot confine it. */
export async function createObjectStore(options: ObjectStoreOptions): Promise<ObjectStore> {
  const { git, objectFormat, limits, signal } = options
  const { temporaryFolder } = git
  await mkdir(temporaryFolder, { recursive: true, mode: 0o700 })
  const home = await makeTemporaryFolder(temporaryFolder, 'git')
  const remove = () => rm(home, { recursive: true, force: true, maxRetries: 3 })
  try {
    const confinement = await confineGit({ ...git, limits })
    const opened = { ...(await confinement.open(home)), limits, signal }
    const run = { ...opened, ...(await assertGitIsFit(opened)) }
    await makeRepository(run.folder, objectFormat)
    return {
      home,
      run,
      confinement,
      takeIn: (pack, onShare) => takeIn(run, pack, onShare),
      [Symbol.asyncDispose]: remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Writes the files of an empty bare repository, as `git init` does, but without starting a process. */
async function makeRepository(folder: string, objectFormat: string | undefined): Promise<void> {
  const isSha256 = objectFormat === 'sha256'
  await mkdir(join(folder, 'objects', 'pack'), { recursive: true })
  await mkdir(join(folder, 'refs'))
  await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/main\n')
  await writeFile(
    join(folder, 'config'),
    `[core]\n\trepositoryformatversion = ${isSha256 ? 1 : 0}\n\tbare = true\n` +
      (isSha256 ? '[extensions]\n\tobjectformat = sha256\n' : ''),
  )
}

async function takeIn(run: GitRun, pack: AsyncIterable<Buffer>, onShare?: (share: number) => void): Promise<void> {
  const onWords = (words: string) => reportShare(words, onShare)
  await using git = startGit(
    ['index-pack', '--stdin', '-v', '--threads=1', `--max-input-size=${run.limits.maxPackBytes}`],
    { ...run, onWords },
  )
  // git writes one line with the ID of the pack. A compromised git could write without end.
  let bytes = 0
  git.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxOutputBytes) git.stdout.destroy()
  })
  const fed = await pipeline(Readable.from(pack, { objectMode: false }), git.stdin).then(
    () => undefined,
    (error: unknown) => error,
  )
  // Regardless of whether the pack or git failed first, git gets no more input and ends. The error seen in this process
  // does not show which of them failed first. A full disk is always reported.
  const ending = await git.ended
  run.signal.throwIfAborted()
  if (ending.code !== 0 && hasNoRoom(ending))
    throw new Error('the disk has no space for the git pack', { cause: new Error(ending.words) })
  if (ending.code === notStarted) {
    forgetConfinement()
    throw new Error('git could not be started', { cause: new Error(ending.words) })
  }
  if (fed !== undefined && !isBrokenPipe(fed)) throw fed
  if (ending.code !== 0) throw packFailure(ending)
}

const maxOutputBytes = 4_096

/** Exit code of a shell or a launcher that cannot start a program, for example because git was just updated. */
const notStarted = 127

/** Reports whether the local disk is full. In that case, the server is not at fault and the scan is retried. */
const hasNoRoom = ({ words }: GitEnding) => /No space left on device|Disk quota exceeded/i.test(words)

const isBrokenPipe = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'].includes(String(error.code))

/**
 * Converts a git failure to an error. If a process limit was exceeded, the failure is a signal or a failed allocation.
 */
function packFailure({ signal, words }: GitEnding): Error {
  const cause = new Error(words)
  if (signal === 'SIGXCPU' || signal === 'SIGKILL')
    return new PackTooLarge('a pack that takes too long to unpack', { cause })
  if (signal === 'SIGXFSZ' || /maximum allowed size|File too large/i.test(words))
    return new PackTooLarge('a pack that exceeds the size limit', { cause })
  if (/out of memory|unable to allocate|cannot allocate|mmap failed|too large/i.test(words))
    return new PackTooLarge('objects that need too much memory to unpack', { cause })
  return new MalformedAnswer('sent a broken pack', { cause })
}

/**
 * Parses progress messages such as `Receiving objects: 45% (9/20)` and `Resolving deltas: …`. The first phase takes
 * most of the time.
 */
function reportShare(words: string, onShare?: (share: number) => void): void {
  const [, stage, percent] = [...words.matchAll(/(Receiving|Indexing|Resolving) \w+:\s+(\d{1,3})%/g)].at(-1) ?? []
  if (stage !== undefined) onShare?.(stage === 'Resolving' ? 0.8 + Number(percent) / 500 : Number(percent) / 125)
}
