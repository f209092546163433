import type { CertainImports } from '../modules/certain-imports.ts'
import type { FilePlace } from '../modules/resolved-import.ts'
import { LoadedModule } from '../graph/loaded-module.ts'
import type { ModuleSource } from '../graph/module-source.ts'
import { reachabilityLimits } from '../reachability-limits.ts'
import { Objects } from './objects.ts'
import { TokenFlow } from './token-flow.ts'

/** A function of the program, and the place in it that a call path continues from. */
export interface FunctionPlace {
  readonly module: LoadedModule
  readonly local: number
}

/** The function and line that a function is called from. */
interface Step {
  readonly from: number
  readonly line: number
}

/**
 * Under-approximates the calls of a program: only calls whose target is resolved, and callbacks that are given to code
 * that is not resolved. It supplies call paths, and never denies anything.
 */
export class LowerGraph {
  readonly flow = new TokenFlow()
  readonly objects = new Objects(this.flow)
  readonly #source: ModuleSource
  readonly #imports: CertainImports
  readonly #modules = new Map<string, LoadedModule | undefined>()
  readonly #functions: FunctionPlace[] = []
  /** For each function, the functions that it calls, and the line of the first call. */
  readonly #calls: Map<number, number>[] = []
  readonly #visited = new Set<number>()
  readonly #roots: number[] = []
  readonly #exports: number[] = []
  readonly #queue: number[] = []
  #reached: ReadonlyMap<number, Step | undefined> | undefined
  #steps = 0

  constructor(source: ModuleSource, imports: CertainImports) {
    this.#source = source
    this.#imports = imports
  }

  /** Loads a file without running it. Returns undefined if it has no code. */
  load(place: FilePlace): LoadedModule | undefined {
    const key = `${place.packageIndex}:${place.path}`
    if (this.#modules.has(key)) return this.#modules.get(key)
    const read = this.#source.read(place)
    if (read === undefined || !('unit' in read)) {
      this.#modules.set(key, undefined)
      return undefined
    }
    const { unit } = read
    const module = new LoadedModule({
      index: this.#exports.length,
      packageIndex: place.packageIndex,
      path: place.path,
      unit,
      firstNode: this.flow.add(unit.ops.length),
      firstFunction: this.#functions.length,
    })
    this.#modules.set(key, module)
    for (let local = 0; local < unit.functions.length; local += 1) {
      this.#functions.push({ module, local })
      this.#calls.push(new Map())
    }
    const exported = this.flow.add(1)
    this.#exports.push(exported)
    this.flow.put(exported, this.exportsToken(module))
    return module
  }

  /** Object that has the named exports of a file. */
  exportsToken(module: LoadedModule): number {
    return this.objects.token(`exports ${module.index}`, () => ({ kind: 'object' }))
  }

  /** Place of the exports of a file. */
  exportsOf(module: LoadedModule): number {
    return this.#exports[module.index] ?? 0
  }

  importedBy(module: LoadedModule, node: number): LoadedModule[] {
    const files = this.#imports.resolve(module, module.text(node, 0))
    return files.map((file) => this.load(file)).filter((one) => one !== undefined)
  }

  /** Modules that a name of an imported Python package may refer to. */
  submodules(of: LoadedModule, name: string): LoadedModule[] {
    if (of.unit.language !== 'python') return []
    const files = this.#imports.submodules(of, name)
    return files.map((file) => this.load(file)).filter((one) => one !== undefined)
  }

  /** Visits a function that something outside the program may call. */
  root(module: LoadedModule, local: number): void {
    this.#roots.push(module.firstFunction + local)
    this.#visit(module.firstFunction + local)
  }

  /** A node calls a function, but the path to it goes through the caller that passed the function. */
  callPassed(callee: FunctionPlace): void {
    this.#visit(callee.module.firstFunction + callee.local)
  }

  /** A node calls a function. */
  call(module: LoadedModule, node: number, callee: FunctionPlace): void {
    const from = module.firstFunction + module.functionOf(node)
    const to = callee.module.firstFunction + callee.local
    const calls = this.#calls[from]
    if (calls?.has(to) === false) calls.set(to, module.line(node))
    this.#visit(to)
  }

  #visit(index: number): void {
    if (this.#visited.has(index)) return
    this.#visited.add(index)
    this.#queue.push(index)
  }

  /** Follows all calls: `add` adds what a node does. A program that is too large is followed in part. */
  complete(add: (module: LoadedModule, node: number) => void): void {
    do {
      for (let index = this.#queue.shift(); index !== undefined; index = this.#queue.shift()) {
        const { module, local } = this.#functions[index] ?? {}
        if (!module || local === undefined) continue
        const nodes = module.nodesOf(local)
        this.#steps += nodes.length
        if (this.#steps > reachabilityLimits.maxLowerNodes || this.flow.isFull) return
        for (const node of nodes) add(module, node)
      }
    } while (this.flow.flow() || this.#queue.length > 0)
  }

  /**
   * Returns the shortest calls from the project to a function: each function, and the line of the next call in it. Code
   * that only runs while a package loads does not count, because it receives nothing from the project. A function can
   * only be called if its enclosing functions run, which excludes most mixed-up callbacks.
   */
  pathTo(
    isTarget: (place: FunctionPlace) => boolean,
  ): readonly (FunctionPlace & { readonly line?: number })[] | undefined {
    this.#reached ??= this.#reachedFunctions()
    for (const index of this.#reached.keys()) {
      const place = this.#functions[index]
      if (place && isTarget(place)) return this.#pathOf(index, this.#reached)
    }
    return undefined
  }

  /** Functions that the project calls, the nearest ones first, with the call before each. */
  #reachedFunctions(): ReadonlyMap<number, Step | undefined> {
    const running = this.#runningFunctions()
    const before = new Map<number, Step | undefined>(this.#roots.map((root) => [root, undefined]))
    let frontier = [...before.keys()]
    for (let length = 1; frontier.length > 0 && length < reachabilityLimits.maxPathLength; length += 1) {
      const next: number[] = []
      for (const index of frontier)
        for (const [to, line] of this.#calls[index] ?? []) {
          if (before.has(to) || !running.has(to) || this.#isPackageBody(to)) continue
          before.set(to, { from: index, line })
          next.push(to)
        }
      frontier = next
    }
    return before
  }

  /** Functions that calls from the project reach, also those that only run while a package loads. */
  #runningFunctions(): ReadonlySet<number> {
    const running = new Set(this.#roots)
    const waiting = new Map<number, number[]>()
    const pending = [...this.#roots]
    const enter = (index: number) => {
      if (running.has(index)) return
      const parent = this.#parentOf(index)
      if (parent !== undefined && !running.has(parent)) {
        push(waiting, parent, index)
        return
      }
      running.add(index)
      pending.push(index)
    }
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      for (const to of this.#calls[index]?.keys() ?? []) enter(to)
      for (const inner of waiting.get(index) ?? []) enter(inner)
    }
    return running
  }

  #isPackageBody(index: number): boolean {
    const { module, local } = this.#functions[index] ?? {}
    return module !== undefined && module.packageIndex > 0 && local === 0
  }

  /** Function that creates a function, or undefined for the body of a file. */
  #parentOf(index: number): number | undefined {
    const { module, local = 0 } = this.#functions[index] ?? {}
    const parent = module?.unit.functions[local]?.parent ?? -1
    return module === undefined || parent < 0 ? undefined : module.firstFunction + parent
  }

  #pathOf(target: number, before: ReadonlyMap<number, Step | undefined>) {
    const path: (FunctionPlace & { readonly line?: number })[] = []
    let line: number | undefined
    for (let index: number | undefined = target; index !== undefined;) {
      const place = this.#functions[index]
      if (place) path.unshift({ ...place, ...(line !== undefined && { line }) })
      const step = before.get(index)
      line = step?.line
      index = step?.from
    }
    return path
  }
}

function push<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
