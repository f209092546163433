import { FunctionFlag, Op } from '../ir/operations.ts'
import {
  type ArgumentBinding,
  bindArguments,
  boundValue,
  callForms,
  type CalledFunction,
  receiverOf,
  whole,
} from './argument-binder.ts'
import { formOfCall, isOnlyClass, mayBeUnbound } from './call-forms.ts'
import type { KeyedAttribute } from './heap.ts'
import type { PointsToResult } from './points-to-result.ts'
import type { References } from './references.ts'
import { isReplaced } from './replaced-keywords.ts'
import { TokenKind } from './tokens.ts'
import { ValueOrigins } from './value-origins.ts'

/** Maximum number of external base classes followed. */
const bounds = { bases: 24 }

/** Node that creates an object, and a key in that object. */
interface AttributeSite {
  readonly site: number
  readonly key: string
}

/** Answers queries about the points-to result. */
export class FoundReferences implements References {
  readonly #found: PointsToResult
  readonly #origins: ValueOrigins
  /** For each node, index into the cached name lists plus 1; 0 if not computed yet. */
  readonly #externalsAt: Int32Array
  readonly #externals: (readonly string[])[] = [noNames]

  constructor(found: PointsToResult) {
    this.#found = found
    this.#origins = new ValueOrigins(found, this)
    this.#externalsAt = new Int32Array(found.heap.nodeCount)
  }

  get isComplete(): boolean {
    return this.#found.stoppedBy === undefined
  }

  /** Budget that was exhausted before the fixed point, if any. */
  get stoppedBy(): 'steps' | 'time' | undefined {
    return this.#found.stoppedBy
  }

  /** Number of values whose points-to set is incomplete because it is full. */
  get overfullCount(): number {
    return this.#found.sets.overfullCount
  }

  /** First attribute node. Attribute nodes come after the program's nodes. */
  get firstAttribute(): number {
    return this.#found.program.nodeCount
  }

  /** Number of program nodes and attribute nodes. */
  get nodeCount(): number {
    return this.#found.heap.nodeCount
  }

  /** Heap edges of a node: from stored values to attributes, and from attributes to reads and to other attributes. */
  heapEdges(node: number): readonly number[] {
    return this.#found.edges.of(node)
  }

  /**
   * Returns the literal, list, or map that an attribute belongs to, with the key. Undefined for attributes of instances
   * and modules.
   */
  siteOfAttribute(attribute: number): AttributeSite | undefined {
    const { heap, tokens } = this.#found
    const owner = heap.ownerOf(attribute)
    if (tokens.kind(owner) !== TokenKind.site) return undefined
    return (this.#sites[attribute - this.firstAttribute] ??= {
      site: tokens.reference(owner),
      key: heap.keyText(attribute),
    })
  }

  /** True if an attribute is an instance field. All instances of a class share the field. */
  isInstanceField(attribute: number): boolean {
    const { heap, tokens } = this.#found
    return attribute >= this.firstAttribute && tokens.kind(heap.ownerOf(attribute)) === TokenKind.instance
  }

  /**
   * Site of each attribute. Cached, because it is read for every edge between attributes, and a bundle of 3 MB has
   * millions of them.
   */
  readonly #sites: AttributeSite[] = []

  /** Attributes that a value may have, with their keys. An undefined key represents all keys together. */
  attributesOf(node: number): readonly KeyedAttribute[] {
    const { sets, tokens, heap } = this.#found
    return sets.isEmpty(node)
      ? []
      : sets
          .of(node)
          .filter((token) => tokens.kind(token) !== TokenKind.external)
          .flatMap((token) => heap.attributesIn(token))
  }

  callees(call: number): readonly number[] {
    return this.#found.callees.get(call) ?? none
  }

  callers(functionIndex: number): readonly number[] {
    return this.#found.callers.get(functionIndex) ?? none
  }

  /** Cached, because the same callees are queried repeatedly and most have no external names. */
  externals(node: number): readonly string[] {
    const { sets } = this.#found
    if (sets.isEmpty(node)) return noNames
    const known = this.#externalsAt[node] ?? 0
    if (known > 0) return this.#externals[known - 1] ?? noNames
    const found = this.#findExternals(node)
    this.#externalsAt[node] = found.length === 0 ? 1 : this.#externals.push(found)
    return found
  }

  #findExternals(node: number): readonly string[] {
    const { sets, tokens } = this.#found
    const named: string[] = []
    for (const token of sets.of(node)) {
      if (tokens.kind(token) === TokenKind.external) named.push(tokens.name(token))
      else if (tokens.kind(token) === TokenKind.instance) named.push(...this.#outerBases(token))
    }
    return named.length === 0
      ? noNames
      : named.some((name) => name.startsWith('\0'))
        ? named.filter((name) => !name.startsWith('\0'))
        : named
  }

  /** Returns the external base classes of an instance. */
  #outerBases(token: number): string[] {
    const { tokens, heap } = this.#found
    const seen = new Set([token])
    const named: string[] = []
    for (const one of seen) {
      for (const followed of heap.followedBy(one)) {
        if (tokens.kind(followed) === TokenKind.external) named.push(tokens.name(followed))
        else if (seen.size < bounds.bases) seen.add(followed)
      }
    }
    return named.slice(0, bounds.bases)
  }

  objects(node: number): readonly number[] {
    const { sets, tokens, program } = this.#found
    if (sets.isEmpty(node)) return none
    return sets
      .of(node)
      .filter((token) => tokens.kind(token) === TokenKind.site)
      .map((token) => tokens.reference(token))
      .filter((site) => program.op(site) !== Op.Parameter)
  }

  attribute(node: number, key: string): readonly number[] {
    const { sets, tokens, heap } = this.#found
    let only: readonly number[] = none
    let all: Set<number> | undefined
    for (const token of sets.of(node)) {
      const stored = tokens.kind(token) === TokenKind.external ? none : heap.stored(token, key)
      if (stored.length === 0) continue
      if (only.length === 0) only = stored
      else for (const value of stored) (all ??= new Set(only)).add(value)
    }
    return all ? [...all] : only
  }

  /** Returns the attribute names that a value may have, without wildcard keys. */
  keys(node: number): readonly string[] {
    const { sets, heap } = this.#found
    return [...new Set(sets.of(node).flatMap((token) => heap.keys(token)))]
  }

  functions(node: number): readonly number[] {
    const { sets, tokens } = this.#found
    if (sets.isEmpty(node)) return none
    return sets.of(node).filter((token) => tokens.kind(token) === TokenKind.function)
  }

  classes(node: number): readonly number[] {
    const { sets, tokens } = this.#found
    if (sets.isEmpty(node)) return none
    return sets
      .of(node)
      .filter((token) => tokens.kind(token) === TokenKind.class)
      .map((token) => tokens.reference(token))
  }

  instanceClasses(node: number): readonly number[] {
    const { sets, tokens } = this.#found
    if (sets.isEmpty(node)) return none
    return sets
      .of(node)
      .filter((token) => tokens.kind(token) === TokenKind.instance)
      .map((token) => tokens.reference(token))
  }

  origins(node: number): readonly number[] {
    return this.#origins.of(node)
  }

  argumentFor(call: number, functionIndex: number, parameter: number): number | undefined {
    const { program } = this.#found
    const found = program.functions[functionIndex]
    if (parameter === 0 && found && (found.flags & FunctionFlag.receiverIsParameter) !== 0) {
      const receiver = this.receiverFor(call, functionIndex)
      return receiver < 0 ? undefined : receiver
    }
    for (const binding of this.bindings(call, functionIndex)) {
      if (binding.parameter !== parameter) continue
      if (binding.into !== whole) return undefined
      if (binding.isCertain) {
        const value = isReplaced(program, call, binding, (index) => this.callers(index))
          ? -1
          : boundValue(program, binding)
        return value < 0 ? undefined : value
      }
    }
    return undefined
  }

  isLeftOut(call: number, functionIndex: number, parameter: number): boolean {
    const { program } = this.#found
    const bindings = this.bindings(call, functionIndex)
    if (bindings.some((binding) => binding.parameter === parameter)) return false
    const isBound = (argument: number) => bindings.some((binding) => binding.argument === argument)
    for (let index = 1; index < program.operandCount(call); index += 1) {
      const argument = program.operand(call, index)
      const op = program.op(argument)
      if (op === Op.Spread || op === Op.SpreadKeywords || !isBound(argument)) return false
    }
    return true
  }

  /** Returns the receiver of a call, or -1 if it is unknown. */
  receiverFor(call: number, functionIndex: number): number {
    return receiverOf(this.#found.program, this.#called(call, functionIndex))
  }

  /** Returns the argument bindings between a call and a function that it may run. */
  bindings(call: number, functionIndex: number): readonly ArgumentBinding[] {
    if (this.#boundCall !== call || this.#boundFunction !== functionIndex) {
      this.#bindings = bindArguments(this.#found.program, this.#called(call, functionIndex))
      this.#boundCall = call
      this.#boundFunction = functionIndex
    }
    return this.#bindings
  }

  /** Most recent bindings. Callers query one function's parameters in sequence. */
  #bindings: readonly ArgumentBinding[] = []
  #boundCall = -1
  #boundFunction = -1

  #called(call: number, functionIndex: number): CalledFunction {
    const { program, sets, tokens } = this.#found
    const callee = program.operand(call, 0)
    const form = formOfCall(program, call, (node) => this.functions(node).includes(functionIndex))
    const isUnbound =
      form === callForms.plain &&
      mayBeUnbound(program, callee, functionIndex) &&
      isOnlyClass(sets.of(program.operand(callee, 0)), tokens)
    return { call, functionIndex, form, isUnbound }
  }
}

const none: readonly number[] = []
const noNames: readonly string[] = []
