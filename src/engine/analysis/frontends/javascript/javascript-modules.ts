import { posix } from 'node:path'
import { parse } from 'jsonc-parser'
import { sourceFileLimits } from '../../source-file-limits.ts'
import { taintLimits } from '../../taint-limits.ts'
import type { ModuleSettings } from '../../modules/module-resolution.ts'

/** Extensions that a specifier may omit, most common first, and the source extensions for each compiled extension. */
const endings = [
  '.ts',
  '.tsx',
  '.js',
  '.jsx',
  '.mts',
  '.mjs',
  '.cts',
  '.cjs',
  '/index.ts',
  '/index.tsx',
  '/index.js',
  '/index.mjs',
  '/index.cjs',
  '/index.jsx',
]
const sourcesOf: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.jsx'],
  '.mjs': ['.mts', '.ts'],
  '.cjs': ['.cts', '.ts'],
  '.jsx': ['.tsx'],
}

/** Maps a specifier pattern, which may contain a `*`, to targets. The first existing target is used. */
interface Mapping {
  readonly pattern: string
  readonly targets: readonly string[]
}

interface Package {
  readonly folder: string
  readonly name: string | undefined
  readonly exports: readonly Mapping[]
  readonly imports: readonly Mapping[]
  /** Package entry points if there is no `exports`. */
  readonly main: readonly string[]
}

interface PathMapping extends Mapping {
  readonly folder: string
}

type Existing = (path: string) => string | undefined

/** Resolves JavaScript and TypeScript specifiers to file paths. */
export function javaScriptModules(
  paths: ReadonlySet<string>,
  settings: ModuleSettings,
): (fromPath: string, specifier: string) => string | undefined {
  const packages = packagesOf(settings)
  const byName = new Map(packages.map((one) => [one.name, one]))
  const mappings = mappingsOf(settings)
  const byPath = new Map([...paths].map((path) => [path, path]))
  const existing = (path: string) => existingFile(byPath, path)
  const resolve = (fromPath: string, specifier: string): string | undefined => {
    if (specifier.length > sourceFileLimits.maxSpecifierCharacters) return undefined
    const folder = posix.dirname(fromPath)
    if (/^\.{1,2}(?:\/|$)/.test(specifier)) return existing(posix.join(folder, specifier))
    if (specifier.startsWith('#')) {
      const own = nearest(packages, fromPath)
      return own && mapped(existing, own.folder, own.imports, specifier)
    }
    for (const mapping of mappings) {
      if (mapping.folder !== '.' && !fromPath.startsWith(`${mapping.folder}/`)) continue
      const found = mapped(existing, mapping.folder, [mapping], specifier)
      if (found !== undefined) return found
    }
    if (/^[@~]\//.test(specifier)) {
      const own = nearest(packages, fromPath)?.folder ?? '.'
      return mapped(existing, own, conventionalMappings(specifier), specifier)
    }
    const name = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/')
    const own = byName.get(name) ?? inWorkspace(packages, paths, name)
    return own && exported(existing, own, `.${specifier.slice(name.length)}`)
  }
  /** Keyed by folder, then by specifier. Combined keys would take gigabytes if folders and specifiers are long. */
  const memo = new Map<string, Map<string, string | undefined>>()
  return (fromPath, specifier) => {
    const folder = posix.dirname(fromPath)
    let known = memo.get(folder)
    if (!known) memo.set(folder, (known = new Map()))
    if (!known.has(specifier)) known.set(specifier, resolve(fromPath, specifier))
    return known.get(specifier)
  }
}

/**
 * Folders that `@/` and `~/` refer to if there are no settings, as in framework templates. No package name starts this
 * way.
 */
const conventionalMappings = ([sign]: string): readonly Mapping[] => [
  { pattern: `${sign}/*`, targets: ['src/*', '*', 'app/*'] },
]

function existingFile(paths: ReadonlyMap<string, string>, path: string): string | undefined {
  if (path.startsWith('..')) return undefined
  const itself = paths.get(path)
  if (itself !== undefined) return itself
  const ending = posix.extname(path)
  for (const source of sourcesOf[ending] ?? []) {
    const compiled = paths.get(path.slice(0, -ending.length) + source)
    if (compiled !== undefined) return compiled
  }
  const plain = path === '.' ? '' : path.endsWith('/') ? path.slice(0, -1) : path
  for (const added of endings) {
    const whole = paths.get(plain === '' ? added.replace(/^\//, '') : plain + added)
    if (whole !== undefined) return whole
  }
  return undefined
}

/**
 * Finds a package that has no manifest, as in a partial checkout. Such a package is expected in a sibling folder of a
 * project package with the same scope, and its folder name is the package name.
 */
function inWorkspace(packages: readonly Package[], paths: ReadonlySet<string>, name: string): Package | undefined {
  const [scope, last] = name.split('/')
  if (last === undefined) return undefined
  for (const beside of packages) {
    if (beside.name?.startsWith(`${scope}/`) !== true) continue
    const folder = posix.join(posix.dirname(beside.folder), last)
    const files = [...paths].filter((path) => path.startsWith(`${folder}/`)).slice(0, 2)
    if (files.length === 0) continue
    // If the folder has a single file, that file is the entry point.
    const only = files.length === 1 ? files.map((path) => posix.relative(folder, path)) : []
    return { folder, name, exports: [], imports: [], main: ['index', 'src/index', ...only] }
  }
  return undefined
}

function packagesOf(settings: ModuleSettings): Package[] {
  const found: Package[] = []
  for (const [path, text] of settings) {
    if (posix.basename(path) !== 'package.json') continue
    const manifest = settingsObject(text)
    if (!manifest) continue
    const { name, module, main } = manifest
    found.push({
      folder: posix.dirname(path),
      name: typeof name === 'string' ? name : undefined,
      exports: mappingsIn(exportsOf(manifest['exports'])),
      imports: mappingsIn(objectOf(manifest['imports']) ?? {}),
      main: [module, main, 'index']
        .filter((one) => typeof one === 'string' && one.length <= taintLimits.maxModulePathCharacters)
        .map(String),
    })
  }
  return found.sort((a, b) => b.folder.length - a.folder.length || (a.folder < b.folder ? -1 : 1))
}

const nearest = (packages: readonly Package[], path: string) =>
  packages.find(({ folder }) => folder === '.' || path.startsWith(`${folder}/`))

/** Reads `paths` from `tsconfig.json`, relative to its `baseUrl`. */
function mappingsOf(settings: ModuleSettings): PathMapping[] {
  const found: PathMapping[] = []
  for (const [path, text] of settings) {
    if (!/(?:^|\/)(?:tsconfig[^/]*|jsconfig)\.json$/.test(path)) continue
    const options = objectOf(settingsObject(text)?.['compilerOptions'])
    const paths = objectOf(options?.['paths'])
    const folder = posix.dirname(path)
    const base =
      typeof options?.['baseUrl'] === 'string' ? options['baseUrl'].slice(0, taintLimits.maxModulePathCharacters) : '.'
    for (const { pattern, targets } of mappingsIn(paths ?? {}))
      found.push({ folder, pattern, targets: targets.map((target) => posix.join(base, target)) })
  }
  return found
    .sort((a, b) => b.folder.length - a.folder.length || b.pattern.length - a.pattern.length)
    .slice(0, taintLimits.maxModulePatterns)
}

/** Returns the text that matches the `*` of a pattern, or undefined if the pattern does not match. */
function matched(pattern: string, specifier: string): string | undefined {
  const [before = '', after] = pattern.split('*')
  if (after === undefined) return pattern === specifier ? '' : undefined
  return specifier.length >= before.length + after.length && specifier.startsWith(before) && specifier.endsWith(after)
    ? specifier.slice(before.length, specifier.length - after.length)
    : undefined
}

/**
 * Resolves a path inside a package (`.` for the package itself) through `exports` or `main`. If a build output does not
 * exist, searches for its source file.
 */
function exported(existing: Existing, { folder, exports, main }: Package, inner: string): string | undefined {
  const named = exports.find(({ pattern }) => matched(pattern, inner) !== undefined)
  const targets = named ? substituted(named, inner) : inner === '.' ? main : [inner]
  for (const target of targets) {
    const found =
      existing(posix.join(folder, target)) ??
      existing(posix.join(folder, target.replace(/^(?:\.\/)?(?:dist|build|lib|out)\//, 'src/'))) ??
      existing(posix.join(folder, 'src', inner === '.' ? 'index' : inner))
    if (found !== undefined) return found
  }
  return undefined
}

function mapped(
  existing: Existing,
  folder: string,
  mappings: readonly Mapping[],
  specifier: string,
): string | undefined {
  for (const mapping of mappings) {
    for (const target of substituted(mapping, specifier)) {
      const found = existing(posix.join(folder, target))
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** Returns the targets for a specifier with the `*` replaced, or none if the pattern does not match. */
function substituted({ pattern, targets }: Mapping, specifier: string): string[] {
  const rest = matched(pattern, specifier)
  if (rest === undefined) return []
  return targets
    .filter(
      (target) => target.length + (target.split('*').length - 1) * rest.length <= taintLimits.maxModulePathCharacters,
    )
    .map((target) => target.replaceAll('*', () => rest))
}

/** Returns the `exports` of a package by path. A string, or an object of conditions, applies to the package itself. */
function exportsOf(exports: unknown): Readonly<Record<string, unknown>> {
  const paths = objectOf(exports)
  return typeof exports === 'string' || (paths && !Object.keys(paths).some((key) => key.startsWith('.')))
    ? { '.': exports }
    : (paths ?? {})
}

function mappingsIn(entries: Readonly<Record<string, unknown>>): Mapping[] {
  return Object.entries(entries)
    .slice(0, taintLimits.maxModulePatterns)
    .filter(([pattern]) => pattern.length <= sourceFileLimits.maxSpecifierCharacters)
    .map(([pattern, target]) => ({ pattern, targets: targetsOf(target).slice(0, taintLimits.maxModuleTargets) }))
}

/** Returns all targets of nested conditions, in order. */
export function targetsOf(target: unknown, depth = 0): string[] {
  if (typeof target === 'string') return target.length <= taintLimits.maxModulePathCharacters ? [target] : []
  if (depth > 5 || typeof target !== 'object' || target === null) return []
  return Object.values(target).flatMap((one) => targetsOf(one, depth + 1))
}

/**
 * Parses settings as an object. Undefined if the text is not an object, or if it is so deeply nested that the parser
 * overflows the stack.
 */
export function settingsObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return objectOf(parse(text, [], { allowTrailingComma: true }))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Copies an object to a record. Undefined for lists and non-objects. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined
}
