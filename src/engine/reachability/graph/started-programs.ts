import type { LoadedModule } from './loaded-module.ts'
import type { LoadingGraph } from './loading-graph.ts'
import { packagesInPath, textsOf } from './start-programs.ts'

/** Packages that run as programs of their own. All their functions run. */
export class StartedPrograms {
  readonly #graph: LoadingGraph
  readonly #whole = new Set<number>()
  readonly #named = new Set<LoadedModule>()
  readonly #project: LoadedModule[] = []
  #isStarting = false

  constructor(graph: LoadingGraph) {
    this.#graph = graph
  }

  runPackage(packageIndex: number): void {
    if (packageIndex === 0 || this.#whole.has(packageIndex)) return
    this.#whole.add(packageIndex)
    for (const place of this.#graph.resolver.codeFiles(packageIndex)) {
      const module = this.#graph.load(place)
      if (!module) continue
      for (let local = 0; local < module.unit.functions.length; local += 1) this.#graph.enter(module, local)
      this.#graph.escapeFile(place)
    }
  }

  /** A file starts programs: the words of its texts, and of the texts of the project, may be commands. */
  start(module: LoadedModule): void {
    if (!this.#isStarting) {
      this.#isStarting = true
      for (const one of this.#project) this.#runNamed(one)
    }
    this.#runNamed(module)
  }

  /** A file is loaded. */
  load(module: LoadedModule): void {
    for (const text of textsOf(module)) for (const name of packagesInPath(text)) this.#runWord(name)
    if (module.packageIndex !== 0) return
    this.#project.push(module)
    if (this.#isStarting) this.#runNamed(module)
  }

  #runNamed(module: LoadedModule): void {
    if (this.#named.has(module)) return
    this.#named.add(module)
    for (const text of textsOf(module)) for (const word of text.split(/[\s;&|'"`]+/)) this.#runWord(word)
  }

  #runWord(word: string): void {
    for (const packageIndex of this.#graph.resolver.programsNamed(word)) this.runPackage(packageIndex)
  }
}
