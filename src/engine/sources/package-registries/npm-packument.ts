import semver from 'semver'
import { z } from 'zod'

/** Package names with their requirements. Without a prototype, so that `__proto__` is an ordinary name. */
export type DependencyMap = Readonly<Record<string, string>>

/** Location and digest of a version's archive. Untrusted, like all registry data. */
export interface NpmDist {
  readonly tarball: string | undefined
  /** Subresource-integrity string. */
  readonly integrity: string | undefined
  /** SHA-1 in hexadecimal, which is all that versions from before 2017 have. */
  readonly shasum: string | undefined
}

/** One version of a package, reduced to the used fields, each with the correct type. */
export interface NpmManifest {
  readonly name: string
  readonly version: string
  /** Without those that are also optional, because npm treats them as optional. */
  readonly dependencies: DependencyMap
  readonly optionalDependencies: DependencyMap
  readonly peerDependencies: DependencyMap
  /** Peers that `peerDependenciesMeta` marks as optional. */
  readonly optionalPeers: ReadonlySet<string>
  /** Dependencies that the archive contains. */
  readonly bundleDependencies: readonly string[]
  readonly dist: NpmDist
  /** The publisher's message, if this version is deprecated. */
  readonly deprecated: string | undefined
  readonly engines: Readonly<Record<string, string>>
  readonly hasInstallScript: boolean
  /** The archive contains an `npm-shrinkwrap.json`. Some registries remove this flag. */
  readonly hasShrinkwrap: boolean
  /** As declared. The abbreviated form of packuments does not contain it. */
  readonly license?: string | undefined
}

/** A registry's data about a package, reduced to the used fields. */
export interface NpmPackument {
  readonly name: string
  readonly distTags: Readonly<Record<string, string>>
  readonly versions: Readonly<Record<string, NpmManifest>>
  /** Publication times in ISO 8601 by version. Absent in the abbreviated form. */
  readonly time: Readonly<Record<string, string>>
  /** Time of the last change to the package, in ISO 8601. Absent in the full form, and from some registries. */
  readonly modified: string | undefined
  /** The package was unpublished: no versions are left. */
  readonly unpublished: boolean
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Most fields of most versions are empty. A shared value for all of them saves a third of a walk's memory. */
const noEntries: Record<string, string> = Object.freeze(Object.create(null))
const noNames: ReadonlySet<string> = new Set()

/** The string entries of a JSON object. Everything else is ignored. */
export function stringEntries(value: unknown): Record<string, string> {
  const strings = isObject(value) ? Object.entries(value).filter((entry) => typeof entry[1] === 'string') : []
  if (strings.length === 0) return noEntries
  const entries: Record<string, string> = Object.create(null)
  for (const [name, entry] of strings) entries[name] = String(entry)
  return entries
}

/** A field of any type, or a missing one, which `read` converts. */
const field = <Value>(read: (value: unknown) => Value) => z.unknown().optional().transform(read)
const strings = field(stringEntries)
const string = field((value) => (typeof value === 'string' ? value : undefined))
const flag = field((value) => value === true)
const noDist: NpmDist = { tarball: undefined, integrity: undefined, shasum: undefined }

const Manifest = z.object({
  dependencies: strings,
  optionalDependencies: strings,
  peerDependencies: strings,
  peerDependenciesMeta: field((meta) =>
    isObject(meta) ? new Set(Object.keys(meta).filter((name) => isMarkedOptional(meta[name]))) : noNames,
  ),
  bundleDependencies: z.unknown().optional(),
  bundledDependencies: z.unknown().optional(),
  dist: z.object({ tarball: string, integrity: string, shasum: string }).catch(noDist),
  deprecated: field((deprecated) => (deprecated ? String(deprecated) : undefined)),
  engines: strings,
  hasInstallScript: flag,
  _hasShrinkwrap: flag,
})

const isMarkedOptional = (meta: unknown): boolean => isObject(meta) && Boolean(meta['optional'])

/**
 * The manifest of one version, from a packument or a `package.json`. Fields of the wrong type count as absent, as in
 * npm.
 */
export function npmManifest(name: string, version: string, fields: object): NpmManifest {
  const manifest = Manifest.parse(fields)
  for (const optional of Object.keys(manifest.optionalDependencies)) delete manifest.dependencies[optional]
  return {
    name,
    version,
    dependencies: manifest.dependencies,
    optionalDependencies: manifest.optionalDependencies,
    peerDependencies: manifest.peerDependencies,
    optionalPeers: manifest.peerDependenciesMeta,
    bundleDependencies: bundledNames(
      manifest.bundleDependencies ?? manifest.bundledDependencies,
      manifest.dependencies,
    ),
    dist: manifest.dist,
    deprecated: manifest.deprecated,
    engines: manifest.engines,
    hasInstallScript: manifest.hasInstallScript,
    hasShrinkwrap: manifest['_hasShrinkwrap'],
    license: npmLicense(fields),
  }
}

/**
 * The license of a package. Old packages have an object with a type, or a list of those to choose from,
 * https://docs.npmjs.com/cli/configuring-npm/package-json#license.
 */
export function npmLicense(fields: { readonly license?: unknown; readonly licenses?: unknown }): string | undefined {
  const { license = fields.licenses } = fields
  const names = (Array.isArray(license) ? license : [license]).flatMap((one: unknown) => {
    const name = isObject(one) ? one['type'] : one
    return typeof name === 'string' && name !== '' ? [name] : []
  })
  return names.length < 2 ? names[0] : names.map((name) => (name.includes(' ') ? `(${name})` : name)).join(' OR ')
}

/** `bundleDependencies` is a list, an object whose keys count, or `true` for all (package-json's normalization). */
function bundledNames(value: unknown, dependencies: DependencyMap): readonly string[] {
  if (value === true) return Object.keys(dependencies)
  if (Array.isArray(value)) return value.filter((name) => typeof name === 'string')
  return isObject(value) ? Object.keys(value) : []
}

/**
 * Parses a packument, abbreviated or full. An invalid version is skipped and does not affect others. Undefined for an
 * invalid document.
 */
export function parseNpmPackument(name: string, document: unknown): NpmPackument | undefined {
  if (!isObject(document)) return undefined
  const versions: Record<string, NpmManifest> = Object.create(null)
  for (const [version, value] of Object.entries(isObject(document['versions']) ? document['versions'] : {})) {
    if (isObject(value) && semver.valid(version, true) !== null) versions[version] = npmManifest(name, version, value)
  }
  const time = document['time']
  return {
    name,
    distTags: stringEntries(document['dist-tags']),
    versions,
    time: stringEntries(time),
    modified: typeof document['modified'] === 'string' ? document['modified'] : undefined,
    unpublished: isObject(time) && time['unpublished'] !== undefined,
  }
}
