import { createHash, hash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { transformSync } from 'esbuild'
import { parseSync } from 'oxc-parser'
import { patchedFiles } from '../patches/patches.js'

/** The file in a build that holds the digests. */
export const digestsName = 'digests.json'

/** Digests of the code that decides results, as base64url of SHA-256. */
export interface EngineDigests {
  /** Of everything that decides what a scan finds. Results of equal digests are alike. */
  readonly engine: string
  /** Of what decides the results of one source file by itself. */
  readonly files: string
}

/** Modules from which everything is reached that decides what a scan finds. */
const engineEntries = ['engine/scanner/scan-once.js', 'engine/analysis/tasks.js', 'engine/isolation/child.js'] as const

/** Folders outside the engine whose own code decides which advisories match. */
const matchingFolders = ['service/advisories', 'service/db/advisories'] as const

/** Modules from which everything is reached that decides the results of one source file. */
const fileEntries = ['engine/analysis/read-source-file.js', 'engine/analysis/lower-source-file.js'] as const

/**
 * Computes the digests of a build. They change with the emitted code, its data files, and the versions of the packages
 * that it imports; comments, line breaks, and code that the engine does not load leave them as they are.
 *
 * @param build folder of the build
 * @param root folder that has `node_modules`
 */
export function engineDigests(build: string, root: string): EngineDigests {
  const matching = matchingFolders.flatMap((folder) =>
    globSync(`${folder}/**/*.js`, { cwd: build }).map((path) => join(build, path)),
  )
  return {
    engine: digestOf(reachedFrom(engineEntries, build), matching, { build, root }),
    files: digestOf(reachedFrom(fileEntries, build), [], { build, root }),
  }
}

interface ReachedCode {
  /** Absolute paths. */
  readonly modules: ReadonlySet<string>
  /** Names of packages that the modules import. */
  readonly packages: ReadonlySet<string>
}

/** Follows static and dynamic imports with literal names. */
function reachedFrom(entries: readonly string[], build: string): ReachedCode {
  const modules = new Set<string>()
  const packages = new Set<string>()
  const open = entries.map((entry) => join(build, entry))
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (modules.has(path)) continue
    modules.add(path)
    for (const specifier of importsOf(path)) {
      if (specifier.startsWith('.')) {
        const imported = join(dirname(path), specifier)
        if (imported.startsWith(`${build}/`)) open.push(imported)
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

/** `@scope/name/part` is of `@scope/name`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function digestOf(
  { modules, packages }: ReachedCode,
  further: readonly string[],
  { build, root }: { readonly build: string; readonly root: string },
): string {
  const digest = createHash('sha256')
  for (const name of [...packages].sort()) digest.update(`${name} ${installedAs(name, root)}\n`)
  for (const path of [...new Set([...modules, ...further, ...dataBeside(modules)])].sort())
    digest.update(`${relative(build, path)} ${hash('sha256', meaningOf(path))}\n`)
  return digest.digest('base64url')
}

/** The version of a package; for a package that is patched here also what its patched files hold. */
function installedAs(name: string, root: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(`${root}/node_modules/${name}/package.json`, 'utf8'))
  const patched = patchedFiles.filter((file) => file.startsWith(`${name}/`))
  return [version, ...patched.map((file) => hash('sha256', readFileSync(`${root}/node_modules/${file}`)))].join(' ')
}

/** Files that are no modules, in the folders of the modules. */
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

/** A module without white space and comments, any other file as it is. */
function meaningOf(path: string): string | Buffer {
  const content = readFileSync(path)
  return path.endsWith('.js')
    ? transformSync(content.toString(), { minifyWhitespace: true, legalComments: 'none' }).code
    : content
}
