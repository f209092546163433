import { Op } from '../../ir/operations.ts'
import { dataflowLimits } from '../../dataflow-limits.ts'
import { allKinds } from '../../taint-kind.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { AttributeStores } from './attribute-stores.ts'
import { callDerivation, returnedText } from './call-derivation.ts'
import { argumentsOf, namesOfCall } from './call-names.ts'
import { Dependencies } from './dependencies.ts'
import { commonSources, type DerivedValues, type Made, type OwnedAttribute } from './derived-values.ts'
import { FunctionSummary } from './function-summary.ts'
import { equalOperand } from './seen-through.ts'
import { iteratedCollection, settledPromise } from './iterated-collection.ts'
import { listedItem, mappedParts, writtenParts } from './list-values.ts'
import { isConstant, propertyValue } from './literals.ts'
import {
  choosing,
  countingAs,
  element,
  joining,
  derivingAttributes,
  takingItem,
  takingPart,
} from '../../models/sanitizers/derivations.ts'
import { makingOfFolder } from './normalised-paths.ts'
import { isOfLoop, isSameInLoop, PhiValues } from './phi-values.ts'
import type { ProgramIndex } from './program-index.ts'

/**
 * Value numbering: equal values get the same number. Values are equal if they are the same node, the same attribute of
 * the same object, or the results of the same pure call with the same arguments. Captures, awaits, type assertions, and
 * defaults do not change a value's number.
 */
export class Values implements DerivedValues {
  readonly #known: KnownProgram & { readonly index: ProgramIndex }
  readonly #numbers = new Map<number, number>()
  readonly #byDefinition = new Map<string, number>()
  readonly #nodes: number[] = []
  readonly #made: (readonly Made[])[] = []
  /** Attributes by value number, each with its object and key. */
  readonly #attributes = new Map<number, OwnedAttribute>()
  readonly #elements = new Map<number, number>()
  readonly #pending = new Set<number>()
  /** Phis of loop variables, by value number. What happens in their iterations is analyzed on demand. */
  readonly #ofLoops = new Map<number, number>()
  readonly #functions: FunctionSummary
  readonly #phis: PhiValues
  readonly #stores: AttributeStores
  /** Dependencies between values for which a check proves nothing. */
  readonly dependencies: Dependencies

  constructor(known: KnownProgram, index: ProgramIndex) {
    this.#known = { ...known, index }
    this.#functions = new FunctionSummary(known, this)
    this.#phis = new PhiValues(known.program, this, (value) => this.#chosenFrom(value))
    this.#stores = new AttributeStores(known.program, index)
    this.dependencies = new Dependencies(known, this)
  }

  /** Returns the value number of a node. */
  of(node: number): number {
    const known = this.#numbers.get(node)
    if (known !== undefined) return known
    // A value that is already being visited depends on itself through a loop and gets a number of its own.
    if (this.#pending.has(node) || this.#pending.size > dataflowLimits.maxEnclosingRegions) return this.#atom(node)
    this.#pending.add(node)
    const found = this.#define(node)
    this.#pending.delete(node)
    const earlier = this.#numbers.get(node)
    if (earlier !== undefined) return earlier
    this.#numbers.set(node, found)
    return found
  }

  /** Returns the values that a value was directly derived from. */
  madeOf(value: number): readonly Made[] {
    const phi = this.#ofLoops.get(value)
    if (phi !== undefined) {
      this.#ofLoops.delete(value)
      this.#made[value] = this.#phis.beforeLoop(this.#known, value, phi)
    }
    return this.#made[value] ?? []
  }

  /** Returns a node that has this value. */
  nodeOf(value: number): number {
    return this.#nodes[value] ?? -1
  }

  /** Returns the value number of an attribute. */
  attribute(of: number, key: string): number {
    const node = this.nodeOf(of)
    const property =
      node >= 0 ? (propertyValue(this.#known.program, node, key) ?? listedItem(this.#known, node, key)) : undefined
    if (property !== undefined) return this.of(property)
    return this.#defined(
      `.${of} ${key}`,
      -1,
      () => {
        const making = derivingAttributes.get(key)
        const chosen = this.#chosenFrom(of)
        if (making === undefined && chosen !== undefined) return [{ of: this.attribute(chosen, key), making: choosing }]
        if (making) return [{ of, making: makingOfFolder(this.#known, this, of, making) }]
        return [{ of, making: /^\d+$/.test(key) ? takingItem : takingPart }]
      },
      (value) => this.#attributes.set(value, { of, key }),
    )
  }

  /** Returns the only non-constant alternative of a value, if there is one. */
  #chosenFrom(value: number): number | undefined {
    const [made] = this.#made[value] ?? []
    return made?.making === choosing ? made.of : undefined
  }

  attributeOf(value: number): OwnedAttribute | undefined {
    return this.#attributes.get(value)
  }

  /** Returns the value number that represents any element of a collection. */
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
    const same = equalOperand(program, node)
    if (same !== undefined) return this.of(same)
    switch (program.op(node)) {
      case Op.Phi:
        return this.#phi(node)
      case Op.Load:
        return this.#load(node, program.operand(node, 0), program.text(node, 1))
      case Op.LoadDynamic:
        return this.#item(node)
      case Op.Element:
        return this.#at(this.element(this.of(program.operand(node, 0))), node)
      case Op.Parameter: {
        const promise = settledPromise(this.#known, node)
        if (promise >= 0) return this.of(promise)
        const collection = iteratedCollection(this.#known, node)
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
        return this.#fresh(node, writtenParts(this.#known, this, node))
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
   * If a phi has only one value, both have the same number. If constants are added, the phi is as harmless as the
   * value, but a check may have seen a constant instead. If it has several values, it is a new value derived from each.
   */
  #phi(node: number): number {
    const { program } = this.#known
    if (isSameInLoop(program, node)) return this.of(program.operand(node, 0))
    if (isOfLoop(program, node)) {
      const own = this.#atom(node)
      this.#ofLoops.set(own, node)
      return own
    }
    const defaulted = this.#phis.defaulted(node)
    if (defaulted !== undefined) return defaulted
    const { values, hasConstants } = this.#phis.operandsOf(node)
    const [only, another] = values
    if (only === undefined || another !== undefined) {
      const isAddress = (index: number) => this.#phis.isAddress(this.#known, node, values[index] ?? -1)
      return this.#fresh(node, hasConstants ? [] : commonSources(this, values, isAddress))
    }
    return hasConstants ? this.#fresh(node, [{ of: only, making: choosing }]) : only
  }

  #load(node: number, object: number, key: string): number {
    const of = this.of(object)
    return this.#at(this.#stored(node, of, key) ?? this.attribute(of, key), node)
  }

  /**
   * Returns the value that the function stores in an attribute before a node reads it. Checks of the attribute's
   * earlier value do not apply to the stored one.
   */
  #stored(load: number, of: number, key: string): number | undefined {
    const { program } = this.#known
    const store = this.#stores.lastBefore(load, key, (object) => this.of(object) === of)
    if (store === undefined) return undefined
    const value = program.operand(store, 2)
    if (program.alwaysBefore(store, load)) return this.of(value)
    // A stored constant is harmless, but a check may have seen it instead of the earlier value.
    return isConstant(program, value)
      ? this.#defined(`.${of} ${key} ${store}`, load, () => [{ of: this.attribute(of, key), making: choosing }])
      : this.#defined(`.${of} ${key} ${store}`, load, () =>
          commonSources(this, [this.attribute(of, key), this.of(value)]),
        )
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

  #call(node: number): number {
    const names = namesOfCall(this.#known, node)
    const given = argumentsOf(this.#known, node)
    const same = returnedText(names, given)
    if (same !== undefined) return this.of(same)
    const mapped = mappedParts(this.#known, this, node, (index) => this.#functions.ofFirst(index))
    if (mapped) return this.#fresh(node, mapped)
    const made = callDerivation(this.#known, node, names, given)
    if (!made) return this.#byFunction(node, given)
    const parts = made.of
      .filter((part) => this.#known.program.op(part) !== Op.Literal)
      .map((part) => this.of(part))
      .map((of) => ({ of, making: makingOfFolder(this.#known, this, of, made.making) }))
    const definition = `(${made.name} ${made.of.map((part) => this.of(part)).join(' ')}`
    return this.#defined(definition, node, () => parts)
  }

  /** Returns the value number for a call of a project function whose result is derived from its arguments. */
  #byFunction(node: number, given: readonly number[]): number {
    const [callee, ...others] = this.#known.references.callees(node)
    if (callee === undefined || others.length > 0 || this.#known.program.op(node) !== Op.Call)
      return this.#fresh(node, [])
    const parts = this.#functions.ofCall(node, callee)
    return parts.length === 0
      ? this.#fresh(node, [])
      : this.#defined(`f${callee} ${given.map((part) => this.of(part)).join(' ')}`, node, () => parts)
  }
}
