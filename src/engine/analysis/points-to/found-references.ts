import { FunctionFlag, Op } from '../ir/operations.ts'
import type { Program } from '../program/program.ts'
import {
  type ArgumentBinding,
  bindArguments,
  boundValue,
  callForms,
  type CalledFunction,
  receiverOf,
  whole,
} from './argument-binder.ts'
import type { AttributeKeys } from './attribute-keys.ts'
import { formOfCall, isOnlyClass, mayBeUnbound } from './call-forms.ts'
import type { Heap, KeyedAttribute } from './heap.ts'
import type { CallGraph } from './call-graph.ts'
import type { References } from './references.ts'
import { isReplaced } from './replaced-keywords.ts'
import type { TokenSets } from './token-sets.ts'
import { TokenKind, type Tokens } from './tokens.ts'

/** How many definitions are followed for one value, and through how many callers a parameter is. */
const bounds = { origins: 64, visited: 400, callers: 12, bases: 24 }

interface Found {
  readonly program: Program
  readonly tokens: Tokens
  readonly sets: TokenSets
  readonly heap: Heap
  readonly keys: AttributeKeys
  /** From values to attributes, and from attributes to reads and to other attributes. */
  readonly edges: CallGraph
  readonly callees: ReadonlyMap<number, readonly number[]>
  readonly callers: ReadonlyMap<number, readonly number[]>
  /** Which budget ran out, if any did. */
  readonly stoppedBy: 'steps' | 'time' | undefined
}

/** The node that makes an object, and a key there. */
interface AttributeSite {
  readonly site: number
  readonly key: string
}

/** Answers what values refer to. */
export class FoundReferences implements References {
  readonly #found: Found
  readonly #origins = new Map<number, readonly number[]>()
  /** By node: which of those that follow, plus 1; 0 where nobody asked. */
  readonly #externalsAt: Int32Array
  readonly #externals: (readonly string[])[] = [noNames]

  constructor(found: Found) {
    this.#found = found
    this.#externalsAt = new Int32Array(found.heap.nodeCount)
  }

  get isComplete(): boolean {
    return this.#found.stoppedBy === undefined
  }

  /** Which budget ran out before all was found, if any did. */
  get stoppedBy(): 'steps' | 'time' | undefined {
    return this.#found.stoppedBy
  }

  /** Nodes of attributes follow those of the program. */
  get firstAttribute(): number {
    return this.#found.program.nodeCount
  }

  /** Nodes of the program and of attributes. */
  get nodeCount(): number {
    return this.#found.heap.nodeCount
  }

  /**
   * Where a value goes by attributes of objects: from stored values to attributes, from attributes to reads and to
   * other attributes.
   */
  heapEdges(node: number): readonly number[] {
    return this.#found.edges.of(node)
  }

  /**
   * The literal, list or map that an attribute belongs to, and the key there; undefined for attributes of instances and
   * modules.
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

  /**
   * By attribute, from the first one. Asked with every edge between attributes, of which a bundle of 3 MB has millions.
   */
  readonly #sites: AttributeSite[] = []

  /** Attributes of whatever a value may be, with their keys; undefined stands for all keys together. */
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

  /** Asked again and again of the same callees, and mostly of none. */
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

  /** What an instance is of classes outside of the program. */
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

  /** Keys of what a value may be that the program names. */
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
    const known = this.#origins.get(node)
    if (known) return known
    const found = this.#findOrigins(node)
    this.#origins.set(node, found)
    return found
  }

  #findOrigins(start: number): readonly number[] {
    const { program } = this.#found
    const origins: number[] = []
    const seen = new Set([start])
    const waiting = [start]
    for (let at = 0; at < waiting.length && origins.length < bounds.origins && seen.size < bounds.visited; at += 1) {
      const node = waiting[at] ?? 0
      const before = this.#before(node)
      if (before.length === 0) origins.push(node)
      for (const one of before) {
        if (one >= program.nodeCount || seen.has(one)) continue
        seen.add(one)
        waiting.push(one)
      }
    }
    return origins
  }

  /** The nodes that a value is one of, unchanged. */
  #before(node: number): readonly number[] {
    const { program } = this.#found
    const operands = (step: number) =>
      Array.from({ length: Math.ceil(program.operandCount(node) / step) }, (_none, index) =>
        program.operand(node, index * step),
      )
    switch (program.op(node)) {
      case Op.Capture:
      case Op.Await:
      case Op.Typed:
        return [program.operand(node, 0)]
      case Op.Cell:
        return operands(1)
      case Op.Phi:
        return operands(2)
      case Op.Logical:
        return [program.operand(node, 1), program.operand(node, 2)]
      case Op.Load:
        return this.attribute(program.operand(node, 0), program.text(node, 1))
      case Op.LoadDynamic: {
        const key = program.literalText(program.operand(node, 1))
        return key === undefined ? [] : this.attribute(program.operand(node, 0), key)
      }
      case Op.Import:
        return this.#imported(node)
      case Op.Parameter:
        return this.#handedOver(node)
      default:
        return []
    }
  }

  #imported(node: number): readonly number[] {
    const { sets, tokens, program } = this.#found
    // What tokens name is where it was made; constants have none, and are found by what the module exports.
    const made = sets
      .of(node)
      .filter((token) => tokens.kind(token) === TokenKind.site)
      .map((token) => tokens.reference(token))
    const stored = this.#exportSources.get(node) ?? this.#storedBefore(node)
    this.#exportSources.set(node, stored)
    return [...made.filter((site) => program.op(site) !== Op.Parameter), ...stored]
  }

  /** Values that were stored in attributes whose reads a node is. */
  #storedBefore(read: number): readonly number[] {
    const { edges, heap, program } = this.#found
    if (!this.#sourcesByRead) {
      this.#sourcesByRead = new Map()
      for (let attribute = program.nodeCount; attribute < heap.nodeCount; attribute += 1) {
        const stored = heap.storedIn(attribute)
        if (stored.length === 0) continue
        for (let link = edges.first(attribute); link >= 0; link = edges.next(link)) {
          const to = edges.to(link)
          if (to >= program.nodeCount || program.op(to) !== Op.Import) continue
          const known = this.#sourcesByRead.get(to)
          if (known) known.push(...stored)
          else this.#sourcesByRead.set(to, [...stored])
        }
      }
    }
    return this.#sourcesByRead.get(read) ?? none
  }

  #sourcesByRead: Map<number, number[]> | undefined

  readonly #exportSources = new Map<number, readonly number[]>()

  #handedOver(node: number): readonly number[] {
    const { program } = this.#found
    const index = program.functionOf(node)
    const callers = this.callers(index)
    if (callers.length === 0 || callers.length > bounds.callers) return []
    const position = program.operand(node, 0)
    const given: number[] = []
    for (const call of callers) {
      const argument = this.argumentFor(call, index, position)
      if (argument === undefined) return []
      given.push(argument)
    }
    return given
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

  /** What a function is called on, −1 where that is not known. */
  receiverFor(call: number, functionIndex: number): number {
    return receiverOf(this.#found.program, this.#called(call, functionIndex))
  }

  /** Which argument of a call goes to which parameter of a function that it may run. */
  bindings(call: number, functionIndex: number): readonly ArgumentBinding[] {
    if (this.#boundCall !== call || this.#boundFunction !== functionIndex) {
      this.#bindings = bindArguments(this.#found.program, this.#called(call, functionIndex))
      this.#boundCall = call
      this.#boundFunction = functionIndex
    }
    return this.#bindings
  }

  /** The bindings asked for last: parameters of one function are asked for one after the other. */
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
