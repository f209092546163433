import { FunctionFlag, MemberFlag, Op, ParameterKind } from '../form/operations.ts'
import type { ModuleResolution } from '../modules/module-resolution.ts'
import { moduleName } from '../modules/module-name.ts'
import type { Program } from '../program/program.ts'
import { containerMethods } from './container-methods.ts'
import { anyKey, Heap } from './heap.ts'
import { type DefinedAttribute, describedAttribute, exportedAttributes } from './defined-attributes.ts'
import { assigningFunctions, exportingFunctions, interopFunctions, listingFunctions, passingFunctions, starFunctions } from './passing-functions.ts'
import { FoundReferences } from './found-references.ts'
import { TokenKind, Tokens } from './tokens.ts'
import { TokenSets } from './token-sets.ts'
import { moduleWrappers, wrappedModule } from './wrapped-modules.ts'

/** A method by whose name alone a call can be linked has no more than this many functions of that name in the program. */
const fewOfAName = 3

/** Classes that one takes after, as far as they are looked at. */
const mostBases = 24

/** Methods that whatever library has: a name among these tells nothing about who is called. */
const commonNames: ReadonlySet<string> = new Set([...containerMethods.keys(), 'toString', 'call', 'apply', 'bind', 'join', 'split', 'replace', 'replaceAll', 'trim', 'includes', 'indexOf', 'startsWith', 'endsWith', 'test', 'exec', 'match', 'has', 'delete', 'clear', 'keys', 'on', 'once', 'off', 'emit', 'log', 'error', 'warn', 'info', 'debug', 'end', 'write', 'close', 'send', 'json', 'text', 'parse', 'stringify', 'format', 'constructor', 'length', 'name', 'toJSON', 'valueOf', 'start', 'stop', 'init', 'setup', 'destroy', 'reset', 'connect', 'disconnect', 'update', 'remove', 'create', 'open', 'read', 'load', 'save', 'status', 'option', 'command', 'action', 'describe', 'optional', 'default', 'min', 'max', 'string', 'number', 'object', 'array', 'boolean', 'enum', 'url'])

/**
 * Finds what values refer to, by letting functions, classes, objects and names of what is outside flow along assignments, calls
 * and attributes until nothing changes (inclusion-based, by allocation site, without context). Ends early, and says so, after
 * `maxSteps` steps.
 */
export function findReferences(program: Program, modules: ModuleResolution, { maxSteps }: { readonly maxSteps: number }): FoundReferences {
  return new ReferenceFlow(program, modules, maxSteps).run()
}

class ReferenceFlow {
  readonly #program: Program
  readonly #modules: ModuleResolution
  readonly #tokens: Tokens
  readonly #sets: TokenSets
  readonly #heap: Heap
  /** Pairs of node and token that have yet to flow on. */
  #queue: number[] = []
  /** From arguments to parameters, and from what functions return to their calls. */
  readonly #bound = new Map<number, number[]>()
  readonly #callees = new Map<number, number[]>()
  readonly #callers = new Map<number, number[]>()
  readonly #interop: ReadonlySet<number>
  readonly #exporting: ReadonlySet<number>
  readonly #wrappers: ReadonlySet<number>
  /** By token of what a wrapper of modules gives: the module's function, and the attribute that is `module.exports`. */
  readonly #loaders = new Map<number, { readonly module: number; readonly exports: number }>()
  /** By token of the object that a wrapped module finds as `exports`: the attribute that is `module.exports`. */
  readonly #wrapped = new Map<number, number>()
  /** Functions that pass on what another module exports. */
  readonly #passes: ReadonlySet<number>
  /** By node of a base class: classes that name it. */
  readonly #derived = new Map<number, number[]>()
  /** By class: calls that make instances of it. */
  readonly #made = new Map<number, number[]>()
  /** By call: what it gives to its first argument. */
  readonly #defined = new Map<number, readonly DefinedAttribute[]>()
  /** By generator: what calling it gives. */
  readonly #generated = new Map<number, number>()
  #steps = 0
  readonly #maxSteps: number

  constructor(program: Program, modules: ModuleResolution, maxSteps: number) {
    this.#program = program
    this.#modules = modules
    this.#maxSteps = maxSteps
    this.#tokens = new Tokens(program)
    this.#sets = new TokenSets(program.nodeCount)
    this.#heap = new Heap(this.#sets, program.nodeCount, {
      onEdge: (from, to) => {
        for (const token of this.#sets.of(from)) this.#add(to, token)
      },
      onRequest: (token, key, attribute) => this.#requested(token, key, attribute),
    })
    this.#interop = interopHelpers(program)
    this.#wrappers = moduleWrappers(program)
    this.#exporting = functionsNamed(program, exportingFunctions)
    this.#passes = functionsNamed(program, starFunctions)
    for (const [index, { bases }] of program.classes.entries()) for (const base of bases) append(this.#derived, base, index)
  }

  run(): FoundReferences {
    this.#seedClasses()
    this.#seedNodes()
    this.#drain()
    this.#linkByName()
    this.#drain()
    const { nodeCount } = this.#program
    return new FoundReferences({ program: this.#program, tokens: this.#tokens, sets: this.#sets, heap: this.#heap, callees: this.#callees, callers: this.#callers, isComplete: this.#steps < this.#maxSteps, firstAttribute: nodeCount })
  }

  #add(node: number, token: number): void {
    if (token >= 0 && this.#sets.add(node, token, this.#tokens.kind(token) === TokenKind.external)) this.#queue.push(node, token)
  }

  #drain(): void {
    for (let at = 0; at < this.#queue.length && this.#steps < this.#maxSteps; at += 2) {
      this.#steps += 1
      this.#flow(this.#queue[at] ?? 0, this.#queue[at + 1] ?? 0)
      if (at > 1 << 20) {
        this.#queue = this.#queue.slice(at + 2)
        at = -2
      }
    }
    this.#queue = []
  }

  #seedClasses(): void {
    const { classes, functions } = this.#program
    for (const [index, made] of classes.entries()) {
      const [itself, instance] = [this.#tokens.ofClass(index), this.#tokens.instanceOf(index)]
      for (const { key, value, flags } of made.members) {
        const owner = (flags & MemberFlag.static) === 0 ? instance : itself
        const isGetter = (flags & MemberFlag.getter) !== 0
        if ((flags & MemberFlag.setter) === 0 && this.#program.op(value) === Op.Closure) this.#heap.own(owner, key)
        // What a getter returns is what a read gives.
        const stored = isGetter && this.#program.op(value) === Op.Closure ? (functions[this.#program.operand(value, 0)]?.returns ?? []).map((returned) => this.#program.operand(returned, 0)) : [value]
        for (const one of stored) this.#heap.store(owner, key, one)
        if (this.#program.op(value) === Op.Closure) this.#add(this.#selfNode(this.#program.operand(value, 0)), owner)
      }
      for (const own of [made.creator, made.initializer]) if (own >= 0) this.#add(this.#selfNode(own), instance)
    }
  }

  /** What objects take after that a function of old makes. */
  #prototypeOf(functionIndex: number): number {
    return this.#tokens.external(`\0prototype${functionIndex}`)
  }

  /** Where a function finds what it is called on: its `this`, or its first parameter. */
  #selfNode(functionIndex: number): number {
    const found = this.#program.functions[functionIndex]
    if (!found) return -1
    return (found.flags & FunctionFlag.receiverIsParameter) === 0 ? found.self : (found.parameters[0]?.node ?? -1)
  }

  #seedNodes(): void {
    const program = this.#program
    for (const [index, file] of program.files.entries()) {
      const end = program.files[index + 1]?.firstNode ?? program.nodeCount
      for (let node = file.firstNode; node < end; node += 1) this.#seed(node, index)
    }
  }

  #seed(node: number, file: number): void {
    const program = this.#program
    const tokens = this.#tokens
    switch (program.op(node)) {
      case Op.Closure:
        return this.#add(node, tokens.ofFunction(program.operand(node, 0)))
      case Op.Class: {
        const index = program.operand(node, 0)
        return this.#add(node, tokens.ofClass(index))
      }
      case Op.ObjectOf:
      case Op.ArrayOf:
        return this.#seedObject(node)
      case Op.Import:
        return this.#seedImport(node, file)
      case Op.Global: {
        const name = program.text(node, 0)
        if (name === 'exports') this.#add(node, tokens.exportsOf(file))
        // `module.exports` is kept in an attribute of its own: what is assigned to it comes beside what `exports` has.
        else if (name === 'module') this.#add(node, this.#moduleOf(file))
        else this.#add(node, tokens.external(name))
        return
      }
      case Op.Export:
        return this.#heap.store(tokens.exportsOf(file), program.text(node, 0), program.operand(node, 1))
      case Op.ExportAll:
        return this.#exportAll(node, file)
      case Op.Yield:
        return this.#seedYield(node)
      default:
    }
  }

  /** The first `yield` of a function stands for the list of what it yields. */
  #seedYield(node: number): void {
    const generator = this.#program.functionOf(node)
    const list = this.#generated.get(generator) ?? this.#tokens.site(node)
    this.#generated.set(generator, list)
    this.#hold(list, anyKey, this.#program.operand(node, 0))
  }

  /** The `module` of a file. */
  #moduleOf(file: number): number {
    const token = this.#tokens.external(`\0module${file}`)
    const exported = this.#heap.attribute(token, 'exports')
    this.#add(exported, this.#tokens.exportsOf(file))
    return token
  }

  #seedObject(node: number): void {
    const program = this.#program
    const token = this.#tokens.site(node)
    for (let index = 0, count = program.operandCount(node); index < count; index += 1) {
      const entry = program.operand(node, index)
      switch (program.op(entry)) {
        case Op.Property: {
          const value = program.operand(entry, 1)
          this.#hold(token, program.text(entry, 0), value)
          if (program.op(value) === Op.Closure) this.#add(this.#selfNode(program.operand(value, 0)), token)
          break
        }
        case Op.ComputedProperty:
          this.#hold(token, program.literalText(program.operand(entry, 0)) ?? anyKey, program.operand(entry, 1))
          break
        case Op.Spread:
          break
        default:
          this.#hold(token, program.op(node) === Op.ArrayOf ? String(index) : anyKey, entry)
      }
    }
    this.#add(node, token)
  }

  /** As a store, of what a literal holds from the start: taint follows that by the literal itself. */
  #hold(token: number, key: string, value: number): void {
    this.#bind(value, this.#heap.hold(token, key, value))
  }

  #seedImport(node: number, file: number): void {
    const program = this.#program
    const [specifier, name] = [program.text(node, 0), program.text(node, 1)]
    const target = this.#modules.resolve(file, specifier, name)
    if (target === undefined) {
      const external = this.#tokens.external(moduleName(specifier))
      this.#add(node, name === '*' || name === 'default' ? external : this.#tokens.externalStep(external, name))
      return
    }
    const exported = this.#tokens.exportsOf(target.file)
    if (name === '*' || target.isModule === true) {
      this.#add(node, exported)
      this.#heap.edge(this.#heap.attribute(this.#moduleOf(target.file), 'exports'), node)
      return
    }
    this.#heap.edge(this.#heap.attribute(exported, name), node)
    this.#fromCommonJs(target.file, name, node)
  }

  /** What `module.exports` was assigned stands for the module too. */
  #fromCommonJs(file: number, name: string, node: number): void {
    const attribute = this.#heap.attribute(this.#moduleOf(file), 'exports')
    if (name === 'default') this.#heap.edge(attribute, node)
    else this.#commonJsReads.set(attribute, [...(this.#commonJsReads.get(attribute) ?? []), { name, node }])
    for (const token of this.#sets.of(attribute)) if (name !== 'default') this.#load(token, name, node)
  }

  readonly #commonJsReads = new Map<number, readonly { readonly name: string; readonly node: number }[]>()

  #exportAll(node: number, file: number): void {
    const target = this.#modules.resolve(file, this.#program.text(node, 0), '*')
    const own = this.#tokens.exportsOf(file)
    this.#heap.follow(own, target === undefined ? this.#tokens.external(moduleName(this.#program.text(node, 0))) : this.#tokens.exportsOf(target.file))
  }

  /** What externals have under a key is another external. */
  #requested(token: number, key: string, attribute: number): void {
    if (this.#tokens.kind(token) === TokenKind.external && key !== anyKey && !key.startsWith('\0') && !this.#tokens.name(token).startsWith('\0')) this.#add(attribute, this.#tokens.externalStep(token, key))
  }

  /** A token has come to a node: it goes on to whatever takes the node. */
  #flow(node: number, token: number): void {
    for (const to of this.#heap.edges.get(node) ?? []) this.#add(to, token)
    for (const to of this.#bound.get(node) ?? []) this.#add(to, token)
    for (const derived of this.#derived.get(node) ?? []) this.#derive(derived, token)
    const reads = this.#commonJsReads.get(node)
    if (reads) for (const { name, node: to } of reads) this.#load(token, name, to)
    const program = this.#program
    if (node >= program.nodeCount) return
    for (const user of program.users(node)) this.#pass(node, token, user)
  }

  #pass(node: number, token: number, user: number): void {
    const program = this.#program
    switch (program.op(user)) {
      case Op.Capture:
      case Op.Cell:
      case Op.Phi:
      case Op.Await:
      case Op.Typed:
      case Op.Logical:
        return this.#add(user, token)
      case Op.Load:
        return this.#load(token, program.text(user, 1), user)
      case Op.LoadDynamic:
        if (program.operand(user, 0) !== node) return
        return this.#load(token, program.literalText(program.operand(user, 1)) ?? anyKey, user)
      case Op.Element:
        return this.#elements(token, user)
      case Op.Store:
        return program.operand(user, 0) === node ? this.#store(token, program.text(user, 1), program.operand(user, 2)) : undefined
      case Op.StoreDynamic:
        return program.operand(user, 0) === node ? this.#store(token, program.literalText(program.operand(user, 1)) ?? anyKey, program.operand(user, 2)) : undefined
      case Op.Spread:
      case Op.SpreadKeywords:
        return this.#spread(token, user)
      case Op.Keyword:
        return this.#add(user, token)
      case Op.Call:
      case Op.New:
        if (program.operand(user, 0) === node) this.#call(token, user)
        for (let index = 1, count = program.operandCount(user); index < count; index += 1) if (program.operand(user, index) === node) this.#argument(token, user, index)
        return
      case Op.Class:
        return
      default:
    }
  }

  /** A class takes after another one. */
  #derive(classIndex: number, base: number): void {
    const [itself, instance] = [this.#tokens.ofClass(classIndex), this.#tokens.instanceOf(classIndex)]
    const kind = this.#tokens.kind(base)
    this.#heap.follow(itself, base)
    if (kind === TokenKind.external) this.#heap.follow(instance, this.#tokens.externalStep(base, 'new'))
    if (kind !== TokenKind.class) return
    const baseIndex = this.#tokens.reference(base)
    this.#heap.follow(instance, this.#tokens.instanceOf(baseIndex))
    this.#inheritSelf(baseIndex, instance)
    if ((this.#program.classes[classIndex]?.creator ?? -1) < 0) for (const call of this.#made.get(classIndex) ?? []) this.#bindCreator(classIndex, call)
  }

  /** Methods of a base class are called on instances of those that take after it. */
  #inheritSelf(classIndex: number, instance: number): void {
    for (const index of this.#withBases(classIndex)) {
      const made = this.#program.classes[index]
      if (!made) continue
      for (const { value, flags } of made.members) if ((flags & MemberFlag.static) === 0 && this.#program.op(value) === Op.Closure) this.#add(this.#selfNode(this.#program.operand(value, 0)), instance)
      for (const own of [made.creator, made.initializer]) if (own >= 0) this.#add(this.#selfNode(own), instance)
    }
  }

  /** A class and those of the program that it takes after, as far as is known; where classes are made by functions, a few of many. */
  #withBases(classIndex: number): Set<number> {
    const found = new Set([classIndex])
    for (const index of found) {
      for (const base of this.#program.classes[index]?.bases ?? []) {
        for (const token of this.#sets.of(base)) if (this.#tokens.kind(token) === TokenKind.class && found.size < mostBases) found.add(this.#tokens.reference(token))
      }
    }
    return found
  }

  #bind(from: number, to: number): void {
    const known = this.#bound.get(from)
    if (!known) this.#bound.set(from, [to])
    else if (known.includes(to)) return
    else known.push(to)
    for (const token of this.#sets.of(from)) this.#add(to, token)
  }

  #load(token: number, key: string, to: number): void {
    const kind = this.#tokens.kind(token)
    if (kind === TokenKind.external) {
      const name = this.#tokens.name(token)
      if (name.startsWith('\0')) return this.#heap.edge(this.#heap.attribute(token, key), to)
      if (key === 'bind') return this.#calledAt(to, (call) => this.#add(call, token))
      if (key !== anyKey) this.#add(to, this.#tokens.externalStep(token, key))
    } else if (kind === TokenKind.function) {
      // Members that are assigned to a function; `bind`, `call` and `apply` are looked at by their calls.
      if (key === 'bind' || key === 'call' || key === 'apply') return this.#methodOfFunction(token, key, to)
      if (key === 'prototype') return this.#add(to, this.#prototypeOf(token))
      this.#heap.edge(this.#heap.attribute(token, key), to)
    } else if (kind === TokenKind.class && key === 'prototype') {
      // `super.method` of a front end, and methods that are added later.
      this.#add(to, this.#tokens.instanceOf(this.#tokens.reference(token)))
    } else {
      this.#heap.edge(key === anyKey ? this.#heap.all(token) : this.#heap.attribute(token, key), to)
      // A module's `default` that CommonJS wrote is the module itself.
      if (kind === TokenKind.exports && key === 'default') this.#heap.edge(this.#heap.attribute(this.#moduleOf(this.#tokens.reference(token)), 'exports'), to)
      const wrapped = key === 'default' ? this.#wrapped.get(token) : undefined
      if (wrapped !== undefined) this.#heap.edge(wrapped, to)
    }
    if (containerMethods.has(key)) this.#containerMethod(token, key, to)
  }

  #methodOfFunction(token: number, key: string, load: number): void {
    this.#calledAt(load, (call) => {
      if (key === 'bind') this.#add(call, token)
      else if (key === 'call') this.#bindFunction(token, call, { skip: 1 })
      else this.#linkCall(call, token)
    })
  }

  #calledAt(callee: number, visit: (call: number) => void): void {
    for (const call of this.#program.users(callee)) if (this.#program.op(call) === Op.Call && this.#program.operand(call, 0) === callee) visit(call)
  }

  #elements(token: number, to: number): void {
    const kind = this.#tokens.kind(token)
    if (kind === TokenKind.site) this.#heap.edge(this.#heap.all(token), to)
    // Iterating what a generator or an unknown container gave.
    else this.#add(to, token)
  }

  #store(token: number, key: string, value: number): void {
    if (this.#tokens.kind(token) === TokenKind.external && !this.#tokens.name(token).startsWith('\0')) return
    this.#heap.store(token, key, value)
    if (key === 'prototype' && this.#tokens.kind(token) === TokenKind.function) for (const given of this.#sets.of(value)) this.#heap.follow(this.#prototypeOf(token), given)
    // Methods of objects and of constructors find what they are called on.
    if (this.#program.op(value) === Op.Closure && this.#tokens.kind(token) !== TokenKind.exports) this.#add(this.#selfNode(this.#program.operand(value, 0)), token)
  }

  /** What an object literal or a call takes of another object by `...`. */
  #spread(token: number, spread: number): void {
    for (const user of this.#program.users(spread)) {
      const op = this.#program.op(user)
      if (op === Op.ObjectOf) this.#heap.follow(this.#tokens.site(user), token)
      else if (op === Op.ArrayOf) this.#heap.edge(this.#heap.all(token), this.#heap.attribute(this.#tokens.site(user), anyKey))
      else if (op === Op.Call || op === Op.New) {
        for (const callee of this.#callees.get(user) ?? []) this.#bindArguments(callee, user, 0)
      }
    }
  }

  #call(token: number, call: number): void {
    const program = this.#program
    switch (this.#tokens.kind(token)) {
      case TokenKind.function:
        return this.#bindFunction(token, call, { skip: 0 })
      case TokenKind.class: {
        const index = this.#tokens.reference(token)
        const instance = this.#tokens.instanceOf(index)
        this.#add(call, instance)
        append(this.#made, index, call)
        this.#bindCreator(index, call)
        return
      }
      case TokenKind.external: {
        const name = this.#tokens.name(token)
        if (name.startsWith(resolving)) return this.#resolvePromise(name, call)
        if (name.startsWith('\0')) return this.#runModule(token, call)
        this.#callExternal(name, call)
        const isNew = program.op(call) === Op.New
        if (isNew && containers.has(name)) {
          const site = this.#tokens.site(call)
          this.#add(call, site)
          this.#fill(call, site, name)
        }
        this.#add(call, this.#tokens.externalStep(token, isNew ? 'new' : '()'))
        return
      }
      case TokenKind.instance:
        // An instance that can be called, such as a subclass of Function: nothing is known.
        return
      default:
    }
  }

  /** `__commonJS(run)`: gives what runs a module and then gives its exports, which other modules do not share. */
  #wrapModule(wrapper: number, call: number): boolean {
    const module = this.#wrappers.has(wrapper) ? wrappedModule(this.#program, call) : undefined
    if (module === undefined) return false
    const loader = this.#tokens.external(`\0loader${call}`)
    if (this.#loaders.has(loader) || !this.#linkCall(call, wrapper)) return true
    const [own, itself] = [this.#tokens.site(call), this.#tokens.external(`\0wrapped${call}`)]
    const exports = this.#heap.attribute(itself, 'exports')
    this.#loaders.set(loader, { module, exports })
    this.#wrapped.set(own, exports)
    this.#add(exports, own)
    const [first, second] = this.#program.functions[module]?.parameters ?? []
    if (first) this.#add(first.node, own)
    if (second) this.#add(second.node, itself)
    this.#add(call, loader)
    return true
  }

  #runModule(loader: number, call: number): void {
    const found = this.#loaders.get(loader)
    if (!found) return
    this.#linkCall(call, found.module)
    this.#heap.edge(found.exports, call)
  }

  /** What a new container has from the start. */
  #fill(call: number, site: number, name: string): void {
    const program = this.#program
    const any = this.#heap.attribute(site, anyKey)
    if (name.endsWith('Map')) {
      // Iterating a map gives pairs: the map stands for each of them.
      this.#add(any, site)
      this.#heap.edge(this.#heap.all(site), this.#heap.attribute(site, '1'))
    }
    const argument = program.operand(call, 1)
    if (argument < 0) return
    if (!name.endsWith('Map') || program.op(argument) !== Op.ArrayOf) {
      for (const token of this.#sets.of(argument)) this.#heap.edge(this.#heap.all(token), any)
      return
    }
    for (let index = 0, count = program.operandCount(argument); index < count; index += 1) {
      const pair = program.operand(argument, index)
      if (program.op(pair) === Op.ArrayOf && program.operandCount(pair) === 2) this.#heap.store(site, program.literalText(program.operand(pair, 0)) ?? anyKey, program.operand(pair, 1))
    }
  }

  /** A class runs its creator, or that of the nearest class it takes after. */
  #bindCreator(classIndex: number, call: number): void {
    for (const index of this.#withBases(classIndex)) {
      const creator = this.#program.classes[index]?.creator ?? -1
      if (creator >= 0) return this.#link(call, creator, { skip: 0 })
    }
  }

  #callExternal(name: string, call: number): void {
    const program = this.#program
    const passed = passingFunctions.get(name)
    if (typeof passed === 'number') {
      const argument = program.operand(call, 1 + passed)
      if (argument >= 0) this.#heap.edge(argument, call)
    } else if (name === 'Object.defineProperty') this.#define(call, describedAttribute(program, call))
    else if (listingFunctions.has(name) || assigningFunctions.has(name) || starFunctions.has(name) || name === 'Promise') {
      if (listingFunctions.has(name)) this.#add(call, this.#tokens.site(call))
      // Arguments may have come before it was known what is called.
      for (let index = 1, count = program.operandCount(call); index < count; index += 1) for (const token of this.#sets.of(program.operand(call, index))) this.#argument(token, call, index)
    // A decorator of which nothing is known mostly gives a function that calls the one it got.
    } else if (program.operandCount(call) === 2 && program.op(program.operand(call, 1)) === Op.Closure && program.fileOf(call).language === 'python') this.#heap.edge(program.operand(call, 1), call)
  }

  /** A call gives attributes to its first argument. */
  #define(call: number, attributes: readonly DefinedAttribute[]): void {
    this.#defined.set(call, attributes)
    for (const token of this.#sets.of(this.#program.operand(call, 1))) for (const { key, value } of attributes) this.#store(token, key, value)
  }

  /** `new Promise((resolve) => …)`: the function gets one that says what the promise gives. */
  #promise(executor: number, call: number, index: number): void {
    if (index !== 1 || this.#tokens.kind(executor) !== TokenKind.function || this.#program.op(call) !== Op.New) return
    const [resolve] = this.#program.functions[executor]?.parameters ?? []
    if (resolve) this.#add(resolve.node, this.#tokens.external(`${resolving}${call}`))
  }

  #resolvePromise(name: string, call: number): void {
    const value = this.#program.operand(call, 1)
    if (name.startsWith(resolving) && value >= 0) this.#heap.edge(value, Number(name.slice(resolving.length)))
  }

  /** `(from, to)`: a module passes on whatever another one exports. */
  #passOn(call: number): void {
    for (const to of this.#sets.of(this.#program.operand(call, 2))) for (const from of this.#sets.of(this.#program.operand(call, 1))) this.#heap.follow(to, from)
  }

  /** A token has come to an argument. */
  #argument(token: number, call: number, index: number): void {
    const program = this.#program
    if (index === 1) for (const { key, value } of this.#defined.get(call) ?? []) this.#store(token, key, value)
    for (const callee of this.#sets.of(program.operand(call, 0))) {
      if (this.#tokens.kind(callee) !== TokenKind.external) {
        if (this.#passes.has(callee)) this.#passOn(call)
        continue
      }
      const name = this.#tokens.name(callee)
      if (starFunctions.has(name)) this.#passOn(call)
      else if (name === 'Promise') this.#promise(token, call, index)
      else if (index === 1 && containers.has(name) && program.op(call) === Op.New) this.#fill(call, this.#tokens.site(call), name)
      else if (listingFunctions.has(name)) {
        const site = this.#tokens.site(call)
        const any = this.#heap.attribute(site, anyKey)
        this.#add(any, site)
        this.#heap.edge(this.#heap.all(token), any)
      } else if (assigningFunctions.has(name)) {
        this.#add(call, token)
        const target = program.operand(call, 1)
        if (index > 1) for (const into of this.#sets.of(target)) this.#heap.follow(into, token)
        else for (let other = 2; other < program.operandCount(call); other += 1) for (const from of this.#sets.of(program.operand(call, other))) this.#heap.follow(token, from)
      }
    }
    if (this.#tokens.kind(token) === TokenKind.function) this.#callback(token, call, index)
    else if (this.#tokens.kind(token) === TokenKind.site) this.#join(call, index)
  }

  /** `list.concat(other)` and `list.extend(other)` keep the elements of what they are handed. */
  #join(call: number, index: number): void {
    const program = this.#program
    const load = program.operand(call, 0)
    if (program.op(load) !== Op.Load || !joiningMethods.has(program.text(load, 1))) return
    for (const list of this.#sets.of(program.operand(load, 0))) {
      if (this.#tokens.kind(list) !== TokenKind.site) continue
      for (const token of this.#sets.of(program.operand(call, index))) if (this.#tokens.kind(token) === TokenKind.site) this.#heap.edge(this.#heap.all(token), this.#heap.attribute(list, anyKey))
    }
  }

  /** A function that is handed to a method of a container gets its elements. */
  #callback(token: number, call: number, index: number): void {
    const program = this.#program
    const load = program.operand(call, 0)
    if (program.op(load) !== Op.Load) return
    const method = containerMethods.get(program.text(load, 1))
    if (!method?.hands || index !== 1) return
    const found = program.functions[token]
    if (!found) return
    const elements = this.#elementsNode(call)
    for (const position of method.hands.parameters) {
      const parameter = found.parameters[position]
      if (parameter) this.#heap.edge(elements, parameter.node)
    }
    if (method.hands.parameters[0] === 1) {
      const initial = program.operand(call, 2)
      const [accumulator] = found.parameters
      if (initial >= 0 && accumulator) this.#heap.edge(initial, accumulator.node)
      if (initial >= 0) this.#heap.edge(initial, call)
    }
    if (method.gives === 'returned' || method.gives === 'returned-elements') {
      const target = method.gives === 'returned' ? call : this.#heap.attribute(this.#tokens.site(call), anyKey)
      if (method.gives === 'returned-elements') this.#add(call, this.#tokens.site(call))
      for (const returned of found.returns) this.#heap.edge(program.operand(returned, 0), target)
    }
  }

  /** Stands for the elements that the container of a method call has; an attribute of a token of its own. */
  #elementsNode(call: number): number {
    return this.#heap.attribute(this.#tokens.external(`\0elements${call}`), 'elements')
  }

  #containerMethod(token: number, key: string, load: number): void {
    const method = containerMethods.get(key)
    const kind = this.#tokens.kind(token)
    if (!method) return
    if (kind === TokenKind.external || kind === TokenKind.exports) return this.#promised(token, key, load)
    const isContainer = kind === TokenKind.site
    if (!isContainer && !method.hands?.whole) return
    for (const call of this.#program.users(load)) {
      if (this.#program.op(call) !== Op.Call || this.#program.operand(call, 0) !== load) continue
      const count = this.#program.operandCount(call)
      if (method.keeps) for (let index = method.keeps === 'last' ? Math.max(count - 1, 1) : 1; index < count; index += 1) this.#heap.store(token, this.#keyKept(key, call), this.#program.operand(call, index))
      if (joiningMethods.has(key)) for (let index = 1; index < count; index += 1) this.#join(call, index)
      if (method.hands) {
        if (method.hands.whole) this.#add(this.#elementsNode(call), token)
        else this.#heap.edge(this.#heap.all(token), this.#elementsNode(call))
      }
      if (method.gives === 'same') this.#add(call, token)
      if (method.gives === 'element') this.#heap.edge(key === 'get' || key === 'setdefault' ? this.#keyed(token, call) : this.#heap.all(token), call)
    }
  }

  /** A module, or what something outside gives, is awaited by methods of its promise. */
  #promised(token: number, key: string, load: number): void {
    if (key === 'then') this.#calledAt(load, (call) => this.#add(this.#elementsNode(call), token))
    else if (key === 'catch' || key === 'finally') this.#calledAt(load, (call) => this.#add(call, token))
  }

  /** `map.set('name', value)` keeps it under that key. */
  #keyKept(method: string, call: number): string {
    return method === 'set' && this.#program.operandCount(call) === 3 ? (this.#program.literalText(this.#program.operand(call, 1)) ?? anyKey) : anyKey
  }

  #keyed(token: number, call: number): number {
    const key = this.#program.literalText(this.#program.operand(call, 1))
    return key === undefined ? this.#heap.all(token) : this.#heap.attribute(token, key)
  }

  #bindFunction(functionIndex: number, call: number, { skip }: { readonly skip: number }): void {
    const program = this.#program
    const found = program.functions[functionIndex]
    if (!found) return
    if (this.#interop.has(functionIndex)) {
      // The module that goes in comes out.
      const argument = program.operand(call, 1)
      if (argument >= 0) this.#heap.edge(argument, call)
      return
    }
    if (this.#exporting.has(functionIndex)) return this.#define(call, exportedAttributes(program, call))
    if (this.#passes.has(functionIndex)) return this.#passOn(call)
    if (!this.#wrapModule(functionIndex, call)) this.#link(call, functionIndex, { skip })
  }

  #linkCall(call: number, functionIndex: number): boolean {
    const callees = this.#callees.get(call)
    if (callees?.includes(functionIndex)) return false
    if (callees) callees.push(functionIndex)
    else this.#callees.set(call, [functionIndex])
    const callers = this.#callers.get(functionIndex)
    if (callers) callers.push(call)
    else this.#callers.set(functionIndex, [call])
    return true
  }

  #link(call: number, functionIndex: number, { skip }: { readonly skip: number }): void {
    if (!this.#linkCall(call, functionIndex)) return
    const program = this.#program
    const found = program.functions[functionIndex]
    if (!found) return
    this.#bindArguments(functionIndex, call, skip)
    const generated = this.#generated.get(functionIndex)
    if (generated !== undefined) this.#add(call, generated)
    if ((found.flags & FunctionFlag.constructor) === 0 && program.op(call) !== Op.New) for (const returned of found.returns) this.#bind(program.operand(returned, 0), call)
    if (program.op(call) === Op.New && (found.flags & FunctionFlag.constructor) === 0) {
      // A function of old that makes objects by `this`.
      const site = this.#tokens.site(call)
      this.#heap.follow(site, this.#prototypeOf(functionIndex))
      this.#add(call, site)
      if (found.self >= 0) this.#add(found.self, site)
    }
  }

  #bindArguments(functionIndex: number, call: number, skip: number): void {
    const program = this.#program
    const found = program.functions[functionIndex]
    if (!found) return
    const shift = (found.flags & FunctionFlag.receiverIsParameter) === 0 ? 0 : 1
    let position = shift
    for (let index = 1 + skip, count = program.operandCount(call); index < count; index += 1) {
      const argument = program.operand(call, index)
      const op = program.op(argument)
      if (op === Op.Keyword) {
        const name = program.text(argument, 0)
        const parameter = found.parameters.find((one) => one.name === name) ?? found.parameters.find(({ kind }) => kind === ParameterKind.keywordRest)
        if (parameter) this.#bind(program.operand(argument, 1), parameter.node)
      } else if (op === Op.Spread) {
        for (const token of this.#sets.of(program.operand(argument, 0))) for (const parameter of found.parameters.slice(position)) this.#bind(this.#heap.all(token), parameter.node)
      } else if (op === Op.SpreadKeywords) {
        for (const token of this.#sets.of(program.operand(argument, 0))) for (const parameter of found.parameters) if (parameter.name !== undefined) this.#bind(this.#heap.attribute(token, parameter.name), parameter.node)
      } else {
        const parameter = found.parameters[position]
        if (parameter?.kind === ParameterKind.positional) {
          this.#bind(argument, parameter.node)
          position += 1
        } else {
          const rest = found.parameters.find(({ kind }) => kind === ParameterKind.rest)
          if (rest) {
            const site = this.#tokens.site(rest.node)
            this.#add(rest.node, site)
            this.#heap.store(site, anyKey, argument)
          }
        }
      }
    }
  }

  /** Calls of methods of which nothing is known are linked to the few functions of the program that have their name. */
  #linkByName(): void {
    const program = this.#program
    const byName = new Map<string, number[]>()
    for (const { members } of program.classes) {
      for (const { key, value } of members) {
        if (program.op(value) !== Op.Closure || commonNames.has(key)) continue
        const known = byName.get(key)
        if (known) known.push(program.operand(value, 0))
        else byName.set(key, [program.operand(value, 0)])
      }
    }
    for (let call = 0; call < program.nodeCount; call += 1) {
      if (program.op(call) !== Op.Call) continue
      const load = program.operand(call, 0)
      if (program.op(load) !== Op.Load || !this.#sets.isEmpty(load)) continue
      const receiver = program.operand(load, 0)
      // A receiver that is known lacks the method for a reason.
      if (!this.#sets.isEmpty(receiver)) continue
      const named = byName.get(program.text(load, 1))
      if (named && named.length <= fewOfAName) for (const functionIndex of named) this.#link(call, functionIndex, { skip: 0 })
    }
  }
}

function append(into: Map<number, number[]>, key: number, value: number): void {
  const known = into.get(key)
  if (known) known.push(value)
  else into.set(key, [value])
}

/** Begins the names of functions that say what promises give; their calls follow. */
const resolving = '\0resolve'

const joiningMethods: ReadonlySet<string> = new Set(['concat', 'extend'])

const containers: ReadonlySet<string> = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Array', 'collections.OrderedDict', 'collections.defaultdict'])

/** Functions of these names, also those that tsc writes without one: `var name = (this && this.name) || function () { … }`. */
function functionsNamed(program: Program, names: ReadonlySet<string>): Set<number> {
  const found = new Set<number>()
  for (const [index, { name }] of program.functions.entries()) if (name !== undefined && names.has(name)) found.add(index)
  const keys = new Set([...names].map((name) => program.stringIndex(name)).filter((index) => index >= 0))
  if (keys.size === 0) return found
  for (let load = 0; load < program.nodeCount; load += 1) {
    if (program.op(load) !== Op.Load || !keys.has(program.operand(load, 1)) || program.op(program.operand(load, 0)) !== Op.Self) continue
    for (const both of program.users(load)) {
      for (const either of program.op(both) === Op.Logical ? program.users(both) : []) {
        const own = program.op(either) === Op.Logical ? program.operand(either, 2) : -1
        if (program.op(own) === Op.Closure) found.add(program.operand(own, 0))
      }
    }
  }
  return found
}

/** Functions by which compilers let modules of both kinds look alike: by name, or, renamed by a minifier, by the mark that they look for. */
function interopHelpers(program: Program): ReadonlySet<number> {
  const found = functionsNamed(program, interopFunctions)
  const mark = program.stringIndex('__esModule')
  if (mark < 0) return found
  for (let node = 0; node < program.nodeCount; node += 1) {
    const op = program.op(node)
    if ((op !== Op.Load || program.operand(node, 1) !== mark) && (op !== Op.Literal || program.operand(node, 1) !== mark)) continue
    const index = program.functionOf(node)
    const { parent, parameters } = program.functions[index] ?? { parent: -1, parameters: [] }
    if (parent >= 0 && parameters.length > 0 && parameters.length <= 3) found.add(index)
  }
  return found
}
