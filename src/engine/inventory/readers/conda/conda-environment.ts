import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { isTable, listAt, textsAt, valueAt } from '../../syntax/document.ts'
import { atLine } from '../../syntax/json-lines.ts'
import { linesOf } from '../../syntax/lines.ts'
import { parseYaml } from '../../syntax/yaml.ts'
import { workOf } from '../../work-budget.ts'
import { listRequirement } from '../python/requested-package.ts'

/**
 * Reader for conda environment files,
 * https://docs.conda.io/projects/conda/en/stable/user-guide/tasks/manage-environments.html. Packages below `pip` come
 * from PyPI. OSV has no advisories for conda. Runs in linear time.
 */
export const condaEnvironment: ManifestReader = {
  id: 'conda-environment',
  ecosystem: 'Conda',
  kind: 'manifest',
  isInstalledByItself: true,
  names: ['environment.yml'],
  reads: (path) => /^environment(?:[-_.]\w+)?\.ya?ml$/.test(posix.basename(path)),
  read(file) {
    const work = workOf(file)
    const root = parseYaml(file.text, work)
    const dependencies = listAt(root, 'dependencies')
    if (!Array.isArray(valueAt(root, 'dependencies'))) throw new UnreadableManifest('no-dependency-list')
    const lines = itemLines(file.text)
    const listing = new Listing(work)
    const seen = new Set<unknown>()
    for (const item of dependencies) {
      work.spend(1)
      if (typeof item === 'string') listConda(listing, item, atLine(lines.get(item)))
      else if (isTable(item) && !seen.has(item)) {
        // YAML aliases yield the same object, so each object is processed only once.
        seen.add(item)
        for (const text of textsAt(item, 'pip')) listPip(listing, text, atLine(lines.get(text)))
      }
    }
    return listing.reading()
  },
}

function listPip(listing: Listing, text: string, place: { readonly line?: number }): void {
  const role = { ecosystem: 'PyPI' as const, dev: false, groups: ['pip'], ...place }
  if (!text.startsWith('-')) listRequirement(listing, text, role)
  else {
    const shown = text.slice(0, 200)
    listing.request({
      ...role,
      name: shown,
      requested: shown,
      reason: 'pip-option',
    })
  }
}

/** Parses `channel::name=1.0=build`, `name==1.0`, or `name >=1`. A single `=` allows `1.0.*`. */
function listConda(listing: Listing, text: string, place: { readonly line?: number }): void {
  const [, name, rest = ''] = /^(?:[^:\s]{1,100}::)?([\w.-]{1,200})\s*(.{0,400})/.exec(text.trim()) ?? []
  if (name === undefined || name === 'pip') return
  const role = { name, dev: false, groups: [], ...place }
  const version = /^==\s*([\w.!+-]{1,100})$/.exec(rest)?.[1] ?? /^=([\w.!+-]{1,100})=[\w.]{1,100}$/.exec(rest)?.[1]
  if (version !== undefined) listing.add({ ...role, key: `conda ${name}@${version}`, version, direct: true })
  else listing.request({ ...role, requested: rest || '(nothing)', reason: 'no-lockfile' })
}

/** Returns the first line of each list item, without quotes. */
function itemLines(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  for (const [index, line] of linesOf(text).entries()) {
    const item = /^\s*-\s+["']?(.{1,400})$/.exec(line)?.[1]?.split(' #', 1)[0]?.trimEnd().replace(/["']$/, '')
    if (item !== undefined && !lines.has(item)) lines.set(item, index + 1)
  }
  return lines
}
