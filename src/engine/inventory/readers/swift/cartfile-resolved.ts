import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { numberedLines } from '../../syntax/lines.ts'
import { workOf } from '../../work-budget.ts'

/**
 * Reader for Carthage lockfiles,
 * https://github.com/Carthage/Carthage/blob/master/Documentation/Artifacts.md#cartfileresolved: `github "owner/name"
 * "version"`, and the same with `git` and `binary`. OSV has no advisories for Carthage. Runs in linear time.
 */
export const cartfileResolved: ManifestReader = {
  id: 'cartfile-resolved',
  ecosystem: 'Carthage',
  kind: 'lockfile',
  names: ['Cartfile.resolved'],
  reads: (path) => posix.basename(path) === 'Cartfile.resolved',
  read(file) {
    const work = workOf(file)
    const listing = new Listing(work)
    for (const { line, text } of numberedLines(file.text, work)) {
      if (text.trimStart().startsWith('#')) continue
      const [, origin, name, version] = /^\s*(\w+) "([^"]{1,400})" "([^"]{1,200})"/.exec(text) ?? []
      const role = { dev: false, groups: [], line }
      if (name === undefined || version === undefined) {
        const shown = text.trim().slice(0, 200)
        listing.request({ ...role, name: shown, requested: shown, reason: 'entry-not-parsed' })
      } else if (origin === 'binary' || /^[0-9a-f]{40}$/.test(version))
        listing.request({
          ...role,
          name,
          requested: version,
          reason: origin === 'binary' ? 'binary-at-url' : 'commit',
        })
      else listing.add({ ...role, name, version: version.replace(/^v(?=\d)/, '') })
    }
    return listing.reading()
  },
}
