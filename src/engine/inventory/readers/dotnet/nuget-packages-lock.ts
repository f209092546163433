import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { isTable, type Table, tableAt, textAt, valueAt } from '../../syntax/document.ts'
import type { DocumentLines } from '../../syntax/document-lines.ts'
import { atLine, linesInJson } from '../../syntax/json-lines.ts'
import { parseJson } from '../../syntax/json.ts'
import { workOf } from '../../work-budget.ts'

/**
 * Reader for NuGet lockfiles, which list packages by target framework,
 * https://learn.microsoft.com/en-us/nuget/consume-packages/package-references-in-project-files#locking-dependencies.
 * Runs in linear time.
 */
export const nugetPackagesLock: ManifestReader = {
  id: 'nuget-packages-lock',
  ecosystem: 'NuGet',
  kind: 'lockfile',
  names: ['packages.lock.json', 'packages.<project>.lock.json'],
  reads: (path) => /^packages\.(?:.+\.)?lock\.json$/.test(posix.basename(path)),
  read(file) {
    const { text } = file
    const root = parseJson(text, workOf(file))
    if (!isTable(valueAt(root, 'dependencies'))) throw new UnreadableManifest('no-dependencies-by-framework')
    const listing = new Listing(workOf(file))
    const lines = linesInJson(text, (depth, key) => (depth > 0 ? depth < 3 : key === 'dependencies'), workOf(file))
    for (const [name, framework] of Object.entries(tableAt(root, 'dependencies')))
      if (isTable(framework)) listFramework(listing, framework, lines.inside.get('dependencies')?.inside.get(name))
    return listing.reading()
  },
}

function listFramework(listing: Listing, framework: Table, lines: DocumentLines | undefined): void {
  const keys = new Map(
    Object.entries(framework).map(([name, entry]) => [name.toLowerCase(), `${name}@${textAt(entry, 'resolved')}`]),
  )
  for (const [name, entry] of Object.entries(framework)) {
    const version = textAt(entry, 'resolved')
    const type = textAt(entry, 'type')
    const place = atLine(lines?.at(name))
    // Skips other projects in the same solution.
    if (type === 'Project') continue
    if (version === undefined)
      listing.request({
        name,
        requested: textAt(entry, 'requested') ?? '(nothing)',
        dev: false,
        groups: [],
        reason: 'lockfile-without-version',
        ...place,
      })
    else
      listing.add({
        name,
        version,
        ...place,
        direct: type === 'Direct',
        dev: false,
        groups: [],
        requires: Object.keys(tableAt(entry, 'dependencies')).flatMap((other) => keys.get(other.toLowerCase()) ?? []),
      })
  }
}
