import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { listAt, tableAt, textAt, valueAt } from '../../syntax/document.ts'
import { atLine } from '../../syntax/json-lines.ts'
import { linesOf } from '../../syntax/lines.ts'
import { parseYaml } from '../../syntax/yaml.ts'
import { workOf } from '../../work-budget.ts'

/**
 * Reader for conda-lock lockfiles, https://conda.github.io/conda-lock/output/. They have one entry per package and
 * platform, from conda or PyPI. OSV has no advisories for conda. Runs in linear time.
 */
export const condaLock: ManifestReader = {
  id: 'conda-lock',
  ecosystem: 'Conda',
  kind: 'lockfile',
  names: ['conda-lock.yml'],
  reads: (path) => /^(?:.*\.)?conda-lock\.ya?ml$/.test(posix.basename(path)),
  read(file) {
    const work = workOf(file)
    const root = parseYaml(file.text, work)
    if (!Array.isArray(valueAt(root, 'package'))) throw new UnreadableManifest('no-package-list')
    const all = listAt(root, 'package')
    // YAML aliases yield the same object, so each object is processed only once.
    const entries = new Map<unknown, number>()
    for (const [index, entry] of all.entries()) if (!entries.has(entry)) entries.set(entry, index)
    const starts = linesOf(file.text).flatMap((line, index) => (/^\s{0,8}- name:/.test(line) ? [index + 1] : []))
    const listing = new Listing(work)
    const keys = new Map(
      [...entries.keys()].map((entry) => [keyOf(textAt(entry, 'manager'), textAt(entry, 'name')), idOf(entry)]),
    )
    for (const [entry, index] of entries) {
      const [name, version, manager] = ['name', 'version', 'manager'].map((key) => textAt(entry, key))
      const category = textAt(entry, 'category') ?? 'main'
      if (name === undefined) continue
      const role = {
        name,
        dev: category === 'dev',
        groups: category === 'main' ? [] : [category],
        ...(manager === 'pip' && { ecosystem: 'PyPI' as const }),
        ...atLine(starts.length === all.length ? starts[index] : undefined),
      }
      if (version === undefined)
        listing.request({ ...role, requested: '(nothing)', reason: 'lockfile-without-version' })
      else
        listing.add({
          ...role,
          key: idOf(entry),
          version,
          requires: Object.keys(tableAt(entry, 'dependencies')).flatMap(
            (other) => keys.get(keyOf(manager, other)) ?? [],
          ),
        })
    }
    return listing.reading()
  },
}

const keyOf = (manager: string | undefined, name: string | undefined): string => `${manager} ${name}`

const idOf = (entry: unknown): string =>
  `${keyOf(textAt(entry, 'manager'), textAt(entry, 'name'))}@${textAt(entry, 'version')}`
