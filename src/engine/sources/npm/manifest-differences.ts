import semver from 'semver'
import type { DependencyMap, NpmManifest } from '../package-registries/npm-packument.ts'
import type { NpmRelease } from '../package-registries/npm-release.ts'
import { shownText } from '../shown-text.ts'
import type { ArchivedManifest } from './archived-manifest.ts'
import { implicitInstallScript } from './install-scripts.ts'

const maxTold = 20

/**
 * Describes the differences between the registry's manifest and the archive's manifest, as sentences. They can differ
 * because the publisher sends the two separately and the registry does not compare them.
 */
export function manifestDifferences(
  published: NpmManifest,
  { scripts }: NpmRelease,
  archived: ArchivedManifest | undefined,
): string[] {
  if (archived === undefined) return ['The package.json in the archive could not be parsed.']
  const differences = [
    ...valueDifference('The name', published.name, archived.name),
    ...valueDifference('The version', plainVersion(published.version), plainVersion(archived.version)),
    ...(scripts === undefined
      ? []
      : entryDifferences('The script', withoutImplicit(scripts, archived), archived.scripts)),
    ...entryDifferences('The dependency', specified(published.dependencies), specified(archived.dependencies)),
    ...entryDifferences(
      'The optional dependency',
      specified(published.optionalDependencies),
      specified(archived.optionalDependencies),
    ),
    ...entryDifferences(
      'The peer dependency',
      specified(published.peerDependencies),
      specified(archived.peerDependencies),
    ),
    ...valueDifference(
      'The list of bundled dependencies',
      listed(published.bundleDependencies),
      listed(archived.bundleDependencies),
    ),
  ]
  const more = differences.length - maxTold
  return more > 0 ? [...differences.slice(0, maxTold), `There are ${more} more differences.`] : differences
}

function entryDifferences(what: string, published: DependencyMap, archived: DependencyMap): string[] {
  const names = new Set([...Object.keys(published), ...Object.keys(archived)])
  return [...names]
    .sort()
    .flatMap((name) => valueDifference(`${what} ${shownText(name)}`, published[name], archived[name]))
}

function valueDifference(what: string, published = '', archived = ''): string[] {
  if (published.trim() === archived.trim()) return []
  return [`${what} is ${told(published)} in the registry and ${told(archived)} in the archive.`]
}

const told = (text: string): string => (text === '' ? 'missing' : JSON.stringify(shownText(text)))

/** Normalizes empty ranges to `*`. */
const specified = (dependencies: DependencyMap): DependencyMap =>
  withEntries(Object.entries(dependencies).map(([name, wanted]) => [name, wanted.trim() || '*']))

const listed = (names: readonly string[]): string => [...names].sort().join(', ')

/** Removes a leading `v` and everything after a `+`, as registries do. */
const plainVersion = (version: string): string => semver.parse(version, { loose: true })?.version ?? version

/** Removes the script that npm adds to the published manifest for a `binding.gyp`. */
function withoutImplicit(scripts: DependencyMap, archived: ArchivedManifest): DependencyMap {
  if (archived.scripts['install'] !== undefined || scripts['install'] !== implicitInstallScript) return scripts
  const { install: _install, ...others } = scripts
  return others
}

/**
 * Adds dependencies that only the archive declares. npm normally uses the registry's manifest, but an installation from
 * the archive URL, or from a mirror that reads archives, uses the archive's manifest.
 */
export function withArchivedDependencies(published: NpmManifest, archived: ArchivedManifest | undefined): NpmManifest {
  if (archived === undefined) return published
  const isNamed = (name: string) =>
    [published.dependencies, published.optionalDependencies, published.peerDependencies].some((named) =>
      Object.hasOwn(named, name),
    )
  const added = (wanted: DependencyMap) => Object.entries(wanted).filter(([name]) => !isNamed(name))
  const [dependencies, optionalDependencies] = [added(archived.dependencies), added(archived.optionalDependencies)]
  if (dependencies.length + optionalDependencies.length === 0) return published
  return {
    ...published,
    dependencies: withEntries([...Object.entries(published.dependencies), ...dependencies]),
    optionalDependencies: withEntries([...Object.entries(published.optionalDependencies), ...optionalDependencies]),
  }
}

function withEntries(entries: readonly (readonly [string, string])[]): DependencyMap {
  const all: Record<string, string> = Object.create(null)
  for (const [name, wanted] of entries) all[name] = wanted
  return all
}
