import { posix } from 'node:path'
import { isStandardModule } from '../../analysis/frontends/python/outer-modules.ts'
import type { InstalledProgram } from '../installed-program.ts'
import { withoutVersion } from './node-modules.ts'
import type { FilePlace, ResolvedImport } from './resolved-import.ts'

/** Maximum number of folders in the name of a module. */
const maxParts = 24

const nothing: ResolvedImport = { files: [], whole: [], isBuiltin: false, notRead: [] }

interface Named {
  readonly place: FilePlace
  /** True if the folder around the name contains no package, so that it may be in `sys.path`. */
  readonly isRoot: boolean
}

/** Resolves Python imports to the files of all installed packages. Distribution names do not matter. */
export class PythonFiles {
  readonly #byName = new Map<string, Named[]>()
  readonly #known: readonly ReadonlySet<string>[]
  readonly #notRead: readonly string[]
  /** Packages for development that were not read, by their normalized names. */
  readonly #forDevelopment: ReadonlyMap<string, string>

  constructor({ project, packages, notRead, forDevelopment = new Set() }: InstalledProgram) {
    const summaries = [project, ...packages.map(({ summary }) => summary)]
    this.#known = summaries.map(
      ({ modules, unread, native }) =>
        new Set(
          [...modules, ...unread]
            .map(({ path }) => path)
            .concat(native)
            .filter((path) => isPython(path)),
        ),
    )
    for (const [packageIndex, paths] of this.#known.entries())
      for (const path of paths) this.#add({ packageIndex, path })
    this.#notRead = [...notRead].filter((one) => !forDevelopment.has(one))
    this.#forDevelopment = new Map([...forDevelopment].map((one) => [normalized(withoutVersion(one)), one]))
  }

  /** A module can be imported from any of its parent folders: `src/name/module.py` is `name.module`. */
  #add(place: FilePlace): void {
    const parts = partsOf(place.path)
    if (parts.length > maxParts) return
    for (let from = 0; from < parts.length; from += 1) {
      const name = parts.slice(from).join('.')
      const folder = parts.slice(0, from).join('/')
      const isRoot = from === 0 || this.#known[place.packageIndex]?.has(`${folder}/__init__.py`) !== true
      const known = this.#byName.get(name)
      if (known) known.push({ place, isRoot })
      else this.#byName.set(name, [{ place, isRoot }])
    }
  }

  /**
   * Files that a dotted name may refer to. The folder of a package is no root of imports, unless a program adds it to
   * `sys.path` or runs a file of it. Then, nothing else has the name, or the file is in the project.
   */
  #named(name: string, packageIndex: number): readonly FilePlace[] {
    const found = this.#byName.get(name) ?? []
    const near = found.filter(({ isRoot, place }) => isRoot || (packageIndex === 0 && place.packageIndex === 0))
    const known = near.length > 0 || isStandardModule(name) ? near : found
    return known.map(({ place }) => place)
  }

  resolve(from: FilePlace, specifier: string): ResolvedImport {
    const rest = specifier.replace(/^\.+/, '')
    const dots = specifier.length - rest.length
    if (dots > 0) return { ...nothing, files: this.#relative(from, dots, rest) }
    const names = rest.split('.').map((_, index, parts) => parts.slice(0, index + 1).join('.'))
    const files = names.flatMap((name) => this.#named(name, from.packageIndex))
    if (files.length > 0) return { ...nothing, files }
    if (isStandardModule(specifier)) return { ...nothing, isBuiltin: true }
    const [top = ''] = names
    const named = this.#forDevelopment.get(normalized(top))
    return { ...nothing, notRead: named === undefined ? this.#notRead : [...this.#notRead, named] }
  }

  /** Packages that contain the top-level module of a dotted name. */
  packagesOf(name: string): readonly number[] {
    const [top = ''] = name.split(/[.:]/, 1)
    return (this.#byName.get(top) ?? []).filter(({ isRoot }) => isRoot).map(({ place }) => place.packageIndex)
  }

  /** Packages with a module whose name starts with a prefix. */
  packagesStarting(prefix: string): readonly number[] {
    const found = new Set<number>()
    for (const [name, places] of this.#byName)
      if (name.startsWith(prefix)) for (const { place } of places) found.add(place.packageIndex)
    return [...found]
  }

  #relative({ packageIndex, path }: FilePlace, dots: number, rest: string): FilePlace[] {
    let folder = posix.dirname(path)
    for (let up = 1; up < dots; up += 1) folder = posix.dirname(folder)
    const target = rest === '' ? folder : posix.join(folder, rest.replaceAll('.', '/'))
    return this.#existing(packageIndex, target)
  }

  #existing(packageIndex: number, target: string): FilePlace[] {
    const stem = target === '.' ? '' : target
    return [`${stem}.py`, posix.join(stem, '__init__.py'), `${stem}.pyi`, `${stem}.pyx`]
      .filter((path) => this.#known[packageIndex]?.has(path))
      .map((path) => ({ packageIndex, path }))
  }

  /** Modules that an attribute of a package may be. */
  submodules({ packageIndex, path }: FilePlace, name: string): FilePlace[] {
    if (posix.basename(path) !== '__init__.py') return []
    return this.#existing(packageIndex, posix.join(posix.dirname(path), name))
  }

  /** All modules of a package and of its packages. `import a.b` only names `a` in the program. */
  below({ packageIndex, path }: FilePlace): FilePlace[] {
    if (posix.basename(path) !== '__init__.py') return []
    const folder = `${posix.dirname(path)}/`
    return [...(this.#known[packageIndex] ?? [])]
      .filter((one) => folder === './' || one.startsWith(folder))
      .map((one) => ({ packageIndex, path: one }))
  }
}

/** Reports whether a file is Python code, compiled or not. */
export function isPython(path: string): boolean {
  return /\.(?:pyi?|pyw|pyx|pyd|so)$/.test(path)
}

/** A file that imports, and its language if it was read. A script without an extension shows it in its first line. */
export type ImportingFile = FilePlace & { readonly unit?: { readonly language: string } }

/** Reports whether the imports of a file are those of Python. */
export const importsPython = ({ path, unit }: ImportingFile): boolean =>
  unit === undefined ? isPython(path) : unit.language === 'python'

/** Name of a distribution as the index compares it. */
const normalized = (name: string) => name.replaceAll(/[-_.]+/g, '-').toLowerCase()

function partsOf(path: string): string[] {
  const parts = path.split('/')
  const [stem = ''] = (parts.pop() ?? '').split('.', 1)
  return stem === '__init__' ? parts : [...parts, stem]
}
