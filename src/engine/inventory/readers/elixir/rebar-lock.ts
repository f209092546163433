import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { Lines } from '../../../model/lines.ts'
import { parsingSteps } from '../../syntax/parsing-cost.ts'
import { workOf } from '../../work-budget.ts'

/**
 * Matches `{<<"name">>,{pkg,<<"package">>,<<"version">>},level}`, or an entry with `{git,"address",{ref,"commit"}}` as
 * its source.
 */
const entry =
  /\{\s*<<"([^"]{1,200})">>\s*,\s*\{\s*(?:pkg\s*,\s*<<"([^"]{1,200})">>\s*,\s*<<"([^"]{1,200})">>|(\w{1,40})\s*,\s*"([^"]{1,400})")/g

/**
 * Reader for rebar3 lockfiles, https://rebar3.org/docs/configuration/dependencies/#lock-files. They contain an Erlang
 * term. Its entries are matched with a pattern, and nothing is evaluated. Runs in linear time.
 */
export const rebarLock: ManifestReader = {
  id: 'rebar-lock',
  ecosystem: 'Hex',
  kind: 'lockfile',
  names: ['rebar.lock'],
  reads: (path) => posix.basename(path) === 'rebar.lock',
  read(file) {
    const work = workOf(file)
    work.spend(parsingSteps(file.text))
    if (!/^\s*(?:%[^\n]*\n\s*)*[[{]/.test(file.text)) throw new UnreadableManifest('no-erlang-term')
    const lines = new Lines(file.text)
    const listing = new Listing(work)
    for (const match of file.text.matchAll(entry)) {
      const [, app = '', name, version, kind, address] = match
      const role = { dev: false, groups: [], line: lines.lineAt(match.index) }
      // The second part of the file repeats the names with their hashes, without braces.
      if (name !== undefined && version !== undefined) listing.add({ ...role, name, version })
      else
        listing.request({
          ...role,
          name: app,
          requested: address ?? '(nothing)',
          reason: kind === 'git' ? 'git-repository' : kind === 'hg' ? 'hg-repository' : 'not-in-registry',
        })
    }
    return listing.reading()
  },
}
