import { posix } from 'node:path'
import type { DependencyReason } from '../../reasons/dependency-reasons.ts'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { withoutByteOrderMark } from '../../syntax/document.ts'
import { parsingSteps } from '../../syntax/parsing-cost.ts'
import { workOf } from '../../work-budget.ts'
import { type ElixirTerm, readElixirTerm } from './elixir-term.ts'

/**
 * Reader for Mix lockfiles, which contain a map of tuples `{:hex, :name, "version", hash, managers, dependencies,
 * "repository", hash}` or `{:git, "address", "commit", options}`. The mix.exs next to it is code and is not read. Runs
 * in linear time.
 */
export const mixLock: ManifestReader = {
  id: 'mix-lock',
  ecosystem: 'Hex',
  kind: 'lockfile',
  names: ['mix.lock'],
  reads: (path) => posix.basename(path) === 'mix.lock',
  read(file) {
    const { text } = file
    const work = workOf(file)
    work.spend(parsingSteps(text))
    const source = withoutByteOrderMark(text)
    const root = readElixirTerm(source)
    if (root.kind !== 'map') throw new UnreadableManifest('no-elixir-map')
    const lineOf = lineCounter(source)
    const entries = root.items.flatMap((pair) =>
      pair.kind === 'pair' ? [{ app: pair.key, entry: understand(pair.value), line: lineOf(pair.at) }] : [],
    )
    const keys = new Map(
      entries.flatMap(({ app, entry }) =>
        'version' in entry ? [[app, `${entry.name}@${entry.version}`] as const] : [],
      ),
    )
    const listing = new Listing(work)
    for (const { app, entry, line } of entries) {
      const role = { dev: false, groups: [], line }
      if ('version' in entry)
        listing.add({
          ...role,
          name: entry.name,
          version: entry.version,
          requires: entry.requires.flatMap((other) => keys.get(other) ?? []),
        })
      else listing.request({ ...role, name: app, ...entry })
    }
    return listing.reading()
  },
}

type Entry =
  | { readonly name: string; readonly version: string; readonly requires: readonly string[] }
  | { readonly requested: string; readonly reason: DependencyReason }

function understand(value: ElixirTerm): Entry {
  const items = value.kind === 'tuple' ? value.items : []
  const [kind, name, version] = items.map((item) => (item.kind === 'text' || item.kind === 'word' ? item.text : ''))
  if (kind === 'git')
    return {
      requested: [name, version].filter(Boolean).join('#') || '(nothing)',
      reason: 'git-repository',
    }
  if (kind === 'path') return { requested: name || '(nothing)', reason: 'folder' }
  if (kind !== 'hex' || !name || !version)
    return { requested: kind || '(nothing)', reason: 'lockfile-entry-not-parsed' }
  const repository = items[6]?.kind === 'text' ? items[6].text : 'hexpm'
  if (repository !== 'hexpm') return { requested: `${repository}/${name} ${version}`, reason: 'private-repository' }
  const dependencies = items[5]?.kind === 'list' ? items[5].items : []
  return {
    name,
    version,
    requires: dependencies.flatMap((dependency) =>
      dependency.kind === 'tuple' && dependency.items[0]?.kind === 'word' ? [dependency.items[0].text] : [],
    ),
  }
}

/** Returns a function that converts positions, passed in ascending order, to line numbers starting at 1. */
function lineCounter(text: string): (at: number) => number {
  let line = 1
  let start = text.indexOf('\n')
  return (at) => {
    while (start >= 0 && start < at) {
      line += 1
      start = text.indexOf('\n', start + 1)
    }
    return line
  }
}
