import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { isTable, type Table, tableAt, textAt, valueAt } from '../../syntax/document.ts'
import type { DocumentLines } from '../../syntax/document-lines.ts'
import { atLine, linesInJson } from '../../syntax/json-lines.ts'
import { parseJson } from '../../syntax/json.ts'
import { splitAtFirst } from '../../syntax/lines.ts'
import { workOf } from '../../work-budget.ts'

/**
 * Reader for NuGet's restore output, which the build uses: the graph by target framework, and all libraries. Runs in
 * linear time.
 */
export const nugetProjectAssets: ManifestReader = {
  id: 'nuget-project-assets',
  ecosystem: 'NuGet',
  kind: 'lockfile',
  names: ['project.assets.json'],
  reads: (path) => posix.basename(path) === 'project.assets.json',
  read(file) {
    const { text } = file
    const root = parseJson(text, workOf(file))
    if (!isTable(valueAt(root, 'targets')) && !isTable(valueAt(root, 'libraries')))
      throw new UnreadableManifest('neither-targets-nor-libraries')
    const listing = new Listing(workOf(file))
    const asked = askedFor(root)
    const lines = linesInJson(
      text,
      (depth, key) => (depth === 0 ? key === 'libraries' || key === 'targets' : depth < 3),
      workOf(file),
    )
    listTarget(listing, tableAt(root, 'libraries'), { asked, lines: lines.inside.get('libraries') })
    for (const [name, target] of Object.entries(tableAt(root, 'targets')))
      listTarget(listing, target, { asked, lines: lines.inside.get('targets')?.inside.get(name) })
    return listing.reading()
  },
}

function listTarget(
  listing: Listing,
  target: unknown,
  { asked, lines }: { readonly asked: ReturnType<typeof askedFor>; readonly lines: DocumentLines | undefined },
): void {
  const libraries = Object.entries(isTable(target) ? target : {}).flatMap(([key, library]) => {
    const [name, version] = splitAtFirst(key, '/') ?? []
    return name && version && textAt(library, 'type') === 'package'
      ? [{ name, version, library, line: lines?.at(key) }]
      : []
  })
  const keys = new Map(libraries.map(({ name, version }) => [name.toLowerCase(), `${name}@${version}`]))
  for (const { name, version, library, line } of libraries) {
    const role = asked.get(name.toLowerCase())
    const requires = Object.keys(tableAt(library, 'dependencies')).flatMap(
      (other) => keys.get(other.toLowerCase()) ?? [],
    )
    listing.add({
      name,
      version,
      ...atLine(line),
      ...(asked.size === 0 ? {} : { direct: role !== undefined }),
      dev: role?.isPrivate === true,
      groups: role?.isPrivate === true ? ['private'] : [],
      requires,
    })
  }
}

/**
 * Returns the project's direct dependencies by lowercase name. Private assets, such as analyzers, are marked because
 * they are not passed on to the project's dependents.
 */
function askedFor(root: Table): ReadonlyMap<string, { readonly isPrivate: boolean }> {
  const asked = new Map<string, { isPrivate: boolean }>()
  for (const framework of Object.values(tableAt(root, 'project', 'frameworks'))) {
    for (const [name, entry] of Object.entries(tableAt(framework, 'dependencies'))) {
      const isPrivate = textAt(entry, 'suppressParent') === 'All'
      asked.set(name.toLowerCase(), { isPrivate: isPrivate && asked.get(name.toLowerCase())?.isPrivate !== false })
    }
  }
  return asked
}
