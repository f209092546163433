import { FunctionFlag, Op } from '../ir/operations.ts'
import type { Program } from '../program/program.ts'
import { callForms } from './argument-binder.ts'
import { containerMethods } from './container-methods.ts'
import type { Propagation } from './propagation.ts'
import type { AttributePart, ReferenceParts } from './reference-parts.ts'
import { maxTokens } from './token-sets.ts'
import { NameTrait, TokenKind } from './tokens.ts'

/**
 * Propagates tokens through attributes: reads, writes, elements, and spreads. Keys are numbers from `AttributeKeys`.
 */
export class AttributeSteps implements AttributePart {
  readonly #propagation: Propagation
  readonly #parts: ReferenceParts
  readonly #named: {
    readonly bind: number
    readonly call: number
    readonly apply: number
    readonly prototype: number
    readonly default: number
    readonly exports: number
    readonly members: number
  }
  /** Keys that name container methods. */
  readonly #containerKeys: ReadonlySet<number>
  /** Keys of attributes that the program stores on objects other than a method's own receiver; see `keysGiven`. */
  readonly #given: ReadonlySet<number>

  constructor(propagation: Propagation, parts: ReferenceParts) {
    this.#propagation = propagation
    this.#parts = parts
    const { keys } = propagation
    this.#named = {
      bind: keys.of('bind'),
      call: keys.of('call'),
      apply: keys.of('apply'),
      prototype: keys.of('prototype'),
      default: keys.of('default'),
      exports: keys.of('exports'),
      members: keys.of('__dict__'),
    }
    this.#containerKeys = new Set([...containerMethods.keys()].map((name) => keys.of(name)))
    this.#given = keysGiven(propagation.program)
  }

  /** Returns the token that holds the attributes that the program sets on a library object. */
  #keeper(token: number): number {
    const { tokens } = this.#propagation
    return tokens.external(`\0given ${tokens.name(token)}`)
  }

  load(token: number, key: number, to: number): void {
    const { tokens, heap, keys } = this.#propagation
    const named = this.#named
    const kind = tokens.kind(token)
    // An object's `__dict__` is modeled as the object itself.
    if (key === named.members && kind !== TokenKind.external) return this.#propagation.add(to, token)
    if (kind === TokenKind.external) {
      if ((tokens.traits(token) & NameTrait.own) !== 0) return this.#propagation.edge(heap.attribute(token, key), to)
      if (key === named.bind) return this.#propagation.eachCallOf(to, (call) => this.#propagation.add(call, token))
      if (key !== keys.any) this.#propagation.add(to, tokens.externalStep(token, key))
      // After `app.state.manager = Manager()`, reading `app.state.manager` returns the stored value.
      if (this.#given.has(key)) this.#propagation.edge(heap.attribute(this.#keeper(token), key), to)
    } else if (kind === TokenKind.function) {
      // Members assigned to a function. `bind`, `call`, and `apply` are handled at their calls instead.
      if (key === named.bind || key === named.call || key === named.apply) return this.#methodOfFunction(token, key, to)
      if (key === named.prototype) return this.#propagation.add(to, this.#propagation.prototypeOf(token))
      this.#propagation.edge(heap.attribute(token, key), to)
    } else if (kind === TokenKind.class && key === named.prototype) {
      // Covers `super.method` as emitted by a frontend, and methods that are added to the prototype later.
      this.#propagation.add(to, tokens.instanceOf(tokens.reference(token)))
    } else if (kind !== TokenKind.site || !(this.#isMethodOfMap(token, key) || this.#isContainerMethod(key, to))) {
      this.#propagation.edge(key === keys.any ? heap.all(token) : heap.attribute(token, key), to)
      if (key === named.default) this.#parts.modules.loadDefault(token, to)
    }
    if (this.#containerKeys.has(key)) this.#parts.containers.method(token, key, to)
  }

  /**
   * True if the key names a method of a map. Numeric keys are excluded: a map's token also represents each of its
   * pairs, whose elements have the keys 0 and 1.
   */
  #isMethodOfMap(token: number, key: number): boolean {
    const { keys, maps } = this.#propagation
    return maps.has(token) && key !== keys.any && !/^\d$/.test(keys.text(key))
  }

  /**
   * True for names of container methods in languages where attributes of lists and maps are always methods, never
   * elements.
   */
  #isContainerMethod(key: number, load: number): boolean {
    const { program } = this.#propagation
    return (
      this.#containerKeys.has(key) &&
      load < program.nodeCount &&
      program.op(load) === Op.Load &&
      program.fileOf(load).semantics.values.attributesAreNotElements
    )
  }

  #methodOfFunction(token: number, key: number, load: number): void {
    this.#propagation.eachCallOf(load, (call) => {
      if (key === this.#named.bind) this.#propagation.add(call, token)
      else this.#parts.calls.bindFunction(token, call, key === this.#named.call ? callForms.call : callForms.apply)
    })
  }

  elements(token: number, to: number): void {
    const { tokens, heap } = this.#propagation
    if (tokens.kind(token) === TokenKind.site) this.#propagation.edge(heap.all(token), to)
    // The loop iterates over a generator or an unknown container.
    else this.#propagation.add(to, token)
  }

  store(token: number, key: number, value: number): void {
    const { program, tokens, heap, sets } = this.#propagation
    const kind = tokens.kind(token)
    if (kind === TokenKind.external && (tokens.traits(token) & NameTrait.own) === 0) {
      if (this.#given.has(key)) heap.store(this.#keeper(token), key, value)
      return
    }
    heap.store(token, key, value)
    if (key === this.#named.prototype && kind === TokenKind.function)
      for (const given of sets.of(value)) heap.follow(this.#propagation.prototypeOf(token), given, maxTokens)
    // A function stored on an object or a constructor takes that object as its receiver.
    if (program.op(value) === Op.Closure && kind !== TokenKind.exports)
      this.#propagation.add(this.#propagation.selfNode(program.operand(value, 0)), token)
  }

  /** Stores an initial element of a literal. Taint follows these elements through the literal node itself. */
  hold(token: number, key: number, value: number): void {
    this.#propagation.bind(value, this.#propagation.heap.hold(token, key, value))
  }

  /** Copies a spread object's attributes into an object literal, an array literal, or a call. */
  spread(token: number, spread: number): void {
    const { program, tokens, heap, keys } = this.#propagation
    this.#propagation.eachUser(spread, (user) => {
      const op = program.op(user)
      if (op === Op.ObjectOf) heap.follow(tokens.site(user), token)
      else if (op === Op.ArrayOf) this.#propagation.edge(heap.all(token), heap.attribute(tokens.site(user), keys.any))
      else if (op === Op.Call || op === Op.New) this.#parts.calls.rebind(user)
    })
  }
}

/**
 * Returns the keys of attributes that are stored on objects other than the method's own receiver, in languages whose
 * attributes are not elements. A program uses such attributes to attach state to an application or a server.
 */
function keysGiven(program: Program): ReadonlySet<number> {
  const found = new Set<number>()
  for (const store of program.index.of(Op.Store)) {
    const object = program.operand(store, 0)
    if (
      program.op(object) !== Op.Self &&
      !isReceiverParameter(program, object) &&
      program.fileOf(store).semantics.values.attributesAreNotElements
    )
      found.add(program.operand(store, 1))
  }
  return found
}

function isReceiverParameter(program: Program, node: number): boolean {
  return (
    program.op(node) === Op.Parameter &&
    program.operand(node, 0) === 0 &&
    ((program.functions[program.functionOf(node)]?.flags ?? 0) & FunctionFlag.receiverIsParameter) !== 0
  )
}
