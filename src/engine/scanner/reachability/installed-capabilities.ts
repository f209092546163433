import type { Isolation } from '../../isolation/isolation.ts'
import type { Component } from '../../model/component.ts'
import type { FoundCapability } from '../../model/package-capability.ts'
import type { InstalledCapabilities } from '../../reachability/capabilities/compare-installations.ts'
import type { PublishedVersion } from '../../sources/installed-archive.ts'
import { listCapabilities } from './list-capabilities.ts'
import { versionKey } from './package-store.ts'
import { publishedVersionOf } from './packages-to-read.ts'
import type { ReadPackages } from './read-packages.ts'

/** Returns what the installed packages of a scan can do, from the summaries that the scan has read. */
export async function installedCapabilities(
  context: { readonly isolation: Pick<Isolation, 'open'>; readonly signal: AbortSignal },
  {
    installed,
    components,
    read,
  }: {
    readonly installed: readonly PublishedVersion[]
    readonly components: readonly Component[]
    readonly read: ReadPackages
  },
): Promise<InstalledCapabilities> {
  const code = await listCapabilities(context, read)
  const paths = shortestPaths(components)
  return {
    ecosystems: [...new Set(installed.map(({ ecosystem }) => ecosystem))],
    packages: installed.map((version) => {
      const key = versionKey(version)
      const notRead = read.notRead.get(key) ?? 'the result of reading it is invalid'
      const found = code.get(key) ?? { capabilities: [], notRead }
      const own = [`${version.name}@${version.version}`]
      // Only packages with a capability are shown with their path.
      const path = found.capabilities.length > 0 ? (paths.get(key) ?? own) : own
      return { ...version, path, code: { ...found, capabilities: found.capabilities.map(withShortPath) } }
    }),
  }
}

/** Maximum length of a file path, in UTF-16 code units. Hostile archives have long ones. */
const maxPathLength = 300

const withShortPath = ({ path, ...found }: FoundCapability): FoundCapability => ({
  ...found,
  path: path.length <= maxPathLength ? path : `…${path.slice(-maxPathLength).toWellFormed()}`,
})

/** Returns the shortest dependency path to each package version, by `versionKey`. */
function shortestPaths(components: readonly Component[]): ReadonlyMap<string, readonly string[]> {
  const shortest = new Map<string, readonly string[]>()
  for (const component of components) {
    const version = publishedVersionOf(component)
    if (!version) continue
    const key = versionKey(version)
    for (const { path } of component.introducedBy)
      if (path.length > 0 && path.length < (shortest.get(key)?.length ?? Number.POSITIVE_INFINITY))
        shortest.set(key, path)
  }
  return shortest
}
