import { posix } from 'node:path'
import type { InstalledProgram } from '../installed-program.ts'
import type { PackageSummary } from '../package-summary.ts'
import { isNodeModule, splitSpecifier, withoutVersion } from './node-modules.ts'
import { PackageFiles } from './package-files.ts'
import { type ImportingFile, importsPython, PythonFiles } from './python-files.ts'
import type { FilePlace, ResolvedImport } from './resolved-import.ts'

export type { FilePlace, ResolvedImport } from './resolved-import.ts'

const nothing: ResolvedImport = { files: [], whole: [], isBuiltin: false, notRead: [] }

/** Path in another package: below a folder of installed packages, or next to the own package. */
const outsidePath = /^(?:(?:.*\/)?node_modules|(?:\.\.\/)*\.\.)\/([^.].*)$/

/** Resolves the imports of JavaScript and Python files to files of all installed versions. */
export class ModuleResolver {
  readonly #packages: readonly PackageSummary[]
  readonly #files: readonly PackageFiles[]
  readonly #python: PythonFiles
  readonly #byName = new Map<string, number[]>()
  readonly #byCommand = new Map<string, number[]>()
  readonly #notRead = new Map<string, string[]>()
  readonly #allNotRead: readonly string[]
  readonly #resolved = new Map<string, ResolvedImport>()
  readonly #forDevelopment: ReadonlySet<string>
  /** Packages for development that were not read, but that an import names. */
  readonly neededForDevelopment = new Set<string>()

  constructor(program: InstalledProgram) {
    const { project, packages, notRead, forDevelopment = new Set() } = program
    this.#python = new PythonFiles(program)
    this.#packages = [project, ...packages.map(({ summary }) => summary)]
    this.#files = this.#packages.map((summary) => new PackageFiles(summary))
    for (const [index, { name, summary, aliases }] of packages.entries()) {
      for (const one of new Set([name, summary.manifest.name ?? name, ...(aliases ?? [])]))
        push(this.#byName, one, index + 1)
    }
    for (const [index, { manifest }] of this.#packages.entries())
      for (const command of manifest.bin ?? []) push(this.#byCommand, command, index)
    this.#allNotRead = [...notRead].filter((one) => !forDevelopment.has(one))
    this.#forDevelopment = forDevelopment
    if (project.manifest.name !== undefined) push(this.#byName, project.manifest.name, 0)
    for (const one of notRead) push(this.#notRead, withoutVersion(one), one)
  }

  /** Python modules that an attribute of a package may be. */
  submodules(file: FilePlace, name: string): FilePlace[] {
    return this.#python.submodules(file, name)
  }

  /** Python modules that an import of a package may also load. */
  below(file: FilePlace): FilePlace[] {
    return this.#python.below(file)
  }

  /** All files of a package. */
  allFiles(packageIndex: number): FilePlace[] {
    return (this.#packages[packageIndex]?.modules ?? []).map(({ path }) => ({ packageIndex, path }))
  }

  /** All files of a package that may contain code, read or not. */
  codeFiles(packageIndex: number): FilePlace[] {
    const { modules = [], unread = [], native = [] } = this.#packages[packageIndex] ?? {}
    const paths = [...modules, ...unread].map(({ path }) => path).concat(native)
    return paths.map((path) => ({ packageIndex, path }))
  }

  /** Packages that a word of a command may start: by their name, a command, a module of Python, or a path. */
  programsNamed(word: string): readonly number[] {
    const [scope = '', name = ''] = word.split('/', 2)
    const parts = [word, word.slice(word.lastIndexOf('/') + 1), scope, `${scope}/${name}`]
    return [...new Set(parts.filter((part) => part !== ''))].flatMap((part) => [
      ...(this.#byName.get(part) ?? []),
      ...(this.#byCommand.get(part) ?? []),
      ...this.#python.packagesOf(part),
    ])
  }

  /** Packages that a specifier with this prefix may refer to. */
  packagesStarting(prefix: string): readonly number[] {
    const { name, subpath } = splitSpecifier(prefix)
    const named = [...this.#byName].filter(([one]) =>
      subpath === '' && !prefix.endsWith('/') ? one.startsWith(prefix) : one === name || one.startsWith(prefix),
    )
    return [...named.flatMap(([, indexes]) => indexes), ...this.#python.packagesStarting(prefix)]
  }

  /** Files of the package whose path starts and ends like a relative specifier. Extensions may be missing. */
  matching({ packageIndex, path }: FilePlace, prefix: string, suffix: string): FilePlace[] {
    // Paths of files have no `./`, also if the prefix names the root folder of the package.
    const start = posix.join(posix.dirname(path), prefix).replace(/^\.\//, '')
    const end = suffix.replace(/\.[a-z]+$/, '')
    return this.allFiles(packageIndex).filter(
      (file) => (start.startsWith('..') || file.path.startsWith(start)) && file.path.includes(end),
    )
  }

  resolve(from: ImportingFile, written: string): ResolvedImport {
    const key = `${from.packageIndex}:${from.path}:${written}`
    const known = this.#resolved.get(key)
    if (known) return known
    const found = importsPython(from) ? this.#python.resolve(from, written) : this.#resolve(from, written)
    this.#resolved.set(key, found)
    for (const one of found.notRead) if (this.#forDevelopment.has(one)) this.neededForDevelopment.add(one)
    return found
  }

  #resolve(from: FilePlace, written: string): ResolvedImport {
    // Loaders of bundlers prefix specifiers: `raw-loader!./file`.
    const specifier = written.slice(written.lastIndexOf('!') + 1)
    if (isNodeModule(specifier) && !this.#byName.has(specifier)) return { ...nothing, isBuiltin: true }
    if (specifier.startsWith('.') || specifier.startsWith('/')) return this.#relative(from, specifier)
    if (specifier.startsWith('#')) return this.#internal(from, specifier)
    return this.#bare(from, specifier)
  }

  #relative({ packageIndex, path }: FilePlace, specifier: string): ResolvedImport {
    const files = this.#files[packageIndex]
    const found = specifier.startsWith('/') ? files?.file(specifier) : files?.relative(path, specifier)
    const outside = found ? undefined : outsidePath.exec(posix.join(posix.dirname(path), specifier))?.[1]
    if (outside !== undefined) return this.#bare({ packageIndex, path }, outside)
    return {
      ...nothing,
      files: (found?.paths ?? []).map((one) => ({ packageIndex, path: one })),
      whole: found && !found.isKnown ? [packageIndex] : [],
    }
  }

  #internal(from: FilePlace, specifier: string): ResolvedImport {
    const { paths, packages } = this.#files[from.packageIndex]?.internal(specifier) ?? { paths: [], packages: [] }
    const resolved = packages.filter((one) => !one.startsWith('#')).map((one) => this.resolve(from, one))
    return {
      files: [
        ...paths.map((path) => ({ packageIndex: from.packageIndex, path })),
        ...resolved.flatMap(({ files }) => files),
      ],
      whole: resolved.flatMap(({ whole }) => whole),
      isBuiltin: resolved.some(({ isBuiltin }) => isBuiltin),
      notRead: paths.length + resolved.length === 0 ? [specifier] : resolved.flatMap(({ notRead }) => notRead),
    }
  }

  #bare(from: FilePlace, specifier: string): ResolvedImport {
    const { name, subpath } = splitSpecifier(specifier)
    const aliases = this.#packages[from.packageIndex]?.manifest.aliases ?? []
    const names = [name, ...aliases.filter((one) => one.name === name).map(({ target }) => target)]
    const packages = names.flatMap((one) => this.#byName.get(one) ?? [])
    const found = packages.map((packageIndex) => ({ packageIndex, ...this.#found(packageIndex, subpath) }))
    const missing = names.flatMap((one) => this.#notRead.get(one) ?? [])
    // A package that was not read may have installed the name. Those for development are in the dependency tree.
    const isInstalled = packages.length > 0 || isNodeModule(specifier)
    const notRead = missing.length > 0 || isInstalled ? missing : this.#allNotRead
    // The project may resolve other names with path mappings.
    const isMapped = packages.length === 0 && notRead.length === 0 && from.packageIndex === 0
    return {
      files: isMapped
        ? this.allFiles(0)
        : found.flatMap(({ packageIndex, paths }) => paths.map((path) => ({ packageIndex, path }))),
      whole: found.filter(({ isKnown }) => !isKnown).map(({ packageIndex }) => packageIndex),
      isBuiltin: isNodeModule(specifier),
      notRead,
    }
  }

  #found(packageIndex: number, subpath: string) {
    return this.#files[packageIndex]?.subpath(subpath) ?? { paths: [], isKnown: true }
  }
}

function push<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
