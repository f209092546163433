import semver from 'semver'
import { z } from 'zod'

/** Version ranges by package name. The map has no prototype, so `__proto__` is an ordinary name. */
export type DependencyMap = Readonly<Record<string, string>>

/** URL and digest of a version's archive. Untrusted, like all registry data. */
export interface NpmDist {
  readonly tarball: string | undefined
  /** Subresource-integrity string. */
  readonly integrity: string | undefined
  /** SHA-1 in hexadecimal. Versions from before 2017 have no other digest. */
  readonly shasum: string | undefined
}

/** Package version, reduced to the fields in use. Every field is guaranteed to have the correct type. */
export interface NpmManifest {
  readonly name: string
  readonly version: string
  /** Regular dependencies. Excludes those that are also listed as optional, because npm treats them as optional. */
  readonly dependencies: DependencyMap
  readonly optionalDependencies: DependencyMap
  readonly peerDependencies: DependencyMap
  /** Peer dependencies marked as optional in `peerDependenciesMeta`. */
  readonly optionalPeers: ReadonlySet<string>
  /** Names of dependencies bundled in the archive. */
  readonly bundleDependencies: readonly string[]
  readonly dist: NpmDist
  /** The publisher's deprecation message. Undefined if the version is not deprecated. */
  readonly deprecated: string | undefined
  readonly engines: Readonly<Record<string, string>>
  readonly hasInstallScript: boolean
  /** True if the archive contains an `npm-shrinkwrap.json`. Some registries remove this flag. */
  readonly hasShrinkwrap: boolean
  /** License as declared. Missing in abbreviated packuments. */
  readonly license?: string | undefined
}

/** A package's registry metadata, reduced to the fields in use. */
export interface NpmPackument {
  readonly name: string
  readonly distTags: Readonly<Record<string, string>>
  readonly versions: Readonly<Record<string, NpmManifest>>
  /** Publication times by version, ISO 8601. Empty in abbreviated packuments. */
  readonly time: Readonly<Record<string, string>>
  /** Time of the last package change, ISO 8601. Undefined in full packuments and for some registries. */
  readonly modified: string | undefined
  /** True if the package was unpublished and has no versions left. */
  readonly unpublished: boolean
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Shared empty map. Most fields of most versions are empty, so sharing the map saves a third of the memory during a
 * dependency walk.
 */
const noEntries: Record<string, string> = Object.freeze(Object.create(null))
const noNames: ReadonlySet<string> = new Set()

/** Returns the string entries of a JSON object and ignores all others. */
export function stringEntries(value: unknown): Record<string, string> {
  const strings = isObject(value) ? Object.entries(value).filter((entry) => typeof entry[1] === 'string') : []
  if (strings.length === 0) return noEntries
  const entries: Record<string, string> = Object.create(null)
  for (const [name, entry] of strings) entries[name] = String(entry)
  return entries
}

/** Schema for an optional field of any type, which `read` converts. */
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
 * Reads the manifest of one version from a packument or a `package.json`. Like npm, treats fields of the wrong type as
 * absent.
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
 * Returns a package's license. Old packages declare an object with a type, or a list of alternatives:
 * https://docs.npmjs.com/cli/configuring-npm/package-json#license
 */
export function npmLicense(fields: { readonly license?: unknown; readonly licenses?: unknown }): string | undefined {
  const { license = fields.licenses } = fields
  const names = (Array.isArray(license) ? license : [license]).flatMap((one: unknown) => {
    const name = isObject(one) ? one['type'] : one
    return typeof name === 'string' && name !== '' ? [name] : []
  })
  return names.length < 2 ? names[0] : names.map((name) => (name.includes(' ') ? `(${name})` : name)).join(' OR ')
}

/**
 * Reads `bundleDependencies`: a list, an object whose keys count, or `true` for all dependencies (package-json's
 * normalization).
 */
function bundledNames(value: unknown, dependencies: DependencyMap): readonly string[] {
  if (value === true) return Object.keys(dependencies)
  if (Array.isArray(value)) return value.filter((name) => typeof name === 'string')
  return isObject(value) ? Object.keys(value) : []
}

/** Parses an abbreviated or full packument. Skips invalid versions. Returns undefined if the document is invalid. */
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
