import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { contentDigest } from './content-digest.ts'
import type { SnapshotFile } from './snapshot.ts'

/**
 * Returns the digest of files that did not come from an archive, as a Subresource Integrity string. It is the SHA-256
 * over the length of each path, the path, and the SHA-256 of the content in hex, sorted by path. Yields to the event
 * loop, because hashing 300 MB without a break blocked it for 0.3 s.
 */
export async function digestOfFiles(files: ReadonlyMap<string, SnapshotFile>, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  let bytes = 0
  for (const path of [...files.keys()].sort()) {
    const file = files.get(path)
    if (!file) continue
    hash.update(`${Buffer.byteLength(path)}:${path}${contentDigest(file)}`)
    // Also counts an overhead for each file, because empty files take time too.
    bytes += file.size + 1_024
    if (bytes < bytesPerBreath) continue
    bytes = 0
    await setImmediate()
    signal?.throwIfAborted()
  }
  return `sha256-${hash.digest('base64')}`
}

/** Number of bytes to hash between two yields. Hashing them takes about one millisecond. */
const bytesPerBreath = 1024 * 1024
