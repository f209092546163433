import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { numberedLines } from '../../syntax/lines.ts'
import { workOf } from '../../work-budget.ts'

/**
 * Reader for the packages in `stack.yaml` that are not in its snapshot,
 * https://docs.haskellstack.org/en/stable/topics/lock_files/. The snapshot itself is at a URL and is not read. Runs in
 * linear time.
 */
export const stackLock: ManifestReader = {
  id: 'stack-lock',
  ecosystem: 'Hackage',
  kind: 'lockfile',
  names: ['stack.yaml.lock'],
  reads: (path) => posix.basename(path) === 'stack.yaml.lock',
  read(file) {
    const work = workOf(file)
    const listing = new Listing(work)
    let original = false
    let isSnapshot = false
    for (const { line, text } of numberedLines(file.text, work)) {
      const content = text.trim()
      if (/^(?:packages|snapshots):/.test(text)) isSnapshot = text.startsWith('snapshots:')
      // Each entry repeats what stack.yaml states.
      if (/^(?:- )?(?:original|completed):/.test(content)) original = content.includes('original:')
      const [, name, version] = /^(?:- )?hackage: *["']?([A-Za-z0-9-]{1,200})-([0-9.]{1,200})@/.exec(content) ?? []
      if (name !== undefined && version !== undefined) listing.add({ name, version, dev: false, groups: [], line })
      const address = original ? undefined : /^(?:- )?(git|url): *["']?(\S{1,400}?)["']?$/.exec(content)
      if (address?.[2] === undefined) continue
      listing.request({
        name: address[2],
        requested: address[2],
        dev: false,
        groups: isSnapshot ? ['snapshot'] : [],
        reason: isSnapshot ? 'stack-snapshot' : address[1] === 'git' ? 'git-repository' : 'archive-at-url',
        line,
      })
    }
    return listing.reading()
  },
}
