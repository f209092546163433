import { createHash } from 'node:crypto'
import { mkdtemp, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Ecosystem } from '../model/component.ts'
import { limits } from '../model/limits.ts'
import { type Network, NetworkFailure } from '../net/network.ts'
import { AdvisorySyncFailure } from './sync-failure.ts'

/** Where exports come from, and where they may lie meanwhile. */
export interface FeedAccess {
  readonly network: Network
  /** Absolute; downloads lie in it for as long as they are read. */
  readonly temporaryFolder: string
}

/** All records of one ecosystem in one open zip file; letting go of it closes and, if downloaded, deletes it. */
export interface FeedExport extends AsyncDisposable {
  readonly file: FileHandle
  /** SHA-256 of the file, hexadecimal. */
  readonly digest: string
}

const downloadPrefix = 'advisories-'

/** The public npm export has more than 100 MB. */
const downloadMs = 20 * 60_000

/**
 * Opens `<base>/<ecosystem>/all.zip`; undefined when the base does not have the ecosystem. Throws an
 * AdvisorySyncFailure when that cannot be told.
 */
export async function openFeedExport(access: FeedAccess, base: string, ecosystem: Ecosystem, signal: AbortSignal): Promise<FeedExport | undefined> {
  const url = new URL(`${base.replace(/\/+$/, '')}/${encodeURIComponent(ecosystem)}/all.zip`)
  return url.protocol === 'file:' ? openFile(url, signal) : openDownload(access, url, signal)
}

async function openFile(url: URL, signal: AbortSignal): Promise<FeedExport | undefined> {
  try {
    return await openExport(fileURLToPath(url), signal)
  } catch (error) {
    // A base that is not there at all is a wrong setting, not a base without this ecosystem.
    if (isMissing(error) && (await isFolder(fileURLToPath(new URL('../', url))))) return undefined
    throw fileFailure(error)
  }
}

async function openDownload({ network, temporaryFolder }: FeedAccess, url: URL, signal: AbortSignal): Promise<FeedExport | undefined> {
  await using stack = new AsyncDisposableStack()
  await removeAbandonedDownloads(temporaryFolder)
  const folder = await mkdtemp(join(temporaryFolder, downloadPrefix))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'all.zip')
  const { status } = await download(network, { url, path, signal })
  if (status === 404) return undefined
  if (status < 200 || status > 299) throw new AdvisorySyncFailure('unreachable', `The advisory feed answered with status ${status}.`)
  const downloaded = stack.use(await openExport(path, signal))
  const moved = stack.move()
  return { file: downloaded.file, digest: downloaded.digest, [Symbol.asyncDispose]: () => moved.disposeAsync() }
}

/** Downloads of processes that were killed; a living one is done with its own after `downloadMs`. */
async function removeAbandonedDownloads(temporaryFolder: string): Promise<void> {
  for (const name of await readdir(temporaryFolder)) {
    if (!name.startsWith(downloadPrefix)) continue
    const path = join(temporaryFolder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (Date.now() - mtimeMs > 2 * downloadMs) await rm(path, { recursive: true, force: true })
  }
}

async function download(network: Network, { url, path, signal }: { url: URL; path: string; signal: AbortSignal }): Promise<{ status: number }> {
  try {
    return await network.download({ url, path, signal, purpose: 'upstream', maxBytes: limits.advisory.exportBytes, timeoutMs: downloadMs })
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error
    if (error.code === 'too-large') throw new AdvisorySyncFailure('too-large', 'The advisory export is larger than any known one.', { cause: error })
    throw new AdvisorySyncFailure('unreachable', `The advisory feed could not be reached (${error.code}).`, { cause: error })
  }
}

async function openExport(path: string, signal: AbortSignal): Promise<FeedExport> {
  const file = await open(path)
  try {
    return { file, digest: await digestOf(file, signal), [Symbol.asyncDispose]: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function digestOf(file: FileHandle, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of file.createReadStream({ autoClose: false, start: 0, highWaterMark: 1024 * 1024, signal })) hash.update(chunk)
  return hash.digest('hex')
}

function fileFailure(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error && 'syscall' in error ? String(error.code) : undefined
  return code === undefined ? error : new AdvisorySyncFailure('unreachable', `The folder of the advisory feed cannot be read (${code}).`, { cause: error })
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then((found) => found.isDirectory(), () => false)
}
