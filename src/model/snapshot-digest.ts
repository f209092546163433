import { createHash } from 'node:crypto'
import type { SnapshotFile } from './snapshot.ts'

/**
 * Digest of a set of files that came in no archive: SHA-256 over path and content of each, sorted by
 * path and preceded by their lengths, as a subresource-integrity string.
 */
export function digestOfFiles(files: ReadonlyMap<string, SnapshotFile>): string {
  const hash = createHash('sha256')
  for (const path of [...files.keys()].sort()) {
    const content = files.get(path)?.content ?? Buffer.alloc(0)
    hash.update(`${Buffer.byteLength(path)}:${path}${content.length}:`).update(content)
  }
  return `sha256-${hash.digest('base64')}`
}
