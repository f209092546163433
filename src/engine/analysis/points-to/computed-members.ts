import { LiteralKind, Op } from '../ir/operations.ts'
import type { Program } from '../program/program.ts'
import type { Propagation } from './propagation.ts'
import type { CallPart } from './reference-parts.ts'
import { maxTokens } from './token-sets.ts'
import { TokenKind } from './tokens.ts'

/** A member read that uses a computed name, and the attributes that it may read. */
interface ComputedRead {
  readonly node: number
  readonly attributes: readonly number[]
}

/** Constant prefix and suffix in a computed name. */
export interface NameAffixes {
  readonly start: string
  readonly end: string
}

/** Maximum number of object members that a computed name may match. */
const maxMembers = 400

/** Maximum number of base classes and prototypes followed. */
const maxFollowed = 24

/** Maximum number of variables and conditions between a read and its call. */
const maxPassing = 8

const anyName: NameAffixes = { start: '', end: '' }

/**
 * Returns the constant prefix and suffix of a computed name: `handle_` for `f'handle_{name}'`. Undefined for a
 * constant, and for a name that has no constant part.
 */
export function affixesOf(program: Program, node: number): NameAffixes | undefined {
  if (program.op(node) !== Op.Concat) return undefined
  const count = program.operandCount(node)
  const textAt = (index: number) => {
    const part = program.operand(node, index)
    return program.op(part) === Op.Literal && program.operand(part, 0) === LiteralKind.string
      ? program.text(part, 1)
      : ''
  }
  const affixes = { start: textAt(0), end: count > 1 ? textAt(count - 1) : '' }
  return affixes.start === '' && affixes.end === '' ? undefined : affixes
}

/**
 * Members that are read with a computed name: `getattr(self, f'tool_{name}')`, `this['handle' + name]`,
 * `globals()[name]`, `handlers[name]`. A name with a constant part reads only the members that match it.
 */
export class ComputedMembers {
  readonly #propagation: Propagation
  readonly #calls: CallPart
  readonly #reads: ComputedRead[] = []

  constructor(propagation: Propagation, calls: CallPart) {
    this.#propagation = propagation
    this.#calls = calls
  }

  /** Adds edges from members to the reads that may return them. Call it after the first drain. */
  read(): void {
    const { program } = this.#propagation
    for (const node of program.index.of(Op.LoadDynamic)) {
      const key = program.operand(node, 1)
      if (program.op(key) !== Op.Literal) this.#addRead(node, program.operand(node, 0), affixesOf(program, key))
    }
    for (const call of program.callsOfMethod('get'))
      if (program.operandCount(call) > 1 && program.op(program.operand(call, 1)) !== Op.Literal)
        this.#addRead(call, program.operand(program.operand(call, 0), 0), undefined)
    const named = program.stringIndex('getattr')
    for (const callee of named < 0 ? [] : program.index.of(Op.Global)) {
      if (program.operand(callee, 0) !== named) continue
      for (const call of program.users(callee))
        if (program.op(call) === Op.Call && program.operand(call, 0) === callee && program.operandCount(call) > 2)
          this.#addRead(call, program.operand(call, 1), affixesOf(program, program.operand(call, 2)) ?? anyName)
    }
  }

  /**
   * `affixes` is undefined if the name has no constant part. The propagation has then already read all members, as far
   * as they fit into a points-to set.
   */
  #addRead(node: number, object: number, affixes: NameAffixes | undefined): void {
    const { sets, tokens, heap, keys } = this.#propagation
    const attributes: number[] = []
    for (const token of sets.of(object)) {
      const kind = tokens.kind(token)
      if (kind === TokenKind.external || kind === TokenKind.function) continue
      for (const name of this.#membersOf(token, affixes ?? anyName)) {
        if (attributes.length === maxMembers) break
        attributes.push(heap.attribute(token, keys.of(name)))
      }
    }
    if (affixes) for (const attribute of attributes) this.#propagation.edge(attribute, node)
    if (attributes.length > maxTokens) this.#reads.push({ node, attributes })
  }

  /**
   * Returns the members of a token that a computed name may match. Private members match only if the name has a
   * constant part.
   */
  #membersOf(token: number, { start, end }: NameAffixes): readonly string[] {
    const { heap } = this.#propagation
    const found = new Set<string>()
    const seen = new Set([token])
    const isAny = start === '' && end === ''
    for (const one of seen) {
      for (const name of heap.keys(one))
        if (
          name.length >= start.length + end.length &&
          name.startsWith(start) &&
          name.endsWith(end) &&
          !(isAny && name.startsWith('_'))
        )
          found.add(name)
      for (const next of heap.followedBy(one)) if (seen.size < maxFollowed) seen.add(next)
    }
    return [...found]
  }

  /**
   * Links calls of the read value to functions that do not fit into a points-to set: `handlers[name](args)` for a table
   * with 40 functions, `tools[name].run(args)`. Call it after the drain that follows `read`.
   */
  link(): void {
    for (const { node, attributes } of this.#reads) {
      const { program } = this.#propagation
      for (const user of this.#usersOf(node)) {
        if (program.op(user) === Op.Call) for (const attribute of attributes) this.#linkFunctions(attribute, user)
        else this.#linkMethods(user, attributes)
      }
    }
  }

  /**
   * Links method calls whose receiver has more possible instances than a points-to set can hold, such as the tools in a
   * registry. The candidates are all classes that share a base class with a known one. If a known one has no base
   * class, all classes that have none are candidates.
   */
  linkCrowded(): void {
    const { program, sets, tokens } = this.#propagation
    for (const [name, closures] of this.#methodsByName()) {
      if (closures.length <= maxTokens) continue
      for (const call of program.callsOfMethod(name)) {
        const receiver = program.operand(program.operand(call, 0), 0)
        if (program.op(call) !== Op.Call || !sets.isFull(receiver)) continue
        const known = new Set(
          sets
            .of(receiver)
            .filter((token) => tokens.kind(token) === TokenKind.instance)
            .map((token) => tokens.reference(token)),
        )
        const own = closures.filter(({ made }) => known.has(made))
        // If the set also contains other objects, the receiver is not a registry of instances.
        if (own.length <= maxTokens / 2) continue
        const bases = new Set(own.flatMap(({ made }) => this.#basesOf(made)))
        const hasNoBase = own.some(({ made }) => this.#basesOf(made).length === 0)
        for (const { made, functionIndex } of closures) {
          const others = this.#basesOf(made)
          if (others.length === 0 ? hasNoBase : others.some((base) => bases.has(base)))
            this.#calls.bindFunction(functionIndex, call)
        }
      }
    }
  }

  #basesOf(classIndex: number): readonly number[] {
    const { tokens, heap } = this.#propagation
    return heap.followedBy(tokens.instanceOf(classIndex))
  }

  #methodsByName(): ReadonlyMap<string, readonly { readonly made: number; readonly functionIndex: number }[]> {
    const { program } = this.#propagation
    const found = new Map<string, { readonly made: number; readonly functionIndex: number }[]>()
    for (const [made, { members }] of program.classes.entries())
      for (const { key, value } of members) {
        if (program.op(value) !== Op.Closure) continue
        const method = { made, functionIndex: program.operand(value, 0) }
        const known = found.get(key)
        if (known) known.push(method)
        else found.set(key, [method])
      }
    return found
  }

  #linkFunctions(attribute: number, call: number): void {
    const { sets, tokens } = this.#propagation
    for (const token of sets.of(attribute))
      if (tokens.kind(token) === TokenKind.function) this.#calls.bindFunction(token, call)
  }

  /** `load` reads a method from the value. */
  #linkMethods(load: number, attributes: readonly number[]): void {
    const { program, sets, tokens, heap } = this.#propagation
    this.#propagation.eachCallOf(load, (call) => {
      for (const attribute of attributes)
        for (const token of sets.of(attribute)) {
          const kind = tokens.kind(token)
          if (kind === TokenKind.site || kind === TokenKind.instance)
            this.#linkFunctions(heap.attribute(token, program.operand(load, 1)), call)
        }
    })
  }

  /** Returns calls of a value and reads of its attributes, followed through variables and conditions. */
  #usersOf(start: number): readonly number[] {
    const { program } = this.#propagation
    const found: number[] = []
    const seen = new Set([start])
    for (const node of seen) {
      this.#propagation.eachUser(node, (user) => {
        switch (program.op(user)) {
          case Op.Call:
            if (program.operand(user, 0) === node) found.push(user)
            break
          case Op.Load:
            found.push(user)
            break
          case Op.Phi:
          case Op.Logical:
          case Op.Capture:
          case Op.Typed:
            if (seen.size < maxPassing) seen.add(user)
            break
          default:
        }
      })
    }
    return found
  }
}
