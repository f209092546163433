import { MalformedModule } from '../../analysis/ir/packed-integers.ts'
import type { IrModule } from '../../analysis/ir/ir-module.ts'
import type { InstalledProgram } from '../installed-program.ts'
import type { FilePlace } from '../modules/module-resolver.ts'
import type { ModuleSummary, UnreadFile } from '../package-summary.ts'
import { reachabilityLimits } from '../reachability-limits.ts'
import { decodeSummary } from '../summary/summarize-module.ts'
import type { Blocker } from './blocker.ts'
import { LimitExceeded } from './limit-exceeded.ts'

export type ReadModule = { readonly unit: IrModule; readonly missing?: Blocker } | { readonly blocker: Blocker }

/** A function of a package. */
export interface PackageFunction {
  readonly path: string
  /** Index of the function in its file. */
  readonly local: number
  readonly line: number
}

/** Decodes the files of a program on demand. */
export class ModuleSource {
  readonly #modules: readonly ReadonlyMap<string, ModuleSummary>[]
  readonly #unread: readonly ReadonlyMap<string, UnreadFile>[]
  readonly #native: readonly ReadonlySet<string>[]
  readonly #names: readonly string[]
  readonly #decoded = new Map<string, ReadModule | undefined>()
  readonly #functions = new Map<number, ReadonlyMap<string, readonly PackageFunction[]>>()
  #nodes = 0

  constructor({ project, packages }: InstalledProgram) {
    const summaries = [project, ...packages.map(({ summary }) => summary)]
    this.#modules = summaries.map(({ modules }) => new Map(modules.map((module) => [module.path, module])))
    this.#unread = summaries.map(({ unread }) => new Map(unread.map((file) => [file.path, file])))
    this.#native = summaries.map(({ native }) => new Set(native))
    this.#names = ['', ...packages.map(({ name, version }) => `${name}@${version}`)]
  }

  /** `name@version` of a package. Empty for the project. */
  nameOf(packageIndex: number): string {
    return this.#names[packageIndex] ?? ''
  }

  /** Package and path of a file. */
  describe({ packageIndex, path }: FilePlace): string {
    return packageIndex === 0 ? path : `${this.nameOf(packageIndex)} ${path}`
  }

  pathsOf(packageIndex: number): Iterable<string> {
    return this.#modules[packageIndex]?.keys() ?? []
  }

  /** Returns the code of a file, or undefined if it is no code. Throws LimitExceeded. */
  read(place: FilePlace): ReadModule | undefined {
    const key = `${place.packageIndex}:${place.path}`
    if (!this.#decoded.has(key)) this.#decoded.set(key, this.#decode(place))
    return this.#decoded.get(key)
  }

  /** Returns the functions of a package by name. Files that the program does not load are not kept in memory. */
  functionsOf(packageIndex: number): ReadonlyMap<string, readonly PackageFunction[]> {
    const known = this.#functions.get(packageIndex)
    if (known) return known
    const functions = new Map<string, PackageFunction[]>()
    for (const [path, summary] of this.#modules[packageIndex] ?? []) {
      const read = this.#decoded.get(`${packageIndex}:${path}`)
      const unit = read && 'unit' in read ? read.unit : decodedOf(summary)
      for (const [local, { name, offset }] of unit?.functions.entries() ?? []) {
        const one = { path, local, line: Math.max(offset, 1) }
        const text = unit?.strings[name] ?? ''
        const same = functions.get(text)
        if (same) same.push(one)
        else functions.set(text, [one])
      }
    }
    this.#functions.set(packageIndex, functions)
    return functions
  }

  #decode(place: FilePlace): ReadModule | undefined {
    const { packageIndex, path } = place
    const detail = this.describe(place)
    const summary = this.#modules[packageIndex]?.get(path)
    if (this.#native[packageIndex]?.has(path)) return { blocker: { reason: 'native-code', detail } }
    const notRead = { reason: packageIndex === 0 ? 'project-not-read' : 'package-not-read', detail } as const
    if (!summary) return this.#unread[packageIndex]?.has(path) ? { blocker: notRead } : undefined
    const unit = decodedOf(summary)
    if (!unit) return { blocker: notRead }
    this.#nodes += unit.ops.length
    if (this.#nodes > reachabilityLimits.maxNodes) throw new LimitExceeded('program size')
    const isIncomplete = summary.isPartial === true || unit.vendored.some(({ isLeftOut }) => isLeftOut)
    return isIncomplete ? { unit, missing: notRead } : { unit }
  }
}

/** Returns the code of a file, or undefined if the summary is invalid. */
function decodedOf(summary: ModuleSummary): IrModule | undefined {
  try {
    return decodeSummary(summary)
  } catch (error) {
    if (error instanceof MalformedModule) return undefined
    throw error
  }
}
