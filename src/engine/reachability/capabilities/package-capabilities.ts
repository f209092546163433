import { type FoundCapability, packageCapabilities } from '../../model/package-capability.ts'
import { runsWhereInstalled } from './installed-files.ts'

/** Files of a package version, as far as its capabilities depend on them. */
export interface PackageFiles {
  readonly ecosystem: 'npm' | 'PyPI'
  /** Contents by path in the archive. */
  readonly contents: ReadonlyMap<string, Buffer>
  /** Paths of compiled code and of files that build it. */
  readonly native: readonly string[]
  /** Capabilities of each file. */
  readonly found: Iterable<FoundCapability>
}

/**
 * Returns the capabilities of a package version, with the first file that shows each of them. Tests and other files
 * that do not run where the package is installed are left out.
 */
export function packageCapabilitiesOf(files: PackageFiles): readonly FoundCapability[] {
  const merged = new Map<string, FoundCapability>()
  const text = files.contents.get('package.json')?.toString('utf8') ?? ''
  const manifest = parsedManifest(files.contents)
  const named = namedPaths(manifest)
  const everything = [
    ...installScripts(files, { text, manifest }),
    ...[...files.found].filter(({ path }) => runsWhereInstalled(path, named)),
    ...files.native.filter(isLoadable).map((path) => fileShows('native-code', path)),
  ]
  for (const one of everything) {
    const known = merged.get(one.capability)
    const first = known && compare(known, one) <= 0 ? known : one
    merged.set(one.capability, { ...first, places: (known?.places ?? 0) + one.places })
  }
  return packageCapabilities.flatMap((capability) => merged.get(capability) ?? [])
}

/** Orders places by the depth of the file, its path, and the line. */
function compare(a: FoundCapability, b: FoundCapability): number {
  return depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : Number(a.path > b.path)) || a.line - b.line
}

const depth = (path: string) => path.split('/').length

/** Reports whether a file is compiled code that can be loaded, or builds such code during the installation. */
const isLoadable = (path: string) => /\.(?:node|so|pyd|dll|dylib)$|\.so\.[\d.]+$|^binding\.gyp$/.test(path)

const fileShows = (capability: FoundCapability['capability'], path: string): FoundCapability => ({
  capability,
  path: path.slice(0, 4_096),
  line: 1,
  shownBy: path.slice(path.lastIndexOf('/') + 1).slice(0, 200),
  places: 1,
})

/** Fields of a `package.json` that name files to load or run. */
const namingFields = ['main', 'module', 'browser', 'bin', 'exports', 'imports'] as const

/** Scripts that npm runs when it installs a package from a registry, in their order. */
const npmScripts = ['preinstall', 'install', 'postinstall'] as const

/** Returns the scripts that run during the installation. pip runs `setup.py` of a source distribution. */
function installScripts(
  { ecosystem, contents }: PackageFiles,
  { text, manifest }: { readonly text: string; readonly manifest: unknown },
): FoundCapability[] {
  if (ecosystem === 'PyPI')
    return contents.has('PKG-INFO') && contents.has('setup.py') ? [fileShows('install-scripts', 'setup.py')] : []
  const scripts = field(manifest, 'scripts')
  const found = npmScripts.filter((name) => {
    const script = field(scripts, name)
    return typeof script === 'string' && script.trim() !== ''
  })
  const [first] = found
  if (first !== undefined)
    return [
      {
        capability: 'install-scripts',
        path: 'package.json',
        line: lineOf(text, `"${first}"`),
        shownBy: first,
        places: found.length,
      },
    ]
  // npm builds a package with this file even if the package has no script.
  const isBuilt = contents.has('binding.gyp') && field(manifest, 'gypfile') !== false
  return isBuilt ? [fileShows('install-scripts', 'binding.gyp')] : []
}

/** Returns the parsed `package.json` of a package, or undefined if it is missing or invalid. */
export function parsedManifest(contents: ReadonlyMap<string, Buffer>): unknown {
  try {
    return JSON.parse((contents.get('package.json')?.toString('utf8') ?? '').replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/** Returns the parts of a `package.json` that name files to load, or to run during the installation, as JSON. */
export function namedPaths(manifest: unknown): string {
  const scripts = field(manifest, 'scripts')
  return JSON.stringify([
    namingFields.map((name) => field(manifest, name)),
    npmScripts.map((name) => field(scripts, name)),
  ])
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}

/** Returns the line of the first occurrence after `"scripts"`, or 1. */
function lineOf(text: string, key: string): number {
  const at = text.indexOf(key, Math.max(0, text.indexOf('"scripts"')))
  return at < 0 ? 1 : text.slice(0, at).split('\n').length
}
