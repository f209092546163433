import { heldSnapshot } from '../../../src/engine/sources/held-snapshot.ts'
import type { Snapshot } from '../../../src/engine/model/snapshot.ts'

/** The text or bytes of a file. Any other value is written as JSON. */
export type FileContent = Buffer | object | string

/** Returns a project with these files, as if it had been read from a repository named `shop`. */
export function projectSnapshot(files: Readonly<Record<string, FileContent>>): Snapshot {
  const held = Object.entries(files).map(([path, given]) => {
    const content = Buffer.isBuffer(given)
      ? given
      : Buffer.from(typeof given === 'string' ? given : JSON.stringify(given))
    return [path, { path, size: content.length, content }] as const
  })
  return heldSnapshot({
    source: { type: 'git', canonicalUrl: 'https://git.example/acme/shop', revision: 'c0ffee', digest: 'sha256-' },
    files: new Map(held),
    skipped: [],
  })
}
