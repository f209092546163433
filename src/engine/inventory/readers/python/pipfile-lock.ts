import { posix } from 'node:path'
import { normalProjectName } from '../../../sources/python-packaging/project-name.ts'
import { Listing } from '../../listing.ts'
import type { ManifestFile, ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { readBeside } from '../../read-beside.ts'
import { isTable, type Table, tableAt, textAt, valueAt } from '../../syntax/document.ts'
import { atLine, linesInJson } from '../../syntax/json-lines.ts'
import { parseJson } from '../../syntax/json.ts'
import { parseToml } from '../../syntax/toml.ts'
import { type WorkBudget, workOf } from '../../work-budget.ts'
import { otherSource } from './pyproject-requests.ts'
import { exactVersion } from './requirement.ts'

/**
 * Reader for Pipenv lockfiles. They have one section per category, including `default` and `develop`. Runs in linear
 * time.
 */
export const pipfileLock: ManifestReader = {
  id: 'pipfile-lock',
  ecosystem: 'PyPI',
  kind: 'lockfile',
  names: ['Pipfile.lock'],
  reads: (path) => posix.basename(path) === 'Pipfile.lock',
  read(file) {
    const root = parseJson(file.text, workOf(file))
    if (!isTable(valueAt(root, '_meta')) && !isTable(valueAt(root, 'default')))
      throw new UnreadableManifest('neither-meta-nor-default')
    const listing = new Listing(workOf(file))
    const asked = namesAskedFor(file)
    const lines = linesInJson(file.text, (depth) => depth < 2, workOf(file))
    for (const [section, entries] of Object.entries(root)) {
      if (section === '_meta' || !isTable(entries)) continue
      for (const [name, entry] of Object.entries(entries)) {
        const role = {
          dev: section === 'develop',
          groups: section === 'default' ? [] : [section],
          ...atLine(lines.at(section, name)),
        }
        const stated = textAt(entry, 'version')
        const version = exactVersion(stated ?? '')
        const source = version === undefined ? otherSource(file.path, entry) : undefined
        if (source === 'within the project') continue
        if (version !== undefined)
          listing.add({
            ...role,
            name,
            version,
            ...(asked === undefined ? {} : { direct: asked.has(normalProjectName(name)) }),
          })
        else
          listing.request({
            ...role,
            name,
            requested: stated ?? '(nothing)',
            reason: 'lockfile-without-version',
            ...source,
          })
      }
    }
    return listing.reading()
  },
}

/**
 * Returns the normalized names required in any category of the Pipfile next to the lockfile. Returns undefined if the
 * Pipfile cannot be read.
 */
const namesAskedFor = (file: ManifestFile): ReadonlySet<string> | undefined =>
  readBeside(file, 'Pipfile', namesInPipfile)

const namesInPipfile = (text: string, work: WorkBudget): ReadonlySet<string> =>
  new Set(pipfileCategories(parseToml(text, work)).flatMap(({ table }) => Object.keys(table).map(normalProjectName)))

/** Pipfile tables that are not package categories. */
const otherTables: ReadonlySet<string> = new Set(['source', 'requires', 'pipenv', 'scripts', 'pipfile'])

/** Pipfile category: its name in the lockfile, its section in the Pipfile, and that section's contents. */
interface PipfileCategory {
  readonly category: string
  readonly section: string
  readonly table: Table
}

export function pipfileCategories(root: Table): PipfileCategory[] {
  const sectionNames = new Map([
    ['packages', 'default'],
    ['dev-packages', 'develop'],
  ])
  return Object.keys(root)
    .filter((section) => !otherTables.has(section) && isTable(root[section]))
    .map((section) => ({ category: sectionNames.get(section) ?? section, section, table: tableAt(root, section) }))
}
