import { posix } from 'node:path'
import { isStandardModule } from '../../analysis/frontends/python/outer-modules.ts'
import type { InstalledProgram } from '../installed-program.ts'
import type { PackageSummary } from '../package-summary.ts'
import { isNodeModule, splitSpecifier, withoutVersion } from './node-modules.ts'
import { nodeTarget } from './node-targets.ts'
import { type ImportingFile, importsPython, isPython } from './python-files.ts'
import type { FilePlace } from './resolved-import.ts'

const nothing: readonly FilePlace[] = []
const sources: Readonly<Record<string, readonly string[]>> = { '.js': ['.ts', '.tsx'], '.mjs': ['.mts'] }

type Format = 'import' | 'require'

interface Fields {
  readonly exports: unknown
  readonly imports: unknown
}

/**
 * Resolves imports to the files that a run surely loads. Nothing if several installed versions are possible, if the
 * runtime provides the module, or if Node.js does not take the condition that leads to the file.
 */
export class CertainImports {
  readonly #packages: readonly PackageSummary[]
  readonly #paths: readonly ReadonlySet<string>[]
  readonly #fields: readonly Fields[]
  readonly #byName = new Map<string, Set<number>>()
  readonly #notRead: ReadonlySet<string>
  /** Packages and modules that the Python files of the project may be, in any folder. */
  readonly #ownPython = new Map<string, FilePlace[]>()
  /** Python files of the installed packages by the paths of their modules. */
  readonly #installedPython = new Map<string, FilePlace[]>()

  constructor({ project, packages, notRead }: InstalledProgram) {
    this.#packages = [project, ...packages.map(({ summary }) => summary)]
    this.#paths = this.#packages.map(
      ({ modules, unread, native }) => new Set([...modules, ...unread].map(({ path }) => path).concat(native)),
    )
    this.#fields = this.#packages.map(({ manifest }) => ({
      exports: parsed(manifest.exports),
      imports: parsed(manifest.imports),
    }))
    for (const [index, { ecosystem, name, summary, aliases }] of packages.entries()) {
      if (ecosystem !== 'npm') continue
      for (const one of [name, summary.manifest.name ?? name, ...(aliases ?? [])]) this.#name(one, index + 1)
    }
    this.#notRead = new Set([...notRead].map(withoutVersion))
    for (const path of this.#paths[0] ?? []) if (isPython(path)) this.#addPython(path)
    for (const [packageIndex, paths] of this.#paths.entries())
      if (packageIndex > 0) for (const path of paths) this.#addInstalled({ packageIndex, path })
  }

  /** A package hides a module of the same name in the same folder. */
  #addInstalled({ packageIndex, path }: FilePlace): void {
    const stem = /^(.+)\.py$/.exec(path)?.[1]
    if (stem === undefined) return
    const isPackage = posix.basename(stem) === '__init__'
    if (!isPackage && this.#paths[packageIndex]?.has(`${stem}/__init__.py`) === true) return
    const module = isPackage ? posix.dirname(stem) : stem
    for (const root of pythonRoots) {
      if (!module.startsWith(root)) continue
      const name = module.slice(root.length)
      const known = this.#installedPython.get(name)
      if (known) known.push({ packageIndex, path })
      else this.#installedPython.set(name, [{ packageIndex, path }])
    }
  }

  #name(name: string, index: number): void {
    const known = this.#byName.get(name)
    if (known) known.add(index)
    else this.#byName.set(name, new Set([index]))
  }

  #addPython(path: string): void {
    const folder = posix.dirname(path)
    const stem = posix.basename(path, posix.extname(path))
    const module = stem === '__init__' ? folder : posix.join(folder, stem)
    const parts = module === '.' ? [] : module.split('/')
    for (let from = Math.max(0, parts.length - 24); from < parts.length; from += 1) {
      const name = parts.slice(from).join('.')
      const known = this.#ownPython.get(name)
      if (known) known.push({ packageIndex: 0, path })
      else this.#ownPython.set(name, [{ packageIndex: 0, path }])
    }
  }

  /** Files that an import loads. `isEsModule`: the importing file has `export` declarations. */
  resolve(from: ImportingFile & { readonly isEsModule: boolean }, specifier: string): readonly FilePlace[] {
    if (importsPython(from)) return this.#python(from, specifier)
    if (isNodeModule(specifier) || specifier.includes('!')) return nothing
    const { packageIndex, path } = from
    if (specifier.startsWith('/')) return nothing
    if (specifier.startsWith('.')) return this.#file(packageIndex, posix.join(posix.dirname(path), specifier))
    const found = this.#formatsOf(from).flatMap((format) =>
      specifier.startsWith('#') ? this.#internal(from, specifier, format) : this.#bare(specifier, format),
    )
    return [...new Map(found.map((one) => [`${one.packageIndex}:${one.path}`, one])).values()]
  }

  /** Loaders of a file's imports. A compiler may turn the imports of TypeScript into either. */
  #formatsOf({ packageIndex, path, isEsModule }: FilePlace & { readonly isEsModule: boolean }): readonly Format[] {
    if (path.endsWith('.mjs')) return ['import']
    if (path.endsWith('.cjs')) return ['require']
    if (!path.endsWith('.js')) return ['import', 'require']
    if (this.#packages[packageIndex]?.manifest.type === 'module') return ['import']
    return isEsModule ? ['import', 'require'] : ['require']
  }

  #internal({ packageIndex }: FilePlace, specifier: string, format: Format): readonly FilePlace[] {
    const target = nodeTarget(this.#fields[packageIndex]?.imports, specifier, format)
    if (target === undefined || target.startsWith('#') || isNodeModule(target)) return nothing
    return target.startsWith('./') ? this.#exact(packageIndex, target) : this.#bare(target, format)
  }

  #bare(specifier: string, format: Format): readonly FilePlace[] {
    const { name, subpath } = splitSpecifier(specifier)
    const [packageIndex, ...others] = this.#byName.get(name) ?? []
    if (packageIndex === undefined || others.length > 0 || this.#notRead.has(name)) return nothing
    const exported = this.#fields[packageIndex]?.exports
    if (exported !== undefined && exported !== null) {
      const target = nodeTarget(exported, `.${subpath}`, format)
      return target === undefined ? nothing : this.#exact(packageIndex, target)
    }
    if (subpath !== '' && subpath !== '/') return this.#file(packageIndex, subpath)
    const { main } = this.#packages[packageIndex]?.manifest ?? {}
    const found = main === undefined ? nothing : this.#file(packageIndex, main)
    return found.length > 0 ? found : this.#file(packageIndex, '')
  }

  #exact(packageIndex: number, path: string): readonly FilePlace[] {
    const plain = clean(path)
    return this.#paths[packageIndex]?.has(plain) === true ? [{ packageIndex, path: plain }] : nothing
  }

  /** The file that a path without or with an extension refers to. Only a project is compiled before it runs. */
  #file(packageIndex: number, path: string): readonly FilePlace[] {
    const plain = clean(path)
    const index = plain === '' ? 'index' : `${plain}/index`
    const extension = posix.extname(plain)
    const base = plain.slice(0, plain.length - extension.length)
    const compiled = packageIndex === 0 ? ['.ts', '.tsx', '.jsx', '.mts', '.cts', '.mjs', '.cjs'] : []
    const candidates = [
      plain,
      `${plain}.js`,
      ...compiled.map((one) => plain + one),
      ...(packageIndex === 0 ? (sources[extension] ?? []).map((one) => base + one) : []),
      `${index}.js`,
      ...compiled.map((one) => index + one),
    ]
    return candidates.map((one) => this.#exact(packageIndex, one)).find((one) => one.length > 0) ?? nothing
  }

  /** Python modules that an attribute of a package may be. */
  submodules({ packageIndex, path }: FilePlace, name: string): readonly FilePlace[] {
    if (posix.basename(path) !== '__init__.py') return nothing
    return this.#pythonFile(packageIndex, posix.join(posix.dirname(path), name))
  }

  #python(from: FilePlace, specifier: string): readonly FilePlace[] {
    const rest = specifier.replace(/^\.+/, '')
    const dots = specifier.slice(0, specifier.length - rest.length)
    if (dots !== '') {
      let folder = posix.dirname(from.path)
      for (let up = 1; up < dots.length; up += 1) folder = posix.dirname(folder)
      return this.#pythonFile(from.packageIndex, posix.join(folder, rest.replaceAll('.', '/')))
    }
    const parts = rest.split('.')
    return parts.flatMap((_, index) => this.#absolute(parts.slice(0, index + 1)))
  }

  /** A file of the project hides packages, and the standard library hides packages too. */
  #absolute(parts: readonly string[]): readonly FilePlace[] {
    const [first = ''] = parts
    if (this.#ownPython.has(first)) {
      const own = this.#ownPython.get(parts.join('.')) ?? nothing
      return own.length === 1 ? own : nothing
    }
    if (isStandardModule(first)) return nothing
    const found = this.#installedPython.get(parts.join('/')) ?? nothing
    return found.length === 1 ? found : nothing
  }

  /** A package hides a module of the same name. */
  #pythonFile(packageIndex: number, path: string): readonly FilePlace[] {
    const found = this.#exact(packageIndex, posix.join(path, '__init__.py'))
    return found.length > 0 ? found : this.#exact(packageIndex, `${path}.py`)
  }
}

/** Folders of an archive that may contain its Python packages. */
const pythonRoots = ['', 'src/', 'lib/'] as const

/** Returns a path without a query, and without slashes at its ends. */
const clean = (path: string) =>
  posix
    .normalize(path.split(/[?#]/, 1)[0] ?? '')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
