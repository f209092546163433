import { posix } from 'node:path'
import { commandWords } from '../command-words.ts'
import type { FilePlace } from '../modules/module-resolver.ts'
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
  /** Packages with files that start programs, and the loaded files of all packages. */
  readonly #starting = new Set<number>()
  readonly #byPackage = new Map<number, LoadedModule[]>()
  readonly #stems = new Map<number, ReadonlyMap<string, readonly FilePlace[]>>()

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
    this.#starting.add(module.packageIndex)
    for (const one of this.#byPackage.get(module.packageIndex) ?? []) this.#runOwn(one)
  }

  /** Files of the same package that a text of the file names: `path.join(__dirname, 'worker.js')`. */
  #runOwn(module: LoadedModule): void {
    if (module.packageIndex === 0) return
    const files = this.#filesByStem(module.packageIndex)
    for (const name of new Set(textsOf(module).map(stem)))
      for (const place of files.get(name) ?? []) this.#graph.escapeFile(place)
  }

  /** Files of a package by their names without folder and extension, and `index` files also by their folder. */
  #filesByStem(packageIndex: number): ReadonlyMap<string, readonly FilePlace[]> {
    const known = this.#stems.get(packageIndex)
    if (known) return known
    const files = new Map<string, FilePlace[]>()
    const add = (name: string, place: FilePlace) => {
      const places = files.get(name)
      if (places) places.push(place)
      else files.set(name, [place])
    }
    for (const place of this.#graph.resolver.codeFiles(packageIndex)) {
      const name = stem(place.path)
      add(name, place)
      if (name === 'index') add(stem(posix.dirname(place.path)), place)
    }
    this.#stems.set(packageIndex, files)
    return files
  }

  /** A file is loaded. */
  load(module: LoadedModule): void {
    const loaded = this.#byPackage.get(module.packageIndex)
    if (loaded) loaded.push(module)
    else this.#byPackage.set(module.packageIndex, [module])
    if (this.#starting.has(module.packageIndex)) this.#runOwn(module)
    for (const text of textsOf(module)) for (const name of packagesInPath(text)) this.#runWord(name)
    if (module.packageIndex !== 0) return
    this.#project.push(module)
    if (this.#isStarting) this.#runNamed(module)
  }

  #runNamed(module: LoadedModule): void {
    if (this.#named.has(module)) return
    this.#named.add(module)
    for (const text of textsOf(module)) for (const word of commandWords(text)) this.#runWord(word)
  }

  #runWord(word: string): void {
    for (const packageIndex of this.#graph.resolver.programsNamed(word)) this.runPackage(packageIndex)
  }
}

/** Name of a file without its folder and extension. */
const stem = (path: string): string => posix.basename(path).replace(/\.[a-z]+$/i, '')
