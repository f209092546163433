import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type GitProcess, type GitRun, startGit } from './git-program.ts'
import { MalformedAnswer } from './malformed-answer.ts'

const objectTypes = ['blob', 'tree', 'commit', 'tag'] as const
export type ObjectType = (typeof objectTypes)[number]

/** An object's type and size, as reported by `git cat-file`, or `missing` if the store does not contain the object. */
export type ObjectHeader = { readonly type: ObjectType; readonly size: number } | 'missing'

export interface ReadObject {
  readonly type: ObjectType
  readonly content: Buffer
}

/**
 * Reads objects from a git store by ID, one request at a time. A pack may have compromised git. It can then withhold
 * objects and choose headers, but not contents, because those must match their IDs.
 */
export interface ObjectReader extends AsyncDisposable {
  /** Returns the types and sizes of many objects, by ID. */
  headers(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, ObjectHeader>>
  /**
   * Yields complete objects of at most `maxBytes`, one result per ID, in order. Throws ObjectTooLarge for larger ones,
   * and MalformedAnswer for those that do not match their ID.
   */
  read(ids: Iterable<string>, maxBytes: number): AsyncGenerator<ReadObject | 'missing', void>
}

/**
 * Starts one `git cat-file` process. It returns raw bytes to which no attributes or filters have been applied. Versions
 * of git without `--batch-command` need another process for headers.
 */
export function openObjectReader(run: GitRun): ObjectReader {
  const { takesCommands = false } = run
  const git = startGit(['cat-file', ...(takesCommands ? ['--batch-command', '--buffer'] : ['--batch'])], run)
  const output = new ByteReader(git.stdout)
  const ask = (command: 'contents' | 'info', ids: readonly string[]) =>
    git.stdin.write(
      takesCommands ? `${ids.map((id) => `${command} ${id}\n`).join('')}flush\n` : ids.map((id) => `${id}\n`).join(''),
    )
  return {
    async headers(ids) {
      if (!takesCommands) return objectHeaders(run, ids)
      const headers = new Map<string, ObjectHeader>()
      ask('info', [...ids])
      for (const id of ids) headers.set(id, await nextHeader(output, git, run))
      return headers
    },
    async *read(ids, maxBytes) {
      const all = [...ids]
      ask('contents', all)
      for (const id of all) {
        const header = await nextHeader(output, git, run)
        if (header !== 'missing' && header.size > maxBytes) throw new ObjectTooLarge(header.size)
        yield header === 'missing' ? header : matching(id, header.type, await body(output, git, run, header.size))
      }
    },
    [Symbol.asyncDispose]: () => git[Symbol.asyncDispose](),
  }
}

/** Length of the hexadecimal digits in a SHA-256 ID. */
const longIdLength = 64

/** Returns the object if it has this ID, which is the digest of its type, size, and content. */
function matching(id: string, type: ObjectType, content: Buffer): ReadObject {
  const digest = createHash(id.length === longIdLength ? 'sha256' : 'sha1')
    .update(`${type} ${content.length}\0`)
    .update(content)
    .digest('hex')
  if (digest !== id) throw new MalformedAnswer('sent objects that git cannot read')
  return { type, content }
}

/** Returns the types and sizes of many objects. */
export async function objectHeaders(run: GitRun, ids: ReadonlySet<string>): Promise<Map<string, ObjectHeader>> {
  await using git = startGit(['cat-file', '--batch-check', '--buffer'], run)
  const output = new ByteReader(git.stdout)
  git.stdin.end([...ids].map((id) => `${id}\n`).join(''))
  const headers = new Map<string, ObjectHeader>()
  for (const id of ids) headers.set(id, await nextHeader(output, git, run))
  return headers
}

/** Returns the IDs of all objects of one type in the store. */
export async function idsOfType(run: GitRun, wanted: ObjectType): Promise<string[]> {
  await using git = startGit(['cat-file', '--batch-check', '--batch-all-objects', '--unordered'], run)
  git.stdin.end()
  const output = new ByteReader(git.stdout)
  const ids: string[] = []
  for (let line = await output.line(200); line !== undefined; line = await output.line(200)) {
    const [id, type] = line.split(' ')
    if (type === wanted && id !== undefined) ids.push(id)
  }
  const { code } = await git.ended
  if (code !== 0) throw await whyItEnded(git, run)
  return ids
}

/** Thrown if an object exceeds the limit. The message states the object's size. */
export class ObjectTooLarge extends Error {
  override readonly name = 'ObjectTooLarge'

  constructor(size: number) {
    super(`${size} bytes`)
  }
}

/** Parses `ID TYPE SIZE` or `ID missing`, terminated by a line feed. */
async function nextHeader(output: ByteReader, git: GitProcess, run: GitRun): Promise<ObjectHeader> {
  const line = await output.line(200)
  if (line === undefined) throw await whyItEnded(git, run)
  const [, word, size] = line.split(' ')
  if (word === 'missing') return 'missing'
  const type = objectTypes.find((each) => each === word)
  if (type === undefined || size === undefined || !/^\d{1,15}$/.test(size))
    throw new MalformedAnswer('sent objects that git cannot read')
  return { type, size: Number(size) }
}

async function body(output: ByteReader, git: GitProcess, run: GitRun, size: number): Promise<Buffer> {
  const bytes = await output.bytes(size + 1)
  if (bytes === undefined) throw await whyItEnded(git, run)
  return bytes.subarray(0, size)
}

async function whyItEnded(git: GitProcess, run: GitRun): Promise<unknown> {
  const { words } = await git.ended
  if (run.signal.aborted) return run.signal.reason
  return new MalformedAnswer('sent objects that git cannot read', { cause: new Error(words) })
}

/** Reads lines and byte ranges from a stream. Buffers at most one chunk beyond the requested bytes. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(stream: Readable) {
    this.#chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  }

  /** Returns the next line, or undefined if the stream has ended or the line is longer than `maxBytes`. */
  async line(maxBytes: number): Promise<string | undefined> {
    for (;;) {
      const end = this.#rest.indexOf(0x0a)
      if (end > maxBytes || (end === -1 && this.#rest.length > maxBytes)) return undefined
      if (end !== -1) return this.#take(end + 1).toString('latin1', 0, end)
      const chunk = await this.#next()
      if (chunk === undefined) return undefined
      this.#rest = Buffer.concat([this.#rest, chunk])
    }
  }

  /**
   * Returns a copy of the next bytes, because a slice would keep its whole chunk in memory. Returns undefined if the
   * stream ends first.
   */
  async bytes(count: number): Promise<Buffer | undefined> {
    const bytes = Buffer.alloc(count)
    let filled = 0
    while (filled < count) {
      if (this.#rest.length === 0) {
        const chunk = await this.#next()
        if (chunk === undefined) return undefined
        this.#rest = chunk
      }
      filled += this.#take(Math.min(this.#rest.length, count - filled)).copy(bytes, filled)
    }
    return bytes
  }

  #take(count: number): Buffer {
    const taken = this.#rest.subarray(0, count)
    this.#rest = this.#rest.subarray(count)
    return taken
  }

  async #next(): Promise<Buffer | undefined> {
    try {
      const { value, done } = await this.#chunks.next()
      return done === true ? undefined : value
    } catch {
      return undefined
    }
  }
}
