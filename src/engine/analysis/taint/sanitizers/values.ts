import { LiteralKind, Op, RegionKind } from '../../ir/operations.ts'
import { dataflowLimits } from '../../dataflow-limits.ts'
import { allKinds, maskOf, type TaintMask } from '../../taint-kind.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { argumentsOf, type CallNames, namesOfCall } from './call-names.ts'
import { Dependencies } from './dependencies.ts'
import { FunctionSummary } from './function-summary.ts'
import { isNothing } from './literals.ts'
import {
  choosing,
  countingAs,
  element,
  joining,
  type Derivation,
  derivingAttributes,
  derivationByLastName,
  derivingFunctions,
  derivingMethods,
  puttingTogether,
  sameText,
  takingItem,
  takingPart,
} from '../../models/sanitizers/derivations.ts'
import { append, type ProgramIndex } from './program-index.ts'
import { rewritingOf } from './rewritings.ts'
import { pathFactBits } from './fact-bits.ts'

/** What a value was made of, and how. */
export interface Made {
  readonly of: number
  readonly making: Derivation
}

/** Most assignments of one attribute that are looked at, the last ones before it is read. */
const maxStores = 20
/** Most values that one is made of, after which no further ones are looked for. */
const maxSources = 40

/** Methods that hand each element to the function they are given. */
const iterating: ReadonlySet<string> = new Set([
  'some',
  'every',
  'find',
  'findIndex',
  'findLast',
  'filter',
  'forEach',
  'map',
  'flatMap',
])

/**
 * Numbers values so that equal ones have the same: the same node, the same attribute of the same object, the same pure
 * call of the same things, seen through captures, awaits, claimed types and defaults.
 */
export class Values {
  readonly #known: KnownProgram
  readonly #index: ProgramIndex
  readonly #numbers = new Map<number, number>()
  readonly #byDefinition = new Map<string, number>()
  readonly #nodes: number[] = []
  readonly #made: (readonly Made[])[] = []
  /** For attributes: what of, and which. */
  readonly #attributes = new Map<number, { readonly of: number; readonly key: string }>()
  readonly #elements = new Map<number, number>()
  readonly #pending = new Set<number>()
  /**
   * Variables of loops, whose turns are looked at when somebody asks what they are made of: their values, and the phi.
   */
  readonly #ofLoops = new Map<number, number>()
  readonly #functions: FunctionSummary
  /** What values depend on in ways that prove nothing. */
  readonly dependencies: Dependencies

  constructor(known: KnownProgram, index: ProgramIndex) {
    this.#known = known
    this.#index = index
    this.#functions = new FunctionSummary(known, this)
    this.dependencies = new Dependencies(known, this)
  }

  /** The number of a node's value. */
  of(node: number): number {
    const known = this.#numbers.get(node)
    if (known !== undefined) return known
    // A value that is made of itself, by a loop, is one of its own.
    if (this.#pending.has(node) || this.#pending.size > dataflowLimits.maxEnclosingRegions) return this.#atom(node)
    this.#pending.add(node)
    const found = this.#define(node)
    this.#pending.delete(node)
    const earlier = this.#numbers.get(node)
    if (earlier !== undefined) return earlier
    this.#numbers.set(node, found)
    return found
  }

  /** What a value was made of directly. */
  madeOf(value: number): readonly Made[] {
    const phi = this.#ofLoops.get(value)
    if (phi !== undefined) {
      this.#ofLoops.delete(value)
      this.#made[value] = this.#beforeLoop(value, phi)
    }
    return this.#made[value] ?? []
  }

  /** A node that has a value. */
  nodeOf(value: number): number {
    return this.#nodes[value] ?? -1
  }

  /** An attribute of a value. */
  attribute(of: number, key: string): number {
    const node = this.nodeOf(of)
    const property = node >= 0 ? this.#property(node, key) : undefined
    if (property !== undefined) return this.of(property)
    return this.#defined(
      `.${of} ${key}`,
      -1,
      () => {
        const making = derivingAttributes.get(key)
        const chosen = this.#chosenFrom(of)
        if (making === undefined && chosen !== undefined) return [{ of: this.attribute(chosen, key), making: choosing }]
        return [{ of, making: making ?? (/^\d+$/.test(key) ? takingItem : takingPart) }]
      },
      (value) => this.#attributes.set(value, { of, key }),
    )
  }

  /** The only value that a choice may be besides constants. */
  #chosenFrom(value: number): number | undefined {
    const [made] = this.#made[value] ?? []
    return made?.making === choosing ? made.of : undefined
  }

  /** The object that an attribute belongs to, at any depth, and the keys on the way. Other values have no keys. */
  ownerOf(value: number): { readonly of: number; readonly keys: readonly string[] } {
    const keys: string[] = []
    let of = value
    for (let attribute = this.attributeOf(of); attribute; attribute = this.attributeOf(of)) {
      keys.unshift(attribute.key)
      of = attribute.of
    }
    return { of, keys }
  }

  attributeOf(value: number): { readonly of: number; readonly key: string } | undefined {
    return this.#attributes.get(value)
  }

  /** Any element of a collection. */
  element(of: number): number {
    return this.#defined(
      `*${of}`,
      -1,
      () => [{ of, making: element }],
      (value) => this.#elements.set(value, of),
    )
  }

  collectionOf(value: number): number | undefined {
    return this.#elements.get(value)
  }

  /**
   * The collection whose elements a function's parameter gets, as the function is handed to `some`, `map` and the like;
   * −1 for others.
   */
  iteratedBy(parameter: number): number {
    const { program } = this.#known
    if (program.op(parameter) !== Op.Parameter || program.operand(parameter, 0) !== 0) return -1
    const closure = this.#index.closureOf(program.functionOf(parameter))
    if (closure < 0) return -1
    // What uses it elsewhere may call it with something else.
    const [user = -1, ...others] = program.users(closure)
    if (others.length > 0 || program.op(user) !== Op.Call || program.operand(user, 1) !== closure) return -1
    const { method, receiver } = namesOfCall(this.#known, user)
    return method !== undefined && iterating.has(method) ? receiver : -1
  }

  #atom(node: number): number {
    const value = this.#fresh(node, [])
    this.#numbers.set(node, value)
    return value
  }

  #fresh(node: number, made: readonly Made[]): number {
    this.#nodes.push(node)
    return this.#made.push(made) - 1
  }

  #defined(definition: string, node: number, made: () => readonly Made[], note?: (value: number) => void): number {
    const known = this.#byDefinition.get(definition)
    if (known !== undefined) return known
    const value = this.#fresh(node, made())
    this.#byDefinition.set(definition, value)
    note?.(value)
    return value
  }

  #define(node: number): number {
    const { program } = this.#known
    switch (program.op(node)) {
      case Op.Await:
      case Op.Typed:
      case Op.Capture:
        return this.of(program.operand(node, 0))
      case Op.Cell:
        return program.operandCount(node) === 1 ? this.of(program.operand(node, 0)) : this.#fresh(node, [])
      case Op.Phi:
        return this.#phi(node)
      case Op.Logical:
        return program.text(node, 0) !== 'and' && this.#isConstant(program.operand(node, 2))
          ? this.of(program.operand(node, 1))
          : this.#fresh(node, [])
      case Op.Load:
        return this.#load(node, program.operand(node, 0), program.text(node, 1))
      case Op.LoadDynamic:
        return this.#item(node)
      case Op.Element:
        return this.#at(this.element(this.of(program.operand(node, 0))), node)
      case Op.Parameter: {
        const collection = this.iteratedBy(node)
        return collection < 0 ? this.#fresh(node, []) : this.#at(this.element(this.of(collection)), node)
      }
      case Op.Literal:
        return this.#defined(`=${program.operand(node, 0)} ${program.operand(node, 1)}`, node, () => [])
      case Op.Import:
      case Op.Global:
        return this.#defined(
          `@${program.op(node)} ${program.operand(node, 0)} ${program.operand(node, 1)}`,
          node,
          () => [],
        )
      case Op.Concat:
      case Op.ArrayOf:
      case Op.TaggedTemplate:
      case Op.ObjectOf:
        return this.#fresh(node, this.#parts(node))
      case Op.Spread:
      case Op.Property:
      case Op.Keyword:
        return this.of(program.operand(node, program.op(node) === Op.Spread ? 0 : 1))
      case Op.Unary:
        return program.text(node, 0) === '+'
          ? this.#fresh(node, [{ of: this.of(program.operand(node, 1)), making: countingAs }])
          : this.#fresh(node, [])
      case Op.Binary:
        return program.text(node, 0) === '/'
          ? this.#fresh(
              node,
              [program.operand(node, 1), program.operand(node, 2)].map((part) => ({
                of: this.of(part),
                making: joining,
              })),
            )
          : this.#fresh(node, [])
      case Op.Call:
      case Op.New:
        return this.#call(node)
      default:
        return this.#fresh(node, [])
    }
  }

  #at(value: number, node: number): number {
    if (this.nodeOf(value) < 0) this.#nodes[value] = node
    return value
  }

  /**
   * One value: that. One value or constants: as harmless as the value, but a check may have seen a constant. Several
   * values: one of its own, made of each.
   */
  #phi(node: number): number {
    if (this.#isSameInLoop(node)) return this.of(this.#known.program.operand(node, 0))
    if (this.#isOfLoop(node)) {
      const own = this.#atom(node)
      this.#ofLoops.set(own, node)
      return own
    }
    const defaulted = this.#defaulted(node)
    if (defaulted !== undefined) return defaulted
    const { values, hasConstants } = this.#operandsOf(node)
    const [only, another] = values
    if (only === undefined || another !== undefined) return this.#fresh(node, hasConstants ? [] : this.#common(values))
    return hasConstants ? this.#fresh(node, [{ of: only, making: choosing }]) : only
  }

  /**
   * The value that a phi is but where that is missing: a parameter with a default, or `q ? q : 'a'`. Without the value
   * there is nothing that a check could miss.
   */
  #defaulted(phi: number): number | undefined {
    const { program } = this.#known
    if (program.operandCount(phi) !== 4) return undefined
    const constant = this.#isConstant(program.operand(phi, 0)) ? 0 : 2
    const operand = program.operand(phi, 2 - constant)
    if (this.#isConstant(operand) || !this.#isConstant(program.operand(phi, constant))) return undefined
    const value = this.of(operand)
    const [region, other] = [program.operand(phi, constant + 1), program.operand(phi, 3 - constant)]
    // The front ends say that of a default by ways that part nowhere.
    if (region === other) return constant === 2 && region === program.regionAt(phi) ? value : undefined
    const condition = program.conditionOf(region)
    if (condition < 0 || program.regionAround(region) !== program.regionAt(phi)) return undefined
    return this.#isMissing(condition, value, program.regionKinds[region] === RegionKind.when) ? value : undefined
  }

  /** Whether a condition holds only where a value is empty or not there. */
  #isMissing(condition: number, value: number, isTruthy: boolean): boolean {
    const { program } = this.#known
    if (program.op(condition) === Op.Unary) {
      const operator = program.text(condition, 0)
      return (
        (operator === '!' || operator === 'not') && this.#isMissing(program.operand(condition, 1), value, !isTruthy)
      )
    }
    if (program.op(condition) !== Op.Binary) return !isTruthy && this.of(condition) === value
    const operators = isTruthy ? ['===', '==', 'is'] : ['!==', '!=', 'is not']
    const [left, right] = [program.operand(condition, 1), program.operand(condition, 2)]
    return (
      operators.includes(program.text(condition, 0)) &&
      this.of(left) === value &&
      program.op(right) === Op.Literal &&
      program.operand(right, 0) === LiteralKind.nothing
    )
  }

  /** Whether a phi is what a turn of a loop gets from the one before. */
  #isOfLoop(phi: number): boolean {
    const { program } = this.#known
    const region = program.regionAt(phi)
    const isAtHead = program.regionKinds[region] === RegionKind.loop
    const count = program.operandCount(phi)
    for (let index = 0; index < count; index += 2) {
      if (isAtHead && !program.isWithin(program.operand(phi, index + 1), region)) return true
      const operand = program.operand(phi, index)
      if (operand > phi && !this.#isConstant(operand)) return true
    }
    return false
  }

  /** Whether a variable has one value when a loop begins, and no turn gives it another. */
  #isSameInLoop(phi: number): boolean {
    const { program } = this.#known
    const region = program.regionAt(phi)
    const isAtHead = program.regionKinds[region] === RegionKind.loop
    return isAtHead && program.operandCount(phi) === 2 && !program.isWithin(program.operand(phi, 1), region)
  }

  /**
   * The values that a phi may be, without constants, and whether it may be one of these. Of one with too many ways
   * nothing is known.
   */
  #operandsOf(phi: number): { readonly values: readonly number[]; readonly hasConstants: boolean } {
    const { program } = this.#known
    const count = program.operandCount(phi)
    if (count > dataflowLimits.maxOperands) return { values: [], hasConstants: true }
    const found = new Set<number>()
    let hasConstants = this.#lacksWays(phi)
    for (let index = 0; index < count; index += 2) {
      const operand = program.operand(phi, index)
      const value = this.#isConstant(operand) ? undefined : this.of(operand)
      const chosen = value === undefined ? undefined : this.#chosenFrom(value)
      if (value === undefined || chosen !== undefined) hasConstants = true
      if (value !== undefined) found.add(chosen ?? value)
    }
    return { values: [...found], hasConstants }
  }

  /** Whether a variable has a value in one way alone, and is missing in others. */
  #lacksWays(phi: number): boolean {
    const { program } = this.#known
    if (program.operandCount(phi) !== 2) return false
    const [region, way] = [program.regionAt(phi), program.operand(phi, 1)]
    const kind = program.regionKinds[way]
    // A handler runs after any part of what it belongs to.
    return kind === RegionKind.rescue || (way !== region && kind !== RegionKind.loop)
  }

  /**
   * What a loop takes further at each turn (`at = path.dirname(at)`) is made of what it began with, as far as the turns
   * keep it. What a turn puts in its place is another value in the next turn.
   */
  #beforeLoop(own: number, phi: number): readonly Made[] {
    const { program } = this.#known
    const { values, hasConstants } = this.#operandsOf(phi)
    if (hasConstants) return []
    const region = program.regionAt(phi)
    const ofTurns = new Set<number>()
    for (let index = 0; index < program.operandCount(phi); index += 2)
      if (program.isWithin(program.operand(phi, index + 1), region)) ofTurns.add(this.of(program.operand(phi, index)))
    let kinds = allKinds
    const begun: number[] = []
    for (const value of values) {
      if (value === own) continue
      const kept = this.#sources(value).get(own)
      if (kept !== undefined) kinds &= kept
      else if (ofTurns.has(value)) return []
      else begun.push(value)
    }
    return this.#common(begun)
      .map(({ of, making }) => ({ of, making: { ...making, checks: making.checks & kinds } }))
      .filter(({ making }) => making.checks !== 0)
  }

  /** What all of several values are made of: a check of whichever it is counts for that. */
  #common(values: readonly number[]): readonly Made[] {
    const [first, ...others] = values.map((value) => this.#sources(value))
    if (!first || others.length > 8) return []
    const common: Made[] = []
    for (const [of, checks] of first) {
      const all = others.reduce((mask, sources) => mask & (sources.get(of) ?? 0), checks)
      if (all !== 0)
        common.push({
          of,
          making: {
            checks: all,
            keeps: 0,
            shows: (all & maskOf('path')) === 0 ? 0 : pathFactBits,
            ...((all & maskOf('url')) !== 0 && { passesNetworks: true }),
          },
        })
    }
    return common
  }

  /** What a value is made of at any depth, itself included, and the kinds for which a check of it counts there. */
  #sources(value: number): ReadonlyMap<number, TaintMask> {
    const found = new Map<number, TaintMask>([[value, allKinds]])
    for (const [at, mask] of found) {
      if (found.size >= maxSources) break
      for (const { of, making } of this.madeOf(at)) {
        if (!found.has(of) && (mask & making.checks) !== 0) found.set(of, mask & making.checks)
      }
    }
    return found
  }

  #isConstant(node: number): boolean {
    const { program } = this.#known
    const op = program.op(node)
    return isNothing(program, node) || ((op === Op.ArrayOf || op === Op.ObjectOf) && program.operandCount(node) === 0)
  }

  #load(node: number, object: number, key: string): number {
    const of = this.of(object)
    return this.#at(this.#stored(node, of, key) ?? this.attribute(of, key), node)
  }

  /**
   * What the function has put into an attribute before a node reads it: checks of what was there before say nothing of
   * that.
   */
  #stored(load: number, of: number, key: string): number | undefined {
    const { program } = this.#known
    const before = this.#storesOf(program.functionOf(load), key)
      .filter((store) => store < load)
      .slice(-maxStores)
    const store = before.findLast((one) => this.of(program.operand(one, 0)) === of && this.#mayComeTo(one, load))
    if (store === undefined) return undefined
    const value = program.operand(store, 2)
    if (program.alwaysBefore(store, load)) return this.of(value)
    // What the author wrote there does no harm, but a check may have seen that.
    return this.#isConstant(value)
      ? this.#defined(`.${of} ${key} ${store}`, load, () => [{ of: this.attribute(of, key), making: choosing }])
      : this.#defined(`.${of} ${key} ${store}`, load, () => this.#common([this.attribute(of, key), this.of(value)]))
  }

  /** `Store` nodes of a function that set an attribute of this name, ascending. */
  #storesOf(functionIndex: number, key: string): readonly number[] {
    const { program } = this.#known
    if (!this.#stores) {
      this.#stores = new Map()
      for (const store of program.index.of(Op.Store)) {
        append(this.#stores, `${program.functionOf(store)} ${program.text(store, 1)}`, store)
      }
    }
    return this.#stores.get(`${functionIndex} ${key}`) ?? []
  }

  #stores: Map<string, number[]> | undefined

  /**
   * Whether a node may run after an earlier one: neither is on another branch, nor does the branch of the first one end
   * there.
   */
  #mayComeTo(first: number, second: number): boolean {
    const { program } = this.#known
    const end = program.regionAt(second)
    const left: number[] = []
    for (let at = program.regionAt(first); !program.isWithin(end, at); at = program.regionAround(at)) left.push(at)
    // What leaves the body of a `try` may go on in its handler.
    if (left.some((at) => program.regionKinds[at] === RegionKind.attempt)) return true
    return !left.some((at) => {
      const other = this.#index.siblingOf(at)
      return (
        (this.#index.endsDead[at] === 1 && this.#index.hasOwnExit[at] === 1) ||
        (other >= 0 && program.isWithin(end, other))
      )
    })
  }

  #item(node: number): number {
    const { program } = this.#known
    const [object, key] = [program.operand(node, 0), program.operand(node, 1)]
    const text = program.op(key) === Op.Literal ? program.text(key, 1) : undefined
    if (text !== undefined) return this.#load(node, object, text)
    return this.#defined(`[${this.of(object)} ${this.of(key)}`, node, () => [
      { of: this.of(object), making: { ...takingPart, keeps: allKinds } },
    ])
  }

  /** The property of an object literal; undefined where it is none, or not certainly this one. */
  #property(node: number, key: string): number | undefined {
    const { program } = this.#known
    if (program.op(node) !== Op.ObjectOf) return undefined
    const count = program.operandCount(node)
    if (count > dataflowLimits.maxOperands) return undefined
    for (let index = count - 1; index >= 0; index -= 1) {
      const entry = program.operand(node, index)
      if (program.op(entry) !== Op.Property) return undefined
      if (program.text(entry, 0) === key) return program.operand(entry, 1)
    }
    return undefined
  }

  #parts(node: number): readonly Made[] {
    const { program } = this.#known
    const parts: Made[] = []
    for (
      let index = 0, count = Math.min(program.operandCount(node), dataflowLimits.maxOperands);
      index < count;
      index += 1
    ) {
      const part = program.operand(node, index)
      if (program.op(part) !== Op.Literal) parts.push({ of: this.of(part), making: puttingTogether })
    }
    return parts
  }

  #call(node: number): number {
    const names = namesOfCall(this.#known, node)
    const given = argumentsOf(this.#known, node)
    for (const name of names.externals) {
      const same = given[sameText.functions.get(name) ?? -1]
      if (same !== undefined) return this.of(same)
    }
    if (names.method !== undefined && given.length === 0 && sameText.methods.has(names.method))
      return this.of(names.receiver)
    const made = this.#makingOf(node, names, given)
    if (!made) return this.#byFunction(node, given)
    const parts = made.of
      .filter((part) => this.#known.program.op(part) !== Op.Literal)
      .map((part) => ({ of: this.of(part), making: made.making }))
    const definition = `(${made.name} ${made.of.map((part) => this.of(part)).join(' ')}`
    return this.#defined(definition, node, () => parts)
  }

  /** The result of a project function that makes it of what it is handed. */
  #byFunction(node: number, given: readonly number[]): number {
    const { program, references } = this.#known
    const [callee, ...others] = references.callees(node)
    if (callee === undefined || others.length > 0 || program.op(node) !== Op.Call) return this.#fresh(node, [])
    const parts: Made[] = []
    for (const { parameter, making } of this.#functions.of(callee)) {
      const argument = references.argumentFor(node, callee, parameter)
      if (argument !== undefined && program.op(argument) !== Op.Literal) parts.push({ of: this.of(argument), making })
    }
    return parts.length === 0
      ? this.#fresh(node, [])
      : this.#defined(`f${callee} ${given.map((part) => this.of(part)).join(' ')}`, node, () => parts)
  }

  /** What is handed over in a list is handed over: `os.path.commonpath([base, path])`. */
  #items(argument: number): readonly number[] {
    const { program } = this.#known
    return program.op(argument) === Op.ArrayOf
      ? Array.from({ length: Math.min(program.operandCount(argument), dataflowLimits.maxOperands) }, (_, index) =>
          program.operand(argument, index),
        )
      : [argument]
  }

  #makingOf(
    node: number,
    names: CallNames,
    given: readonly number[],
  ): { readonly name: string; readonly making: Derivation; readonly of: readonly number[] } | undefined {
    for (const name of names.externals) {
      const making = derivingFunctions.get(name)
      if (making) return { name, making, of: given.flatMap((argument) => this.#items(argument)) }
    }
    if (this.#known.references.callees(node).length > 0) return undefined
    const first = given[0]
    const last = derivationByLastName.get(names.lastName)
    if (last && first !== undefined) return { name: names.lastName, making: last, of: [first] }
    const method =
      names.method === undefined
        ? undefined
        : (derivingMethods.get(names.method) ?? rewritingOf(this.#known, names.method, given))
    if (!method || names.method === undefined || (names.method === 'resolve' && given.length > 0)) return undefined
    if (this.#known.program.op(names.receiver) === Op.Global) return undefined
    return {
      name: `.${names.method}`,
      making: method,
      of:
        method.keepsText || method === puttingTogether || method.joins === true
          ? [names.receiver, ...given]
          : [names.receiver, ...(names.method === 'relative_to' ? [] : given)],
    }
  }
}
