import { createHash } from 'node:crypto'
import { mkdtemp, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type HttpResponse, type Network, NetworkFailure } from '../../net/network.ts'
import { AdvisorySyncFailure } from './sync-failure.ts'

/** Network access and temporary folder for reading feeds. */
export interface FeedAccess {
  readonly network: Network
  /** Absolute path of the folder that holds downloads while they are read. */
  readonly temporaryFolder: string
}

/** Open feed file. Disposal closes it, and deletes it if it was downloaded. */
export interface FeedFile extends AsyncDisposable {
  readonly file: FileHandle
  /** SHA-256 of the file, in hexadecimal. */
  readonly digest: string
  /** ETag from the server. Null if the server sent none. */
  readonly etag: string | null
}

/** A feed's response to a request for a file. */
export type FeedAnswer =
  | ({ readonly found: 'file' } & FeedFile)
  /** The file still has the ETag sent in the request. */
  | ({ readonly found: 'unmodified' } & AsyncDisposable)
  /**
   * The file does not exist: status 404 or 410, or 403, which object stores return if the client may not list objects.
   * A missing local file has status 404.
   */
  | ({ readonly found: 'nothing'; readonly status: number } & AsyncDisposable)

export interface FeedFileRequest {
  readonly url: URL
  readonly maxBytes: number
  /** ETag of the known version. Null if no version is known. */
  readonly etag: string | null
  readonly signal: AbortSignal
}

const downloadPrefix = 'advisories-'

/** Maximum download time. The public npm export is more than 100 MB. */
const downloadMs = 20 * 60_000

/** Opens a feed file. Throws an AdvisorySyncFailure if there is no response or an invalid one. */
export async function openFeedFile(access: FeedAccess, request: FeedFileRequest): Promise<FeedAnswer> {
  return request.url.protocol === 'file:' ? openFile(request) : openDownload(access, request)
}

async function openFile({ url, signal }: FeedFileRequest): Promise<FeedAnswer> {
  const path = fileURLToPath(url)
  try {
    return { found: 'file', etag: null, ...(await openWithDigest(path, signal)) }
  } catch (error) {
    // If the base folder itself does not exist, the setting is wrong, so this counts as an error instead of a missing
    // file.
    if (isMissing(error) && (await isFolder(join(path, '..', '..')))) return nothing(404)
    throw fileFailure(error)
  }
}

async function openDownload({ network, temporaryFolder }: FeedAccess, request: FeedFileRequest): Promise<FeedAnswer> {
  await removeAbandonedDownloads(temporaryFolder)
  const folder = await mkdtemp(join(temporaryFolder, downloadPrefix))
  // Node 22 has no AsyncDisposableStack.
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  try {
    const answer = await openDownloaded(network, request, join(folder, 'file'))
    if (answer.found !== 'file') await removeFolder()
    const dispose = async () => {
      await answer[Symbol.asyncDispose]()
      await removeFolder()
    }
    return { ...answer, [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await removeFolder()
    throw error
  }
}

async function openDownloaded(network: Network, request: FeedFileRequest, path: string): Promise<FeedAnswer> {
  const { status, headers } = await download(network, request, path)
  if (status === 304 && request.etag !== null) return { found: 'unmodified', [Symbol.asyncDispose]: async () => {} }
  if (status === 404 || status === 410 || status === 403) return nothing(status)
  if (status < 200 || status > 299)
    throw new AdvisorySyncFailure('unreachable', `The advisory feed returned status ${status}.`)
  return { found: 'file', etag: etagOf(headers), ...(await openWithDigest(path, request.signal)) }
}

async function download(
  network: Network,
  { url, etag, maxBytes, signal }: FeedFileRequest,
  path: string,
): Promise<HttpResponse> {
  try {
    return await network.download({
      url,
      path,
      signal,
      purpose: 'upstream',
      maxBytes,
      timeoutMs: downloadMs,
      headers: etag === null ? {} : { 'if-none-match': etag },
    })
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error
    if (error.code === 'too-large')
      throw new AdvisorySyncFailure(
        'too-large',
        `The advisory feed exceeds the size limit of ${maxBytes / 2 ** 20} MiB.`,
        { cause: error },
      )
    throw new AdvisorySyncFailure('unreachable', `The advisory feed could not be reached (${error.code}).`, {
      cause: error,
    })
  }
}

/** Returns the ETag (RFC 9110 section 8.8.3). Ignores implausibly long ETags. */
function etagOf({ etag }: HttpResponse['headers']): string | null {
  return typeof etag === 'string' && /^(?:W\/)?"[\x21\x23-\x7e]{1,200}"$/.test(etag) ? etag : null
}

function nothing(status: number): FeedAnswer {
  return { found: 'nothing', status, [Symbol.asyncDispose]: async () => {} }
}

/** Removes downloads left behind by killed processes. A running process finishes its downloads within `downloadMs`. */
async function removeAbandonedDownloads(temporaryFolder: string): Promise<void> {
  for (const name of await readdir(temporaryFolder)) {
    if (!name.startsWith(downloadPrefix)) continue
    const path = join(temporaryFolder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (Date.now() - mtimeMs > 2 * downloadMs) await rm(path, { recursive: true, force: true })
  }
}

/** A stream would allocate 1 MiB for each block, which takes longer than the digest. */
const digestBlockBytes = 256 * 1024

async function openWithDigest(
  path: string,
  signal: AbortSignal,
): Promise<{ file: FileHandle; digest: string } & AsyncDisposable> {
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
  const block = Buffer.allocUnsafe(digestBlockBytes)
  for (let position = 0; ;) {
    signal.throwIfAborted()
    const { bytesRead } = await file.read(block, 0, block.length, position)
    if (bytesRead === 0) return hash.digest('hex')
    hash.update(block.subarray(0, bytesRead))
    position += bytesRead
  }
}

function fileFailure(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error && 'syscall' in error ? String(error.code) : undefined
  return code === undefined
    ? error
    : new AdvisorySyncFailure('unreachable', `The folder of the advisory feed cannot be read (${code}).`, {
        cause: error,
      })
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
