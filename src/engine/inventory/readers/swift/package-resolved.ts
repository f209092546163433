import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { listAt, tableAt, textAt, valueAt } from '../../syntax/document.ts'
import { atLine, linesInJson } from '../../syntax/json-lines.ts'
import { parseJson } from '../../syntax/json.ts'
import { workOf } from '../../work-budget.ts'

/**
 * Reader for Swift Package Manager lockfiles, versions 1 to 3. Names are URLs without scheme and `.git`, as in OSV's
 * ecosystem SwiftURL. Runs in linear time.
 */
export const packageResolved: ManifestReader = {
  id: 'package-resolved',
  ecosystem: 'SwiftURL',
  kind: 'lockfile',
  names: ['Package.resolved'],
  reads: (path) => posix.basename(path) === 'Package.resolved',
  read(file) {
    const work = workOf(file)
    const root = parseJson(file.text, work)
    const isFirst = valueAt(root, 'pins') === undefined
    const holder = isFirst ? tableAt(root, 'object') : root
    if (!Array.isArray(valueAt(holder, 'pins'))) throw new UnreadableManifest('no-pin-list')
    const above = isFirst ? ['object', 'pins'] : ['pins']
    const lines = linesInJson(file.text, (depth, key) => depth >= above.length || key === above[depth], work)
    const listing = new Listing(work)
    for (const [index, pin] of listAt(holder, 'pins').entries()) {
      const state = tableAt(pin, 'state')
      const identity = textAt(pin, 'identity') ?? textAt(pin, 'package')
      const address = textAt(pin, 'location') ?? textAt(pin, 'repositoryURL')
      const name = address === undefined ? identity : swiftName(address)
      const version = textAt(state, 'version')
      if (name === undefined) continue
      const item = [...above, String(index)]
      const line = lines.at(...item, 'identity') ?? lines.at(...item, 'package') ?? lines.at(...item)
      const role = { name, dev: false, groups: [], ...atLine(line) }
      if (version !== undefined) listing.add({ ...role, version })
      else
        listing.request({
          ...role,
          requested: textAt(state, 'branch') ?? textAt(state, 'revision') ?? '(nothing)',
          reason: 'pinned-to-branch-or-commit',
        })
    }
    return listing.reading()
  },
}

/** Converts a URL to a SwiftURL name. See https://ossf.github.io/osv-schema/#defined-ecosystems */
export const swiftName = (address: string): string =>
  address
    .replace(/^(?:https?|ssh|git):\/\/(?:[^@/]{1,100}@)?/, '')
    .replace(/^git@([^:/]{1,200}):/, '$1/')
    .replace(/\.git\/?$/, '')
