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

/** Decodes the files of a program on demand. */
export class ModuleSource {
  readonly #modules: readonly ReadonlyMap<string, ModuleSummary>[]
  readonly #unread: readonly ReadonlyMap<string, UnreadFile>[]
  readonly #native: readonly ReadonlySet<string>[]
  readonly #names: readonly string[]
  readonly #decoded = new Map<string, ReadModule | undefined>()
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

  #decode(place: FilePlace): ReadModule | undefined {
    const { packageIndex, path } = place
    const detail = this.describe(place)
    const summary = this.#modules[packageIndex]?.get(path)
    if (this.#native[packageIndex]?.has(path)) return { blocker: { reason: 'native-code', detail } }
    const notRead = { reason: packageIndex === 0 ? 'project-not-read' : 'package-not-read', detail } as const
    if (!summary) return this.#unread[packageIndex]?.has(path) ? { blocker: notRead } : undefined
    try {
      const unit = decodeSummary(summary)
      this.#nodes += unit.ops.length
      if (this.#nodes > reachabilityLimits.maxNodes) throw new LimitExceeded('program size')
      const isIncomplete = summary.isPartial === true || unit.vendored.some(({ isLeftOut }) => isLeftOut)
      return isIncomplete ? { unit, missing: notRead } : { unit }
    } catch (error) {
      if (error instanceof MalformedModule) return { blocker: notRead }
      throw error
    }
  }
}
