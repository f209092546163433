import { createHash, hash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { transformSync } from 'esbuild'
import { parseSync } from 'oxc-parser'
import { patchedFiles } from '../patches/patches.js'

/** Name of the file in a build that contains the digests. */
export const digestsName = 'digests.json'

/** Digests of the code that determines results: SHA-256, base64url. */
export interface EngineDigests {
  /** Digest of everything that affects what a scan finds. Equal digests give equal results. */
  readonly engine: string
  /** Digest of everything that affects the results of one source file. */
  readonly files: string
  /** Digest of everything that affects the summaries of packages for the reachability analysis. */
  readonly summaries: string
}

/** Modules that determine what a scan finds, together with their direct and indirect imports. */
const engineEntries = ['engine/scanner/scan-once.js', 'engine/analysis/tasks.js', 'engine/isolation/child.js'] as const

/** Folders whose own code determines which advisories match. */
const matchingFolders = ['engine/advisories', 'service/scans/advisories', 'service/db/advisories'] as const

/** Modules that determine the results of one source file, together with their direct and indirect imports. */
const fileEntries = ['engine/analysis/read-source-file.js', 'engine/analysis/lower-source-file.js'] as const

/** Modules that determine what is stored about an archive, together with their direct and indirect imports. */
const summaryEntries = [
  'engine/reachability/tasks/derive-from-archives.js',
  'engine/reachability/tasks/summarize-archive.js',
  'engine/reachability/tasks/summarize-source-file.js',
] as const

/**
 * Computes the digests of a build. They change with the emitted code, its data files, and the versions of imported
 * packages. They do not change with comments, line breaks, or code that the engine does not load.
 *
 * @param build folder of the build
 * @param root folder that contains `node_modules`
 */
export function engineDigests(build: string, root: string): EngineDigests {
  const matching = matchingFolders.flatMap((folder) =>
    globSync(`${folder}/**/*.js`, { cwd: build }).map((path) => join(build, path)),
  )
  return {
    engine: digestOf(loadedFrom(engineEntries, build), matching, { build, root }),
    files: digestOf(loadedFrom(fileEntries, build), [], { build, root }),
    summaries: digestOf(loadedFrom(summaryEntries, build), [], { build, root }),
  }
}

interface LoadedCode {
  /** Absolute paths of the loaded modules. */
  readonly modules: ReadonlySet<string>
  /** Names of the packages that the modules import. */
  readonly packages: ReadonlySet<string>
}

/** Follows static imports, and dynamic imports with literal names. */
function loadedFrom(entries: readonly string[], build: string): LoadedCode {
  const modules = new Set<string>()
  const packages = new Set<string>()
  const pending = entries.map((entry) => join(build, entry))
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (modules.has(path)) continue
    modules.add(path)
    for (const specifier of importsOf(path)) {
      if (specifier.startsWith('.')) {
        const imported = join(dirname(path), specifier)
        if (imported.startsWith(`${build}/`)) pending.push(imported)
      } else if (!specifier.startsWith('node:')) packages.add(packageOf(specifier))
    }
  }
  return { modules, packages }
}

function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  const { module } = parseSync(path, text)
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [moduleRequest.value])),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const literal = /^(['"`])([^'"`$]+)\1$/.exec(text.slice(start, end))?.[2]
      return literal === undefined ? [] : [literal]
    }),
  ]
}

/** Returns the package name of an import specifier, for example `@scope/name` for `@scope/name/part`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function digestOf(
  { modules, packages }: LoadedCode,
  otherModules: readonly string[],
  { build, root }: { readonly build: string; readonly root: string },
): string {
  const digest = createHash('sha256')
  for (const name of [...packages].sort()) digest.update(`${name} ${installedAs(name, root)}\n`)
  for (const path of [...new Set([...modules, ...otherModules, ...dataBeside(modules)])].sort())
    digest.update(`${relative(build, path)} ${hash('sha256', meaningOf(path))}\n`)
  return digest.digest('base64url')
}

/** Returns the version of a package, with the digests of its patched files. */
function installedAs(name: string, root: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(`${root}/node_modules/${name}/package.json`, 'utf8'))
  const patched = patchedFiles.filter((file) => file.startsWith(`${name}/`))
  return [version, ...patched.map((file) => hash('sha256', readFileSync(`${root}/node_modules/${file}`)))].join(' ')
}

/** Lists the data files in the modules' folders. */
function dataBeside(modules: ReadonlySet<string>): string[] {
  const folders = new Set([...modules].map((path) => dirname(path)))
  return [...folders]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      globSync('*', { cwd: folder, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.(?:js|js\.map|d\.ts)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name)),
    )
}

/** Returns a module without whitespace and comments, or any other file unchanged. */
function meaningOf(path: string): string | Buffer {
  const content = readFileSync(path)
  return path.endsWith('.js')
    ? transformSync(content.toString(), { minifyWhitespace: true, legalComments: 'none' }).code
    : content
}
