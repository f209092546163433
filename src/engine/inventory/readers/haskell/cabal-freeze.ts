import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { numberedLines } from '../../syntax/lines.ts'
import { workOf } from '../../work-budget.ts'

/**
 * Reader for the output of `cabal freeze`: `any.NAME ==VERSION` constraints,
 * https://cabal.readthedocs.io/en/stable/cabal-commands.html#cabal-freeze. Runs in linear time.
 */
export const cabalFreeze: ManifestReader = {
  id: 'cabal-freeze',
  ecosystem: 'Hackage',
  kind: 'lockfile',
  names: ['cabal.project.freeze'],
  reads: (path) => posix.basename(path) === 'cabal.project.freeze',
  read(file) {
    const work = workOf(file)
    const listing = new Listing(work)
    for (const { line, text } of numberedLines(file.text, work)) {
      if (text.trimStart().startsWith('--')) continue
      for (const [, name, version] of text.matchAll(/\bany\.([A-Za-z0-9-]{1,200}) *==([0-9.]{1,200})/g))
        if (name !== undefined && version !== undefined) listing.add({ name, version, dev: false, groups: [], line })
    }
    return listing.reading()
  },
}
