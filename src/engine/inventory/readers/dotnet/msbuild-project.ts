import { posix } from 'node:path'
import { interpolate } from '../../interpolate.ts'
import { Listing } from '../../listing.ts'
import type { ManifestFile, ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { readBeside } from '../../read-beside.ts'
import { parseXml, textOf, type XmlElement } from '../../syntax/xml.ts'
import { workOf } from '../../work-budget.ts'
import { exactNugetVersion } from './nuget-version.ts'

/** Maximum number of parent folders searched for imported files. */
const maxLevels = 8

const itemNames: ReadonlySet<string> = new Set(['PackageReference', 'GlobalPackageReference'])

/**
 * Reader for package references in MSBuild projects and in the files they import, with centrally managed versions.
 * Conditions are not evaluated, so all alternatives are listed. Linear in the file and its imports. See
 * https://learn.microsoft.com/en-us/nuget/consume-packages/package-references-in-project-files
 */
export const msbuildProject: ManifestReader = {
  id: 'msbuild-project',
  ecosystem: 'NuGet',
  kind: 'manifest',
  names: ['*.csproj', '*.fsproj', '*.vbproj', 'Directory.Build.props', 'Directory.Packages.props'],
  reads: (path) => /\.(?:cs|fs|vb)proj$|(?:^|\/)Directory\.(?:Build\.props|Build\.targets|Packages\.props)$/.test(path),
  read(file) {
    const work = workOf(file)
    const root = parseXml(file.text, work)
    if (root.name !== 'Project') throw new UnreadableManifest('no-msbuild-project')
    const shared = ['Directory.Packages.props', 'Directory.Build.props'].flatMap(
      (name) => nearestAbove(file, name) ?? [],
    )
    const elements = shared.flatMap(elementsWithin)
    work.spend(elements.length)
    const properties = propertiesOf([...elements, ...elementsWithin(root)])
    const central = centralVersions(elements)
    const listing = new Listing(work)
    for (const item of elementsWithin(root))
      if (itemNames.has(item.name))
        list(
          listing,
          item,
          (text) => interpolate(text, 'msbuild', (name) => properties.get(name.toLowerCase()), work),
          central,
        )
    return listing.reading()
  },
}

function list(
  listing: Listing,
  item: XmlElement,
  filled: (text: string) => string,
  central: ReadonlyMap<string, string>,
): void {
  const value = (name: string): string | undefined => {
    const text = item.attributes.get(name) ?? textOf(item, name)
    return text === undefined ? undefined : filled(text).trim()
  }
  const isPrivate = item.name === 'GlobalPackageReference' || value('PrivateAssets')?.toLowerCase() === 'all'
  // `Update` changes an item included by another element.
  for (const name of (value('Include') ?? '').split(';').map((part) => part.trim())) {
    if (name === '') continue
    const kept = central.get(name.toLowerCase())
    const requested = value('VersionOverride') ?? value('Version') ?? (kept === undefined ? undefined : filled(kept))
    const version = requested === undefined ? undefined : exactNugetVersion(requested)
    const role = { name, dev: isPrivate, groups: isPrivate ? ['private'] : [], line: item.line }
    if (version !== undefined) listing.add({ ...role, version, direct: true })
    else
      listing.request({
        ...role,
        requested: requested || '(nothing)',
        reason: requested === undefined ? 'version-set-outside' : 'no-lockfile',
      })
  }
}

/** Finds an imported file. MSBuild imports only the nearest file with that name, in the project's folder or above. */
function nearestAbove(file: ManifestFile, name: string): XmlElement | undefined {
  for (let level = posix.basename(file.path) === name ? 1 : 0; level <= maxLevels; level += 1) {
    const root = readBeside(file, `${'../'.repeat(level)}${name}`, parseXml)
    if (root !== undefined) return root
  }
  return undefined
}

/**
 * Collects the properties. Property names are case-insensitive, and the last definition of a property takes precedence.
 */
function propertiesOf(elements: readonly XmlElement[]): ReadonlyMap<string, string> {
  const groups = elements.filter(({ name }) => name === 'PropertyGroup')
  return new Map(groups.flatMap(({ children }) => children.map(({ name, text }) => [name.toLowerCase(), text])))
}

/**
 * Collects the central package versions. See
 * https://learn.microsoft.com/en-us/nuget/consume-packages/central-package-management
 */
function centralVersions(elements: readonly XmlElement[]): ReadonlyMap<string, string> {
  const items = elements.filter(({ name }) => name === 'PackageVersion')
  return new Map(
    items.map((item) => [
      (item.attributes.get('Include') ?? '').toLowerCase(),
      item.attributes.get('Version') ?? textOf(item, 'Version') ?? '',
    ]),
  )
}

function elementsWithin(root: XmlElement): XmlElement[] {
  const elements = [root]
  // Pushed one at a time, because a call with 125,000 arguments would overflow the stack.
  for (const element of elements) for (const child of element.children) elements.push(child)
  return elements
}
