import type { Program } from '../program/program.ts'
import { containerFunctions } from '../models/containers.ts'
import { Op } from '../ir/operations.ts'
import { callForms } from './argument-binder.ts'
import { type DefinedAttribute, describedAttribute } from './defined-attributes.ts'
import { maxFollowed } from './heap.ts'
import {
  assigningFunctions,
  listingFunctions,
  passingFunctions,
  providingFunctions,
  starFunctions,
} from './passing-functions.ts'
import { containers, type Propagation } from './propagation.ts'
import type { ExternalCallPart, ReferenceParts } from './reference-parts.ts'
import { NameTrait, TokenKind } from './tokens.ts'

/** Prefix for the names of `resolve` functions. It is followed by the id of the `new Promise` call. */
const resolving = '\0resolve'

/** Models calls of external functions that have a known effect on their arguments. */
export class ExternalCalls implements ExternalCallPart {
  readonly #propagation: Propagation
  readonly #parts: ReferenceParts
  readonly #steps: { readonly called: number; readonly made: number; readonly second: number }
  /** For each node that holds the initial pairs of a new map, the node for the map's values. */
  readonly #pairs = new Map<number, number>()
  /** Attributes that each call defines on its first argument. */
  readonly #defined = new Map<number, readonly DefinedAttribute[]>()

  constructor(propagation: Propagation, parts: ReferenceParts) {
    this.#propagation = propagation
    this.#parts = parts
    this.#steps = {
      called: propagation.keys.of('()'),
      made: propagation.keys.of('new'),
      second: propagation.keys.of('1'),
    }
  }

  call(token: number, call: number): void {
    const { program, tokens } = this.#propagation
    const name = tokens.name(token)
    if (name.startsWith(resolving)) return this.#resolvePromise(name, call)
    if ((tokens.traits(token) & NameTrait.own) !== 0) return this.#parts.modules.run(token, call)
    this.#callNamed(name, call)
    const isNew = program.op(call) === Op.New
    if (isNew ? containers.has(name) : isContainerFunction(name, program, call)) {
      const site = tokens.site(call)
      if (isNew && name !== 'Array') this.#propagation.maps.add(site)
      this.#propagation.add(call, site)
      this.#fill(call, site, name)
    }
    this.#propagation.add(call, tokens.externalStep(token, isNew ? this.#steps.made : this.#steps.called))
  }

  #callNamed(name: string, call: number): void {
    const { program, sets, tokens } = this.#propagation
    const passed = passingFunctions.get(name)
    if (typeof passed === 'number') {
      const argument = program.operand(call, 1 + passed)
      if (argument >= 0) this.#propagation.edge(argument, call)
    } else if (name === 'Object.defineProperty') this.define(call, describedAttribute(program, call))
    else if (
      listingFunctions.has(name) ||
      assigningFunctions.has(name) ||
      starFunctions.has(name) ||
      providingFunctions.has(name) ||
      name === 'Promise' ||
      name === 'Reflect.apply'
    ) {
      if (listingFunctions.has(name)) this.#propagation.add(call, tokens.site(call))
      // Arguments may arrive before the callee is known.
      for (let index = 1, count = program.operandCount(call); index < count; index += 1)
        for (const token of sets.of(program.operand(call, index))) this.argument(token, call, index)
      // An unknown decorator usually returns a function that calls the decorated one.
    } else if (
      program.operandCount(call) === 2 &&
      program.op(program.operand(call, 1)) === Op.Closure &&
      program.fileOf(call).semantics.calls.unknownCallsWrap
    )
      this.#propagation.edge(program.operand(call, 1), call)
  }

  /** Defines attributes on a call's first argument. */
  define(call: number, attributes: readonly DefinedAttribute[]): void {
    const { program, sets } = this.#propagation
    this.#defined.set(call, attributes)
    for (const token of sets.of(program.operand(call, 1))) this.#store(token, attributes)
  }

  #store(token: number, attributes: readonly DefinedAttribute[]): void {
    for (const { key, value } of attributes) this.#parts.attributes.store(token, this.#propagation.keys.of(key), value)
  }

  /** Handles a token that reaches an argument. */
  argument(token: number, call: number, index: number): void {
    const { program, sets, tokens } = this.#propagation
    if (index === 1 && this.#defined.size > 0) this.#store(token, this.#defined.get(call) ?? [])
    const callees = program.operand(call, 0)
    if (!sets.isEmpty(callees)) {
      for (const callee of sets.of(callees)) {
        if (tokens.kind(callee) !== TokenKind.external) {
          if (this.#parts.modules.passes(callee)) this.#parts.modules.passOnWith(call, token, index)
        } else if ((tokens.traits(callee) & NameTrait.looksAtArguments) !== 0)
          this.#argumentOf(tokens.name(callee), token, call, index)
      }
    }
    const kind = tokens.kind(token)
    this.#parts.calls.listArrived(call, index)
    if (kind === TokenKind.function) this.#parts.containers.callback(token, call, index)
    else if (kind === TokenKind.site) this.#parts.containers.join(call, index)
  }

  #argumentOf(name: string, token: number, call: number, index: number): void {
    const { program, tokens, heap, sets, keys } = this.#propagation
    if (starFunctions.has(name)) this.#parts.modules.passOnWith(call, token, index)
    else if (providingFunctions.has(name)) this.#provide(call, token)
    else if (name === 'Reflect.apply' && index === 1 && tokens.kind(token) === TokenKind.function)
      this.#parts.calls.bindFunction(token, call, callForms.reflect)
    else if (name === 'Promise') this.#promise(token, call, index)
    else if (index === 1 && containers.has(name) && program.op(call) === Op.New)
      this.#fill(call, tokens.site(call), name)
    else if (listingFunctions.has(name)) {
      const site = tokens.site(call)
      const any = heap.attribute(site, keys.any)
      this.#propagation.add(any, site)
      this.#propagation.edge(heap.all(token), any)
    } else if (assigningFunctions.has(name)) {
      this.#propagation.add(call, token)
      if (index > 1) for (const into of sets.of(program.operand(call, 1))) this.#assign(into, token, call)
      else
        for (let other = 2; other < program.operandCount(call); other += 1)
          for (const from of sets.of(program.operand(call, other))) this.#assign(token, from, call)
    }
  }

  /**
   * Copies attributes as `Object.assign` does. The number of sources is limited unless the target is an object literal,
   * module exports, or the call's only target. The last case covers an instance whose constructor copies its options,
   * and a prototype with mixins.
   */
  #assign(into: number, from: number, call: number): void {
    const { program, tokens, heap, sets } = this.#propagation
    const kind = tokens.kind(into)
    const isKnown = kind === TokenKind.site || kind === TokenKind.exports || sets.hasOne(program.operand(call, 1))
    heap.follow(into, from, isKnown ? Infinity : maxFollowed)
  }

  /**
   * Handles `Depends(provider)`: a parameter with this default receives the value that the provider returns or yields.
   */
  #provide(call: number, provider: number): void {
    const { program, tokens } = this.#propagation
    if (tokens.kind(provider) !== TokenKind.function) return
    for (const returned of program.functions[provider]?.returns ?? [])
      this.#propagation.edge(program.operand(returned, 0), call)
  }

  /**
   * Handles `new Promise((resolve) => …)`: the executor receives a `resolve` function that sets the promise's value.
   */
  #promise(executor: number, call: number, index: number): void {
    const { program, tokens } = this.#propagation
    if (index !== 1 || tokens.kind(executor) !== TokenKind.function || program.op(call) !== Op.New) return
    const [resolve] = program.functions[executor]?.parameters ?? []
    if (resolve) this.#propagation.add(resolve.node, tokens.external(`${resolving}${call}`))
  }

  #resolvePromise(name: string, call: number): void {
    const value = this.#propagation.program.operand(call, 1)
    if (value >= 0) this.#propagation.edge(value, Number(name.slice(resolving.length)))
  }

  /** Returns a node for the pairs that initialize a new map. The second element of each pair is a map value. */
  #pairsOf(call: number, values: number): number {
    const { tokens, heap, keys } = this.#propagation
    const pairs = heap.attribute(tokens.external(`\0pairs${call}`), keys.any)
    this.#pairs.set(pairs, values)
    return pairs
  }

  /** Handles tokens that reach a node that may hold pairs for a map. */
  arrive(node: number, found: Int32Array, count: number): void {
    const values = this.#pairs.size === 0 ? undefined : this.#pairs.get(node)
    if (values === undefined) return
    const { tokens, heap } = this.#propagation
    for (let index = 0; index < count; index += 1) {
      const token = found[index] ?? -1
      if (tokens.kind(token) === TokenKind.site)
        this.#propagation.edge(heap.attribute(token, this.#steps.second), values)
    }
  }

  /** Adds the initial elements of a new container. */
  #fill(call: number, site: number, name: string): void {
    const { program, heap, keys, sets } = this.#propagation
    const any = heap.attribute(site, keys.any)
    if (name.endsWith('Map')) {
      // Iterating a map yields pairs. The map itself represents each of them.
      this.#propagation.add(any, site)
      this.#propagation.edge(heap.all(site), heap.attribute(site, this.#steps.second))
    }
    for (let index = 1, count = program.operandCount(call); index < count; index += 1) {
      const given = program.operand(call, index)
      if (program.op(given) === Op.Keyword) heap.store(site, program.operand(given, 0), program.operand(given, 1))
    }
    const argument = program.operand(call, 1)
    if (argument < 0) return
    if (!name.endsWith('Map') || program.op(argument) !== Op.ArrayOf) {
      const elements = name.endsWith('Map') ? this.#pairsOf(call, any) : any
      for (const token of sets.of(argument)) this.#propagation.edge(heap.all(token), elements)
      return
    }
    for (let index = 0, count = program.operandCount(argument); index < count; index += 1) {
      const pair = program.operand(argument, index)
      if (program.op(pair) === Op.ArrayOf && program.operandCount(pair) === 2)
        heap.store(site, this.#propagation.computedKey(program.operand(pair, 0)), program.operand(pair, 1))
    }
  }
}

function isContainerFunction(name: string, program: Program, call: number): boolean {
  const language = containerFunctions.get(name)
  return language !== undefined && program.fileOf(call).semantics.libraries === language
}
