import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { isTable, tableAt, textAt, valueAt } from '../../syntax/document.ts'
import { atLine, linesInJson } from '../../syntax/json-lines.ts'
import { parseJson } from '../../syntax/json.ts'
import { splitAtFirst } from '../../syntax/lines.ts'
import { workOf } from '../../work-budget.ts'

/**
 * Reader for the dependency lists of built .NET applications,
 * https://github.com/dotnet/sdk/blob/main/documentation/specs/runtime-configuration-file.md. Runs in linear time.
 */
export const dotnetDepsJson: ManifestReader = {
  id: 'dotnet-deps-json',
  ecosystem: 'NuGet',
  kind: 'lockfile',
  names: ['*.deps.json'],
  reads: (path) => posix.basename(path).endsWith('.deps.json'),
  read(file) {
    const { text } = file
    const root = parseJson(text, workOf(file))
    if (!isTable(valueAt(root, 'libraries'))) throw new UnreadableManifest('no-libraries')
    const listing = new Listing(workOf(file))
    const lines = linesInJson(text, (depth, key) => depth === 1 || (depth === 0 && key === 'libraries'), workOf(file))
    for (const [key, library] of Object.entries(tableAt(root, 'libraries'))) {
      const [name, version] = splitAtFirst(key, '/') ?? []
      // The application itself and other projects in its solution have the type `project`.
      if (name && version && textAt(library, 'type') === 'package')
        listing.add({ name, version, dev: false, groups: [], ...atLine(lines.at('libraries', key)) })
    }
    return listing.reading()
  },
}
