import { posix } from 'node:path'
import type { PackageSummary } from '../package-summary.ts'
import { exportTargets } from './export-targets.ts'

const extensions = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.tsx', '.jsx', '.es6', '.node']
/** TypeScript sources import the compiled name. */
const sourceExtensions: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
}

/** Files that an import may load. `isKnown`: false if other files of the package are possible. */
export interface FoundFiles {
  readonly paths: readonly string[]
  readonly isKnown: boolean
}

const asJson = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Finds the files of one package that imports refer to, under all conditions and in browsers too. */
export class PackageFiles {
  /** All files that may contain code, read or not. */
  readonly #paths: ReadonlySet<string>
  readonly #folders = new Set<string>()
  readonly #main: readonly string[]
  readonly #exports: unknown
  readonly #imports: unknown
  readonly #browser = new Map<string, string>()

  constructor({ manifest, modules, unread, native }: PackageSummary) {
    this.#paths = new Set([...modules, ...unread].map(({ path }) => path).concat(native))
    for (const path of this.#paths) this.#addFolders(path)
    const browser = asJson(manifest.browser)
    if (typeof browser === 'object' && browser !== null)
      for (const [from, to] of Object.entries(browser)) if (typeof to === 'string') this.#browser.set(from, to)
    this.#main = [manifest.main, manifest.module, typeof browser === 'string' ? browser : undefined].filter(
      (path) => path !== undefined,
    )
    this.#exports = asJson(manifest.exports)
    this.#imports = asJson(manifest.imports)
  }

  #addFolders(path: string): void {
    for (let folder = posix.dirname(path); folder !== '.' && folder !== '/'; folder = posix.dirname(folder)) {
      if (this.#folders.has(folder)) return
      this.#folders.add(folder)
    }
  }

  /** Files that the package name and a path refer to. The path is empty or starts with `/`. */
  subpath(written: string): FoundFiles {
    const subpath = written === '/' ? '' : written
    const declared = this.#exports === undefined ? [] : exportTargets(this.#exports, `.${subpath}`)
    const paths = new Set(declared.flatMap((path) => this.file(path)?.paths ?? []))
    // Bundlers and old versions of Node.js ignore `exports`.
    const plain = subpath === '' ? [...this.#main, 'index'] : [subpath.slice(1)]
    let isKnown = true
    for (const path of plain) {
      const found = this.file(path)
      for (const one of found?.paths ?? []) paths.add(one)
      isKnown &&= found?.isKnown ?? true
    }
    const isData = subpath.endsWith('.json')
    return { paths: [...paths], isKnown: isKnown && (paths.size > 0 || subpath === '' || isData) }
  }

  /** Files that a specifier starting with `#` refers to, and specifiers of other packages. */
  internal(specifier: string): { readonly paths: readonly string[]; readonly packages: readonly string[] } {
    const targets = exportTargets(this.#imports, specifier)
    return {
      paths: targets.filter((path) => path.startsWith('./')).flatMap((path) => this.file(path)?.paths ?? []),
      packages: targets.filter((path) => !path.startsWith('./')),
    }
  }

  /** Files that a relative specifier refers to, or undefined if no such file exists. */
  relative(from: string, specifier: string): FoundFiles | undefined {
    return this.file(posix.join(posix.dirname(from), specifier))
  }

  /** Files that a path without or with an extension refers to, or undefined if no such file exists. */
  file(path: string): FoundFiles | undefined {
    const [written = ''] = path.replaceAll('\\', '/').split(/[?#]/, 1)
    const parts = posix.normalize(written).split('/')
    const clean = parts.filter((part) => part !== '').join('/')
    const plain = clean === '.' ? '' : clean
    const found = plain === '' ? [] : this.#candidates(plain)
    const isFolder = plain === '' || this.#folders.has(plain)
    const index = plain === '' ? 'index' : `${plain}/index`
    if (isFolder) found.push(...this.#candidates(index))
    const replaced = found.flatMap((one) => this.#browserFile(one))
    if (found.length > 0) return { paths: [...found, ...replaced], isKnown: true }
    // A nested manifest may name any file of the package.
    return isFolder && plain !== '' ? { paths: [], isKnown: false } : undefined
  }

  #candidates(path: string): string[] {
    const extension = posix.extname(path)
    const base = path.slice(0, path.length - extension.length)
    return [
      path,
      ...extensions.map((one) => path + one),
      ...(sourceExtensions[extension] ?? []).map((one) => base + one),
    ].filter((one) => this.#paths.has(one))
  }

  #browserFile(path: string): string[] {
    if (this.#browser.size === 0) return []
    const base = path.replace(/\.[a-z]+$/, '')
    return [path, base]
      .flatMap((one) => [this.#browser.get(`./${one}`), this.#browser.get(one)])
      .filter((one) => one !== undefined)
      .flatMap((one) => this.#candidates(posix.normalize(one)))
  }
}
