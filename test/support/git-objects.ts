/**
 * Git objects and packs that are written byte by byte, so that a test can write what git itself would reject. Formats:
 * gitformat-pack(5). A tree is a sequence of `MODE NAME NUL ID`.
 */
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag'

export interface GitObject {
  readonly type: ObjectType
  readonly content: Buffer
  readonly id: string
}

export interface TreeLine {
  /** Mode as written in the tree: `100644`, `40000` (not `040000`), `120000`, or `160000`. */
  readonly mode: string
  readonly name: string | Buffer
  readonly id: string
}

/** A delta against an earlier object in the pack, or against an object ID. */
export interface DeltaObject {
  readonly base: string
  readonly delta: Buffer
}

/** Content of a folder: file contents, folders, or entries with an explicit mode. */
export interface Files {
  readonly [name: string]:
    | string
    | Buffer
    | Files
    | { readonly mode: string; readonly content?: string | Buffer; readonly id?: string }
}

/** Returns the folders of files by path. A name with a slash would be an invalid entry of a tree. */
export function inFolders(files: Readonly<Record<string, string | Buffer>>): Files {
  const root: Record<string, unknown> = {}
  for (const [path, content] of Object.entries(files)) {
    const names = path.split('/')
    const last = names.pop() ?? ''
    let folder = root
    for (const name of names) folder = (folder[name] ??= {}) as Record<string, unknown>
    folder[last] = content
  }
  return root as Files
}

export function gitObject(type: ObjectType, content: string | Buffer): GitObject {
  const bytes = Buffer.from(content)
  return {
    type,
    content: bytes,
    id: createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex'),
  }
}

export function treeObject(lines: readonly TreeLine[]): GitObject {
  return gitObject(
    'tree',
    Buffer.concat(
      lines.flatMap(({ mode, name, id }) => [
        Buffer.from(`${mode} `),
        Buffer.from(name),
        Buffer.from([0]),
        Buffer.from(id, 'hex'),
      ]),
    ),
  )
}

export function commitObject(
  tree: string,
  {
    parents = [],
    message = 'test',
    seconds = 1_700_000_000,
  }: { parents?: readonly string[]; message?: string; seconds?: number } = {},
): GitObject {
  const who = `A <a@mail.example> ${seconds} +0000`
  return gitObject(
    'commit',
    `tree ${tree}\n${parents.map((parent) => `parent ${parent}\n`).join('')}author ${who}\ncommitter ` +
      `${who}\n\n${message}\n`,
  )
}

/** An annotated tag. */
export function tagObject(name: string, of: GitObject): GitObject {
  return gitObject(
    'tag',
    `object ${of.id}\ntype ${of.type}\ntag ${name}\ntagger A <a@mail.example> 1700000000 +0000\n\n${name}\n`,
  )
}

/** Returns the objects of a folder and everything below it in git's order. The folder itself is last. */
export function objectsOf(files: Files): GitObject[] {
  const objects: GitObject[] = []
  const lines = Object.entries(files).map(([name, entry]): TreeLine => {
    if (typeof entry === 'string' || Buffer.isBuffer(entry))
      return { mode: '100644', name, id: add(gitObject('blob', entry)) }
    if (typeof entry['mode'] === 'string')
      return {
        mode: entry['mode'],
        name,
        id: typeof entry['id'] === 'string' ? entry['id'] : add(gitObject('blob', contentOf(entry['content']))),
      }
    const inner = objectsOf(entry as Files)
    objects.push(...inner)
    return { mode: '40000', name, id: inner.at(-1)?.id ?? '' }
  })
  const sortName = ({ mode, name }: TreeLine) => Buffer.from(mode === '40000' ? `${String(name)}/` : name)
  objects.push(treeObject(lines.sort((a, b) => Buffer.compare(sortName(a), sortName(b)))))
  return objects

  function add(object: GitObject): string {
    objects.push(object)
    return object.id
  }
}

const contentOf = (content: unknown): string | Buffer =>
  typeof content === 'string' || Buffer.isBuffer(content) ? content : ''

/** Writes a pack of objects and deltas. `count` and the bytes after the header may be wrong. */
export function writePack(
  objects: readonly (GitObject | DeltaObject)[],
  { count = objects.length, version = 2 } = {},
): Buffer {
  const header = Buffer.alloc(12)
  header.write('PACK')
  header.writeUInt32BE(version, 4)
  header.writeUInt32BE(count, 8)
  const body = Buffer.concat([header, ...objects.map(packed)])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}

const typeNumbers = { commit: 1, tree: 2, blob: 3, tag: 4 } as const
const refDelta = 7

function packed(object: GitObject | DeltaObject): Buffer {
  if ('base' in object)
    return Buffer.concat([
      entryHeader(refDelta, object.delta.length),
      Buffer.from(object.base, 'hex'),
      deflateSync(object.delta),
    ])
  return Buffer.concat([entryHeader(typeNumbers[object.type], object.content.length), deflateSync(object.content)])
}

function entryHeader(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 0x0f)]
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80
    bytes.push(rest & 0x7f)
  }
  return Buffer.from(bytes)
}

/** Returns a delta that copies the first `length` bytes of its base several times. */
export function copyingDelta({
  baseSize,
  resultSize,
  length,
  times,
}: {
  baseSize: number
  resultSize: number
  length: number
  times: number
}): Buffer {
  // Copies from offset 0. Bits 4 to 6 announce three bytes of size.
  const copy = Buffer.from([0b1111_0000, length & 0xff, (length >> 8) & 0xff, (length >> 16) & 0xff])
  return Buffer.concat([varint(baseSize), varint(resultSize), ...Array.from({ length: times }, () => copy)])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest % 128) | 0x80)
  }
}
