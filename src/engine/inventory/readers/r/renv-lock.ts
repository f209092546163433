import { posix } from 'node:path'
import { readLicense } from '../../../model/read-license.ts'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { isTable, tableAt, textAt, valueAt } from '../../syntax/document.ts'
import { atLine, linesInJson } from '../../syntax/json-lines.ts'
import { parseJson } from '../../syntax/json.ts'
import { type ParameterValue, reasonParameters } from '../../reasons/reason-parameters.ts'
import { workOf } from '../../work-budget.ts'

/**
 * Reader for renv lockfiles, https://rstudio.github.io/renv/articles/lockfile.html. A repository other than CRAN may be
 * a CRAN mirror, or may contain different packages with the same names. Its packages are therefore not matched as CRAN
 * packages. Runs in linear time.
 */
export const renvLock: ManifestReader = {
  id: 'renv-lock',
  ecosystem: 'CRAN',
  kind: 'lockfile',
  names: ['renv.lock'],
  reads: (path) => posix.basename(path) === 'renv.lock',
  read(file) {
    const work = workOf(file)
    const root = parseJson(file.text, work)
    if (!isTable(valueAt(root, 'Packages'))) throw new UnreadableManifest('no-renv-packages')
    const lines = linesInJson(file.text, (depth, key) => depth === 1 || (depth === 0 && key === 'Packages'), work)
    const listing = new Listing(work)
    for (const [key, entry] of Object.entries(tableAt(root, 'Packages'))) {
      const name = textAt(entry, 'Package') ?? key
      const version = textAt(entry, 'Version')
      const repository = textAt(entry, 'Repository')
      const role = { name, dev: false, groups: [], ...atLine(lines.at('Packages', key)) }
      const license = readLicense(textAt(entry, 'License'))
      if (version !== undefined && repository === 'CRAN') listing.add({ ...role, version, ...(license && { license }) })
      else
        listing.request({
          ...role,
          requested: version ?? '(nothing)',
          reason:
            version === undefined ? 'lockfile-without-version' : { code: 'not-from-cran', source: sourceOf(entry) },
        })
    }
    return listing.reading()
  },
}

/** Returns the repository or the kind of source, if renv or a common repository uses this name. */
function sourceOf(entry: unknown): ParameterValue<'source'> {
  const repository = textAt(entry, 'Repository')
  const source = repository ?? textAt(entry, 'Source')
  const known = reasonParameters.source.texts.find((name) => name === source)
  return known ?? (repository === undefined ? 'an unknown source' : 'another repository')
}
