import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { allKinds, maskOf, type TaintMask } from '../../taint-kind.ts'
import { argumentsOf, namesOfCall } from './call-names.ts'
import {
  element,
  type Derivation,
  puttingTogether,
  splitting,
  splittingWords,
  takingItem,
} from '../../models/sanitizers/derivations.ts'
import { textMethods } from '../../models/sanitizers/text-methods.ts'
import { seenThrough } from './seen-through.ts'
import { Memo } from './memo.ts'
import type { DerivedValues } from './derived-values.ts'

/**
 * A value that another value depends on, and the kinds for which a test of one counts as a test of the other. The bit
 * `computed` is set if a comparison also counts as a test.
 */
export interface Dependency {
  readonly of: number
  readonly kinds: TaintMask
  /** True if the other value is the host of this URL, or an address to which the host name resolved. */
  readonly isHost?: true
}

const [path, url] = [maskOf('path'), maskOf('url')]

/** Additional bit: the value is computed from the other one. An example is an IP address as a number and as text. */
export const computed: TaintMask = 1 << 30
const everyBit = allKinds | computed

/** Maximum number of values in a transitive closure. */
const maxValues = 60

/**
 * Finds dependencies of values whose derivation is unknown, such as composed strings and results of functions with many
 * branches. A check of such a value proves nothing about the values that it depends on, but counts as an undecided test
 * of them. Excludes parts of a value, such as `path.extname(p)` and `url.port`.
 */
export class Dependencies {
  readonly #known: KnownProgram
  readonly #values: DerivedValues
  readonly #found = new Memo<readonly Dependency[]>()
  readonly #functions = new Memo<ReadonlyMap<number, TaintMask>>()
  #depth = 0
  /** Number of nested computations. */
  #open = 0

  constructor(known: KnownProgram, values: DerivedValues) {
    this.#known = known
    this.#values = values
  }

  /** Returns the values that a value directly depends on. */
  of(value: number): readonly Dependency[] {
    // A phi queries its operands, so a long chain of phis would overflow the stack.
    if (this.#open >= dataflowLimits.maxDerivationDepth) return []
    this.#open += 1
    // If a value depends on itself, the inner query adds nothing.
    const found = this.#found.answer(this, value, () => [...this.#byMaking(value), ...this.#byNode(value)], [])
    this.#open -= 1
    return found
  }

  #byMaking(value: number): readonly Dependency[] {
    return this.#values.madeOf(value).map(({ of, making }) => ({
      of,
      kinds: kindsThrough(making),
      ...((making.isHost ?? making.resolvesNames) && { isHost: true }),
    }))
  }

  #byNode(value: number): readonly Dependency[] {
    const { program } = this.#known
    const node = this.#values.nodeOf(value)
    const operands = (first: number, step: number) =>
      Array.from(
        {
          length: Math.ceil(
            Math.max(0, Math.min(program.operandCount(node), dataflowLimits.maxOperands) - first) / step,
          ),
        },
        (_none, index) => program.operand(node, first + index * step),
      )
    switch (program.op(node)) {
      case Op.Phi:
        return this.#common(operands(0, 2))
      case Op.Logical:
        return this.#common(operands(1, 1))
      case Op.Binary:
      case Op.Unary:
        return operands(1, 1).map((one) => ({ of: this.#values.of(one), kinds: computed }))
      case Op.Call:
      case Op.New:
        return this.#byCall(node)
      default:
        return []
    }
  }

  /** Returns the values that each of several nodes depends on, at any depth. Ignores constants. */
  #common(nodes: readonly number[]): readonly Dependency[] {
    const [first, ...others] = nodes.filter((node) => !this.#isConstant(node)).map((node) => this.#closure(node))
    if (!first) return []
    return [...first].map(([of, kinds]) => ({
      of,
      kinds: others.reduce((left, other) => left & (other.get(of) ?? 0), kinds),
    }))
  }

  #byCall(call: number): readonly Dependency[] {
    const { references } = this.#known
    const callees = references.callees(call)
    if (callees.length > 4) return []
    if (callees.length === 0) return this.#byUnknownCall(call)
    const kindsOf = new Map<number, TaintMask>()
    for (const [place, callee] of callees.entries()) {
      const here = new Map<number, TaintMask>()
      for (const [parameter, kinds] of this.#ofFunction(callee)) {
        const argument = references.argumentFor(call, callee, parameter)
        if (argument !== undefined) here.set(this.#values.of(argument), kinds)
      }
      if (place === 0) for (const [of, kinds] of here) kindsOf.set(of, kinds)
      else for (const [of, kinds] of kindsOf) kindsOf.set(of, kinds & (here.get(of) ?? 0))
    }
    return [...kindsOf].map(([of, kinds]) => ({ of, kinds }))
  }

  /**
   * Returns the dependencies of an unknown call. A string method's result still denotes the same path. For URLs, every
   * value computed from the receiver or an argument depends on it.
   */
  #byUnknownCall(call: number): readonly Dependency[] {
    // A known derivation is more precise.
    if (this.#values.madeOf(this.#values.of(call)).length > 0) return []
    const { method, receiver } = namesOfCall(this.#known, call)
    if (method === undefined)
      return argumentsOf(this.#known, call).map((one) => ({ of: this.#values.of(one), kinds: computed }))
    return [{ of: this.#values.of(receiver), kinds: textMethods.has(method) ? path | url | computed : computed }]
  }

  /** Returns the kinds for which every result of a function depends on a parameter, by parameter index. */
  #ofFunction(index: number): ReadonlyMap<number, TaintMask> {
    if (this.#depth >= dataflowLimits.maxValidatorDepth) return new Map()
    this.#depth += 1
    // A recursive call adds nothing, because it has the same dependencies as the other results.
    const found = this.#functions.answer(this, index, () => this.#findOfFunction(index), new Map())
    this.#depth -= 1
    return found
  }

  #findOfFunction(index: number): ReadonlyMap<number, TaintMask> {
    const { program } = this.#known
    const returned = (program.functions[index]?.returns ?? [])
      .filter((node) => !program.isDead(node))
      .map((node) => program.operand(node, 0))
      .filter((node) => node >= 0)
    const found = new Map<number, TaintMask>()
    for (const { of, kinds } of this.#common(returned.slice(0, dataflowLimits.maxOperands))) {
      const node = this.#values.nodeOf(of)
      if (program.op(node) === Op.Parameter && program.functionOf(node) === index)
        found.set(program.operand(node, 0), kinds)
    }
    return found
  }

  /** Returns a node and its transitive dependencies, with the kinds that hold on the whole path to each of them. */
  #closure(node: number): ReadonlyMap<number, TaintMask> {
    const start = this.#values.of(node)
    const found = new Map<number, TaintMask>([[start, everyBit]])
    const open = [start]
    for (let at = open.shift(); at !== undefined && found.size < maxValues; at = open.shift()) {
      const mask = found.get(at) ?? 0
      for (const { of, kinds } of this.of(at)) {
        const more = mask & kinds & ~(found.get(of) ?? 0)
        if (more === 0) continue
        found.set(of, (found.get(of) ?? 0) | more)
        open.push(of)
      }
    }
    return found
  }

  #isConstant(node: number): boolean {
    const op = this.#known.program.op(seenThrough(this.#known, node))
    return op === Op.Literal || op === Op.Closure || op === Op.Import || op === Op.Global
  }
}

/** Returns the kinds for which a test of the derived value also counts as a test of the original one. */
function kindsThrough(making: Derivation): TaintMask {
  if (making === puttingTogether) return path | url | computed
  if (making === splitting || making === splittingWords || making === takingItem || making === element) return computed
  const kinds = (making.checks | (making.tests ?? 0)) & (path | url)
  return (kinds & url) === 0 ? kinds : kinds | computed
}
