import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { textAt } from '../../syntax/document.ts'
import { atLine } from '../../syntax/json-lines.ts'
import { parseToml } from '../../syntax/toml.ts'
import { linesInToml } from '../../syntax/toml-lines.ts'
import { workOf } from '../../work-budget.ts'
import { pipfileCategories } from './pipfile-lock.ts'
import { otherSource } from './pyproject-requests.ts'
import { shown } from './requested-package.ts'
import { exactVersion } from './requirement.ts'

/**
 * Reader for Pipenv manifests. Their categories map names to a specifier, or to a table that contains one. Runs in
 * linear time.
 */
export const pipfile: ManifestReader = {
  id: 'pipfile',
  ecosystem: 'PyPI',
  kind: 'manifest',
  names: ['Pipfile'],
  reads: (path) => posix.basename(path) === 'Pipfile',
  read(file) {
    const work = workOf(file)
    const listing = new Listing(work)
    const root = parseToml(file.text, work)
    const lines = linesInToml(file.text, work)
    for (const { category, section, table } of pipfileCategories(root)) {
      for (const [name, entry] of Object.entries(table)) {
        const role = {
          dev: category === 'develop',
          groups: category === 'default' ? [] : [category],
          ...atLine(lines.at(section, name)),
        }
        const requested = typeof entry === 'string' ? entry : (textAt(entry, 'version') ?? '*')
        const version = exactVersion(requested)
        const source = otherSource(file.path, entry)
        if (source === 'within the project') continue
        if (source !== undefined) listing.request({ ...role, name, ...source })
        else if (version !== undefined) listing.add({ ...role, name, version, direct: true })
        else listing.request({ ...role, name, requested: shown(requested), reason: 'no-lockfile' })
      }
    }
    return listing.reading()
  },
}
