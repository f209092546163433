import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { contentDigest } from './content-digest.ts'
import type { SnapshotFile } from './snapshot.ts'

/**
 * Digest of a set of files that came in no archive: SHA-256 over the length of each path, the path and the SHA-256 of
 * its content in hex, sorted by path, as a subresource-integrity string. Lets others work in between: 300 MB in one go
 * kept everything else waiting for 0.3 s.
 */
export async function digestOfFiles(files: ReadonlyMap<string, SnapshotFile>, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  let bytes = 0
  for (const path of [...files.keys()].sort()) {
    const file = files.get(path)
    if (!file) continue
    hash.update(`${Buffer.byteLength(path)}:${path}${contentDigest(file)}`)
    // A file without content costs a little too.
    bytes += file.size + 1_024
    if (bytes < bytesPerBreath) continue
    bytes = 0
    await setImmediate()
    signal?.throwIfAborted()
  }
  return `sha256-${hash.digest('base64')}`
}

/** A millisecond of work. */
const bytesPerBreath = 1024 * 1024
