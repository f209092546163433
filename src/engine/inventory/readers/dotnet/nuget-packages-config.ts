import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { parseXml } from '../../syntax/xml.ts'
import { workOf } from '../../work-budget.ts'

/**
 * Reader for the installed packages of older .NET projects, including transitive dependencies:
 * https://learn.microsoft.com/en-us/nuget/reference/packages-config. Runs in linear time.
 */
export const nugetPackagesConfig: ManifestReader = {
  id: 'nuget-packages-config',
  ecosystem: 'NuGet',
  kind: 'lockfile',
  names: ['packages.config'],
  reads: (path) => posix.basename(path).toLowerCase() === 'packages.config',
  read(file) {
    const { text } = file
    const root = parseXml(text, workOf(file))
    if (root.name !== 'packages') throw new UnreadableManifest('no-nuget-list')
    const listing = new Listing(workOf(file))
    for (const { name, attributes, line } of root.children) {
      const id = attributes.get('id')
      const version = attributes.get('version')
      const dev = attributes.get('developmentDependency') === 'true'
      if (name !== 'package' || !id) continue
      if (version) listing.add({ name: id, version, dev, groups: dev ? ['dev'] : [], line })
      else
        listing.request({
          name: id,
          requested: '(nothing)',
          dev,
          groups: dev ? ['dev'] : [],
          reason: 'file-without-version',
          line,
        })
    }
    return listing.reading()
  },
}
