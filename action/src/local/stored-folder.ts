import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

/** Path of an advisory file: folders and a file name. Excludes `..` and hidden names. */
const filePath = /^(?:\w[\w.-]*\/){0,3}\w[\w.-]*\.(?:json|records)$/

/** Maximum total size of unpacked files. */
const maxBytes = 1024 * 1024 * 1024

/** Returns the files of an advisory folder, sorted by path, with `/` as separator. */
function filesOf(folder: string): string[] {
  return globSync('**/*', { cwd: folder })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => filePath.test(path))
    .sort()
}

/** Returns a digest of the files in a folder, or undefined if the folder is empty. */
export function digestOfFolder(folder: string): string | undefined {
  const files = filesOf(folder)
  const digest = createHash('sha256')
  for (const path of files)
    digest.update(`${path}\n`).update(
      createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest(),
    )
  return files.length === 0 ? undefined : digest.digest('hex')
}

/** Packs a folder: the length of the file list, the list of paths and sizes as JSON, and the file contents. */
export function packFolder(folder: string): Buffer {
  const files = filesOf(folder).map((path) => ({ path, content: readFileSync(join(folder, path)) }))
  const list = Buffer.from(JSON.stringify(files.map(({ path, content }) => ({ path, size: content.length }))))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(list.length)
  return gzipSync(Buffer.concat([length, list, ...files.map(({ content }) => content)]), { level: 1 })
}

/** Unpacks files into a folder that only the current user can read. Throws for malformed input. */
export function unpackFolder(pack: Buffer, folder: string): void {
  const bytes = gunzipSync(pack, { maxOutputLength: maxBytes })
  let at = 4 + bytes.readUInt32BE(0)
  const list: unknown = JSON.parse(bytes.toString('utf8', 4, at))
  const files = (Array.isArray(list) ? list : []).map((entry: { path?: unknown; size?: unknown } | null) => {
    const { path, size } = entry ?? {}
    if (
      typeof path !== 'string' ||
      !filePath.test(path) ||
      typeof size !== 'number' ||
      !Number.isSafeInteger(size) ||
      size < 0
    )
      throw new Error('an entry of the pack is invalid')
    const content = bytes.subarray(at, (at += size))
    if (content.length !== size) throw new Error('the pack is incomplete')
    return { path, content }
  })
  for (const { path, content } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, path), content, { mode: 0o600 })
  }
}
