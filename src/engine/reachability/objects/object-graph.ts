import { FunctionFlag, Op, ParameterKind } from '../../analysis/ir/operations.ts'
import type { Blocker } from '../graph/blocker.ts'
import { LoadedModule } from '../graph/loaded-module.ts'
import type { LoadingGraph } from '../graph/loading-graph.ts'
import type { ModuleSource } from '../graph/module-source.ts'
import { StartedPrograms } from '../graph/started-programs.ts'
import type { FilePlace, ModuleResolver } from '../modules/module-resolver.ts'
import { PointsTo } from './points-to.ts'
import { StoredValues } from './stored-values.ts'
import { elements, outside, Things, unknownKey } from './things.ts'

/**
 * Over-approximates the files that load and the functions that run, by the objects that each value may be. It may deny
 * that JavaScript code is reached.
 *
 * A function runs if a running function calls a value that may be the function, or if the function is passed to code
 * that the graph does not model. Such code may call it with everything that was passed to such code.
 */
export class ObjectGraph implements LoadingGraph {
  readonly flow = new PointsTo(outside)
  readonly things: Things
  readonly stored = new StoredValues(this.flow)
  readonly resolver: ModuleResolver
  readonly blockers: Blocker[] = []
  /** Files that run text as code. */
  readonly runTexts = new Set<LoadedModule>()
  /** Functions that `bind` returned and `new` calls, by their numbers in the program. */
  readonly constructed = new Set<number>()
  /** The function or class that `new` created an object with. */
  readonly creators = new Map<number, number>()
  /** Place of everything that code outside the graph may hold. */
  readonly outsidePlace: number
  /** Place of the things whose accessors may be absorbed functions. */
  readonly absorbedReceivers: number
  readonly #source: ModuleSource
  readonly #modules = new Map<string, LoadedModule | undefined>()
  readonly #moduleThings: number[] = []
  readonly #areModules = new Set<number>()
  readonly #running: Set<number>[] = []
  readonly #queue: { readonly module: LoadedModule; readonly local: number }[] = []
  readonly #started = new StartedPrograms(this)
  #functionCount = 0
  #areModulesOpen = false

  constructor(source: ModuleSource, resolver: ModuleResolver) {
    this.#source = source
    this.resolver = resolver
    this.things = new Things(this.flow)
    this.outsidePlace = this.flow.topPlace
    this.absorbedReceivers = this.flow.add(1)
    this.flow.each(this.outsidePlace, (thing) => this.#escape(thing))
  }

  block(blocker: Blocker): void {
    this.blockers.push(blocker)
  }

  loadAnything(module: LoadedModule): void {
    this.block({ reason: 'dynamic-import', detail: this.#source.describe(module) })
  }

  runPackage(packageIndex: number): void {
    this.#started.runPackage(packageIndex)
  }

  startPrograms(module: LoadedModule): void {
    this.#started.start(module)
  }

  /** `eval` sees the variables around it. Other code that is made from text only sees what it receives. */
  runText(module: LoadedModule, node: number): void {
    if (module.op(node) !== Op.Global || module.text(node, 0) !== 'eval') this.runTexts.add(module)
    else this.block({ reason: 'dynamic-code', detail: this.#source.describe(module) })
  }

  /** Code from text receives values of other packages only as values from outside the graph. */
  textRunner(packageIndex: number): LoadedModule | undefined {
    return [...this.runTexts].find((module) => module.packageIndex === packageIndex)
  }

  /**
   * Runs everything that follows from the functions that run so far, until a denial becomes impossible. `visit` adds
   * what a node does.
   */
  complete(visit: (module: LoadedModule, node: number) => void): void {
    do {
      for (let next = this.#queue.pop(); next !== undefined; next = this.#queue.pop()) {
        if (this.blockers.some(({ packageIndex }) => packageIndex === undefined)) return
        for (const node of next.module.nodesOf(next.local)) visit(next.module, node)
      }
    } while (this.flow.flow() || this.#queue.length > 0)
  }

  load(place: FilePlace): LoadedModule | undefined {
    const key = keyOf(place)
    if (this.#modules.has(key)) return this.#modules.get(key)
    const read = this.#source.read(place)
    if (read === undefined || 'blocker' in read) {
      this.#modules.set(key, undefined)
      if (read) this.block(read.blocker)
      return undefined
    }
    if (read.missing) this.block(read.missing)
    const { unit } = read
    const index = this.#moduleThings.length
    const firstNode = this.flow.add(unit.ops.length)
    const { packageIndex, path } = place
    const module = new LoadedModule({ index, packageIndex, path, unit, firstNode, firstFunction: this.#functionCount })
    this.#functionCount += unit.functions.length
    this.#modules.set(key, module)
    this.#running.push(new Set())
    const thing = this.things.object(`module ${index}`)
    this.#moduleThings.push(thing)
    this.#areModules.add(thing)
    this.flow.put(this.exportsPlace(module), this.exportsThing(module))
    this.flow.put(this.things.own(thing, 'require'), this.things.native('require'))
    if (this.#areModulesOpen) this.flow.link(this.exportsPlace(module), this.outsidePlace)
    this.#started.load(module)
    this.run(module, 0)
    return module
  }

  /** The `module` object of a file. */
  moduleThing(module: LoadedModule): number {
    return this.#moduleThings[module.index] ?? outside
  }

  isModule(thing: number): boolean {
    return this.#areModules.has(thing)
  }

  /** The initial exports object of a file. */
  exportsThing(module: LoadedModule): number {
    return this.things.object(`exports ${module.index}`)
  }

  /** Place of the values that a file exports as a whole. */
  exportsPlace(module: LoadedModule): number {
    return this.things.own(this.moduleThing(module), 'exports')
  }

  /** Code reads the exports of any file: through `require.cache`, `module.parent`, or `module.children`. */
  openModules(): void {
    if (this.#areModulesOpen) return
    this.#areModulesOpen = true
    for (const module of this.loadedModules()) this.flow.link(this.exportsPlace(module), this.outsidePlace)
  }

  escapeFile(file: FilePlace, place?: number): void {
    const module = this.load(file)
    if (!module) return
    this.flow.link(this.exportsPlace(module), this.outsidePlace)
    if (place !== undefined) this.flow.put(place, outside)
  }

  isLoaded(place: FilePlace): boolean {
    return this.#modules.has(keyOf(place))
  }

  loadedModules(): LoadedModule[] {
    return [...this.#modules.values()].filter((module) => module !== undefined)
  }

  moduleAt(place: FilePlace): LoadedModule | undefined {
    return this.#modules.get(keyOf(place))
  }

  run(module: LoadedModule, local: number): void {
    const running = this.#running[module.index]
    if (running === undefined || running.has(local)) return
    running.add(local)
    this.#queue.push({ module, local })
  }

  runs(module: LoadedModule, local: number): boolean {
    return this.#running[module.index]?.has(local) ?? false
  }

  place(module: LoadedModule, node: number): number {
    return module.firstNode + node
  }

  enter(module: LoadedModule, local: number): void {
    const made = module.unit.functions[local]
    if (!made) return
    this.run(module, local)
    for (const { node } of made.parameters) this.flow.put(this.place(module, node), outside)
    if (made.self >= 0) this.flow.put(this.place(module, made.self), outside)
    for (const returned of made.returns)
      this.flow.link(this.place(module, module.operand(returned, 0)), this.outsidePlace)
  }

  /** The thing of a function. */
  functionThing(module: LoadedModule, local: number): number {
    const key = `function ${module.firstFunction + local}`
    const thing = this.things.thing(key, () => ({ kind: 'function', module, local }))
    const { flags = 0 } = module.unit.functions[local] ?? {}
    if ((flags & FunctionFlag.ownSelf) !== 0) this.addPrototype(thing)
    return thing
  }

  /** Returns the object that the instances of a function or class inherit from. */
  addPrototype(thing: number): number {
    const prototype = this.things.object(`prototype ${thing}`)
    this.flow.put(this.things.own(thing, 'prototype'), prototype)
    this.flow.put(this.things.own(prototype, 'constructor'), thing)
    return prototype
  }

  /** Code outside the graph holds a thing: it may call it, and read and store its attributes. */
  #escape(thing: number): void {
    const found = this.things.get(thing)
    if (found.kind === 'outside') return
    if (found.kind === 'native') {
      if (found.name.endsWith('.prototype')) this.flow.put(this.things.addedAnyName, outside)
      if (found.name === 'require') this.block({ reason: 'dynamic-import', detail: 'require' })
      return
    }
    if (found.kind === 'function') this.enter(found.module, found.local)
    if (found.kind === 'class') {
      const { creator = -1, initializer = -1 } = found.module.unit.classes[found.index] ?? {}
      for (const local of [creator, initializer]) if (local >= 0) this.enter(found.module, local)
    }
    this.flow.put(this.things.own(thing, unknownKey), outside)
    this.flow.put(this.things.own(thing, elements), outside)
    this.flow.link(this.things.all(thing), this.outsidePlace)
    this.flow.link(this.things.parents(thing), this.outsidePlace)
    this.#absorb(thing)
  }

  /**
   * Values from outside the graph can do everything that an escaped thing can do, and whatever reaches the thing has
   * escaped too. So they represent the thing. Not a `module`, which gives access to other files, and not what
   * `bind` returns: `new` treats it in its own way.
   */
  #absorb(thing: number): void {
    const found = this.things.get(thing)
    if (this.#areModules.has(thing) || (found.kind === 'function' && isBound(found))) return
    this.things.absorb(thing)
    const self = found.kind === 'function' ? (found.module.unit.functions[found.local]?.self ?? -1) : -1
    if (found.kind === 'function' && self >= 0) this.flow.link(this.absorbedReceivers, this.place(found.module, self))
  }
}

/** Reports whether a function may be what `bind` returned. */
function isBound({ module, local }: { readonly module: LoadedModule; readonly local: number }): boolean {
  const { flags = 0, parameters = [] } = module.unit.functions[local] ?? {}
  return (flags & FunctionFlag.ownSelf) === 0 && parameters.some(({ kind }) => kind === ParameterKind.rest)
}

const keyOf = ({ packageIndex, path }: FilePlace) => `${packageIndex}:${path}`
