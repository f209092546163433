import { hash } from 'node:crypto'
import type { SnapshotFile } from './snapshot.ts'

const digests = new WeakMap<Pick<SnapshotFile, 'content'>, string>()

/**
 * Returns the SHA-256 of a file's content, in hex. Snapshots do not change, so the digest is cached per file. For 200
 * MB in 15,000 files, reading takes 0.25 s and hashing 0.2 s. Both the revision of a folder and the lookup of stored
 * results need the digest.
 */
export function contentDigest(file: Pick<SnapshotFile, 'content'>): string {
  const known = digests.get(file)
  if (known !== undefined) return known
  const made = hash('sha256', file.content)
  digests.set(file, made)
  return made
}
