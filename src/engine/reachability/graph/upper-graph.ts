import { Op } from '../../analysis/ir/operations.ts'
import type { FilePlace, ModuleResolver } from '../modules/module-resolver.ts'
import type { Blocker } from './blocker.ts'
import { LoadedModule } from './loaded-module.ts'
import { makesObjects } from './makes-objects.ts'
import { ModuleExports } from './module-exports.ts'
import type { ModuleSource } from './module-source.ts'
import { escapeNamespace } from './escape-namespace.ts'
import { isOwnExports } from './own-exports.ts'
import type { ProgramGraph } from './program-graph.ts'
import { OfferedNames, otherBit, type Offer } from './offered-names.ts'
import { readsReceiver, Receivers } from './receivers.ts'
import { closuresCalledBy, isTransparent, valuesOf } from './origins.ts'
import { readProtocols } from './python-protocols.ts'
import { StartedPrograms } from './started-programs.ts'
import { Values } from './values.ts'
import { importModules } from './import-modules.ts'
import { fetchedShift } from './flow-graph.ts'
import { useMethods } from './visit-class.ts'
import { visitNode } from './visit-node.ts'

/**
 * Over-approximates the files that load and the functions that run. Only this graph may deny that code is reached.
 *
 * A function runs if a running function uses its value other than by storing it under a name. A function that is only
 * stored runs if the name is read from an object that may hold it.
 */
export class UpperGraph implements ProgramGraph {
  readonly values = new Values()
  readonly names: OfferedNames
  readonly resolver: ModuleResolver
  readonly bitOf: (packageIndex: number) => number
  readonly blockers: Blocker[] = []
  readonly thrown: number
  readonly elements: number
  readonly fetched: number
  readonly given = this.values.add(1)
  readonly receivers = new Receivers((module, node) => this.use(module, node))
  /** Files that run text as code. */
  readonly runTexts = new Set<LoadedModule>()
  readonly #source: ModuleSource
  readonly #exportPlaces: number[] = []
  readonly #modules = new Map<string, LoadedModule | undefined>()
  readonly #exports: ModuleExports[] = []
  readonly #running: Set<number>[] = []
  readonly #used: Set<number>[] = []
  readonly #queue: { readonly module: LoadedModule; readonly local: number }[] = []
  /** Arguments of calls in the same file, by parameter. */
  readonly #bound = new Map<number, number[]>()
  readonly #returnsUsed = new Set<number>()
  readonly #started = new StartedPrograms(this)
  #functionCount = 0
  #isDecided = false

  constructor(source: ModuleSource, resolver: ModuleResolver, judged: readonly number[]) {
    this.#source = source
    this.resolver = resolver
    this.bitOf = (packageIndex) => 1 << (judged.indexOf(packageIndex) + 1)
    this.names = new OfferedNames(this.values, (offer, readAs) => this.#useOffer(offer, readAs))
    this.thrown = this.values.add(3)
    this.elements = this.thrown + 1
    this.fetched = this.thrown + 2
    readProtocols(this.names, this.given)
  }

  /** Place of all values that are stored under unknown keys. */
  anyName(): number {
    return this.names.anyName
  }

  /** Place of everything that a file exports. */
  exportPlaces(module: LoadedModule): number {
    return this.#exportPlaces[module.index] ?? this.thrown
  }

  /** Files that an import refers to. They are loaded. */
  importedBy(module: LoadedModule, node: number): readonly LoadedModule[] {
    return importModules(this, module, module.text(node, 0)).modules
  }

  /**
   * Adds an obstacle. One that concerns all packages prevents every denial, so the rest of the program no longer
   * matters. A package for development that was not read is different: it can be read in the next round.
   */
  block(blocker: Blocker): void {
    this.blockers.push(blocker)
    const { reason, detail, packageIndex } = blocker
    const canBeRead = reason === 'package-not-read' && this.resolver.neededForDevelopment.has(detail)
    if (packageIndex === undefined && !canBeRead) this.#isDecided = true
  }

  /** A file loads files that are unknown. */
  loadAnything(module: LoadedModule): void {
    this.block({ reason: 'dynamic-import', detail: this.#source.describe(module) })
  }

  escapeFile(file: FilePlace, place?: number): void {
    const module = this.load(file)
    if (!module) return
    this.exportsOf(module).escape()
    if (place === undefined) return
    this.values.mark(place, this.bitOf(module.packageIndex))
    this.values.link(this.exportPlaces(module), place)
  }

  runPackage(packageIndex: number): void {
    this.#started.runPackage(packageIndex)
  }

  startPrograms(module: LoadedModule): void {
    this.#started.start(module)
  }

  /** A file runs text as code. The code may read everything that it receives. */
  runText(module: LoadedModule, node: number): void {
    this.runTexts.add(module)
    this.values.mark(this.names.called, otherBit << fetchedShift)
    this.values.flow.fetchEdge(this.place(module, node) * 3 + 1, this.names.called * 3)
  }

  textRunner(packageIndex: number): LoadedModule | undefined {
    const bit = this.bitOf(packageIndex)
    const holds = (place: number) => (this.values.bitsOf(place) & bit) !== 0
    return [...this.runTexts].find(
      (one) => one.packageIndex === packageIndex || one.unit.ops.some((_, node) => holds(this.place(one, node))),
    )
  }

  /** Runs everything that follows from the functions that run so far, unless all findings are decided. */
  complete(): void {
    while (!this.#isDecided) {
      const next = this.#queue.pop()
      if (next) this.#visit(next.module, next.local)
      else if (!this.values.flow.flow() && this.#queue.length === 0) return
    }
  }

  /** Loads a file, and runs its body. Returns undefined if the file has no code. */
  load(place: FilePlace): LoadedModule | undefined {
    const key = keyOf(place)
    if (this.#modules.has(key)) return this.#modules.get(key)
    const read = this.#source.read(place)
    if (read === undefined || 'blocker' in read) {
      this.#modules.set(key, undefined)
      if (read) this.block(read.blocker)
      return undefined
    }
    const index = this.#exports.length
    const module = new LoadedModule({
      index,
      packageIndex: place.packageIndex,
      path: place.path,
      unit: read.unit,
      firstNode: this.values.add(read.unit.ops.length),
      firstFunction: this.#functionCount,
    })
    if (read.missing) this.block(read.missing)
    this.#functionCount += read.unit.functions.length
    this.#modules.set(key, module)
    this.#running.push(new Set())
    this.#used.push(new Set())
    this.#exportPlaces.push(this.values.add(1))
    const bits = this.bitOf(place.packageIndex)
    this.#exports.push(
      new ModuleExports({
        use: (node) => this.use(module, node),
        escape: (name, node) => this.names.offer(name, { module, node, bits }),
        readsReceiver: (node) => readsReceiver(module, node),
        readName: (name) => this.names.read(name),
      }),
    )
    this.#started.load(module)
    this.run(module, 0)
    return module
  }

  isLoaded(place: FilePlace): boolean {
    return this.#modules.has(keyOf(place))
  }

  moduleAt(place: FilePlace): LoadedModule | undefined {
    return this.#modules.get(keyOf(place))
  }

  exportsOf(module: LoadedModule): ModuleExports {
    const found = this.#exports[module.index]
    if (!found) throw new TypeError('the module is not loaded')
    return found
  }

  run(module: LoadedModule, local: number): void {
    const running = this.#running[module.index]
    if (running === undefined || running.has(local)) return
    running.add(local)
    this.#queue.push({ module, local })
  }

  enter(module: LoadedModule, local: number): void {
    this.run(module, local)
  }

  runs(module: LoadedModule, local: number): boolean {
    return this.#running[module.index]?.has(local) ?? false
  }

  place(module: LoadedModule, node: number): number {
    return module.firstNode + node
  }

  /** A running function uses the value of a node: all functions that it may be can run. */
  use(module: LoadedModule, value: number): void {
    const used = this.#used[module.index]
    if (used === undefined || used.has(value)) return
    const pending = [value]
    used.add(value)
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      const op = module.op(node)
      this.names.callFetched(this.place(module, node))
      escapeNamespace(this, module, node)
      this.receivers.use(this.place(module, node))
      if (op === Op.Closure) this.#escape(module, module.operand(node, 0))
      else if (op === Op.Class) this.#runClass(module, module.operand(node, 0))
      else if (op === Op.Import) this.#useImport(module, node)
      else if (op === Op.Parameter) this.#useArguments(module, node)
      else if (op === Op.Call) for (const local of closuresCalledBy(module, node) ?? []) this.useReturns(module, local)
      else if (isTransparent(op) || op === Op.Spread || op === Op.Keyword || op === Op.SpreadKeywords) {
        const from = op === Op.Keyword ? [module.operand(node, 1)] : valuesOf(module, node)
        for (const one of from) {
          if (used.has(one)) continue
          used.add(one)
          pending.push(one)
        }
      } else if (isOwnExports(module, node)) this.exportsOf(module).escape()
    }
  }

  /** A value is passed to a parameter of a function of the same file. It is used if the parameter is. */
  bind(module: LoadedModule, parameter: number, argument: number): void {
    if (this.#used[module.index]?.has(parameter) === true) {
      this.use(module, argument)
      return
    }
    const place = this.place(module, parameter)
    const bound = this.#bound.get(place)
    if (bound) bound.push(argument)
    else this.#bound.set(place, [argument])
  }

  #useArguments(module: LoadedModule, parameter: number): void {
    const place = this.place(module, parameter)
    const bound = this.#bound.get(place) ?? []
    this.#bound.delete(place)
    for (const argument of bound) this.use(module, argument)
  }

  /** A function becomes a value: unknown code may call it and use what it returns. */
  #escape(module: LoadedModule, local: number): void {
    this.run(module, local)
    this.useReturns(module, local)
  }

  /** What a function returns is used. */
  useReturns(module: LoadedModule, local: number): void {
    const index = module.firstFunction + local
    if (this.#returnsUsed.has(index)) return
    this.#returnsUsed.add(index)
    for (const returned of module.unit.functions[local]?.returns ?? []) this.use(module, module.operand(returned, 0))
  }

  #useOffer({ module, node }: Offer, readAs: number): void {
    this.values.link(this.place(module, node), readAs)
    this.use(module, node)
  }

  #useImport(module: LoadedModule, node: number): void {
    const name = module.text(node, 1)
    if (name !== '*') for (const from of this.importedBy(module, node)) this.exportsOf(from).read(name)
  }

  #runClass(module: LoadedModule, index: number): void {
    const { creator = -1, initializer = -1, bases = [] } = module.unit.classes[index] ?? {}
    if (creator >= 0) this.run(module, creator)
    if (initializer >= 0) this.run(module, initializer)
    for (const base of bases) this.use(module, base)
    useMethods(this, module, index)
  }

  #visit(module: LoadedModule, local: number): void {
    const bits = this.bitOf(module.packageIndex)
    for (const node of module.nodesOf(local)) {
      if (bits !== otherBit && makesObjects(module.op(node))) this.values.mark(this.place(module, node), bits)
      visitNode(this, module, node)
    }
  }
}

const keyOf = ({ packageIndex, path }: FilePlace) => `${packageIndex}:${path}`
