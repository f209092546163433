import { dataflowLimits } from '../../dataflow-limits.ts'
import { allKinds } from '../../taint-kind.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { FunctionFlag, Op } from '../../ir/operations.ts'
import { isAddressIn } from './address-ways.ts'
import { isNothing } from './literals.ts'
import type { Derivation } from '../../models/sanitizers/derivations.ts'
import { Memo } from './memo.ts'
import { allFactBits } from './fact-bits.ts'
import type { DerivedValues, Made } from './derived-values.ts'

/** A parameter that a function's result is derived from, and the kind of derivation. */
export interface ParameterDerivation {
  readonly parameter: number
  readonly making: Derivation
}

/** Derivation of a value that is returned unchanged. */
const unchanged: Derivation = {
  checks: allKinds,
  keeps: allKinds,
  shows: allFactBits,
  passesNetworks: true,
  keepsText: true,
}

/** Maximum number of values to visit per result. */
const maxSources = 40

/**
 * Summaries of project functions whose result is derived from a parameter: `const normalize = (p) =>
 * path.normalize(p)`. A derivation must hold for every return.
 */
export class FunctionSummary {
  readonly #known: KnownProgram
  readonly #values: DerivedValues
  readonly #found = new Memo<readonly ParameterDerivation[]>()
  #depth = 0

  constructor(known: KnownProgram, values: DerivedValues) {
    this.#known = known
    this.#values = values
  }

  of(functionIndex: number): readonly ParameterDerivation[] {
    // Functions that return each other's results can form chains of thousands, which would overflow the stack.
    if (this.#depth >= dataflowLimits.maxConditionDepth) return []
    this.#depth += 1
    // If the function calls itself, the inner query adds no derivation.
    const found = this.#found.answer(this, functionIndex, () => this.#find(functionIndex), [])
    this.#depth -= 1
    return found
  }

  /** Returns the arguments that a function's result is derived from in a call. */
  ofCall(call: number, functionIndex: number): readonly Made[] {
    const { program, references } = this.#known
    const parts: Made[] = []
    for (const { parameter, making } of this.of(functionIndex)) {
      const argument = references.argumentFor(call, functionIndex, parameter)
      if (argument !== undefined && program.op(argument) !== Op.Literal)
        parts.push({ of: this.#values.of(argument), making })
    }
    return parts
  }

  /**
   * Returns how a function derives its result from its first parameter. Undefined if the result does not come from it.
   */
  ofFirst(functionIndex: number): Derivation | undefined {
    return this.of(functionIndex).find(({ parameter }) => parameter === 0)?.making
  }

  #find(functionIndex: number): readonly ParameterDerivation[] {
    const { program } = this.#known
    const made = program.functions[functionIndex]
    if (!made || (made.flags & FunctionFlag.generator) !== 0) return []
    const returned = made.returns.filter((node) => {
      const value = program.operand(node, 0)
      return !program.isDead(node) && value >= 0 && !isNothing(program, value)
    })
    if (returned.length > dataflowLimits.maxOperands) return []
    const [first, ...others] = returned.map((node) => this.#sources(program.operand(node, 0), program.regionAt(node)))
    if (!first) return []
    const found: ParameterDerivation[] = []
    for (const [parameter, making] of first) {
      let common: Derivation | undefined = making
      for (const other of others) {
        const there = other.get(parameter)
        common = common && there && eitherMaking(common, there)
      }
      if (common) found.push({ parameter, making: common })
    }
    return found
  }

  /** Returns the parameters that a value is derived from, with the derivations, by parameter index. */
  #sources(node: number, region: number): ReadonlyMap<number, Derivation> {
    const { program } = this.#known
    const inside = program.functionOf(node)
    const makings = new Map<number, Derivation>([[this.#values.of(node), unchanged]])
    const open = [...makings.keys()]
    for (let at = open.shift(); at !== undefined; at = open.shift()) {
      const making = makings.get(at) ?? unchanged
      for (const { of, making: inner } of this.#values.madeOf(at)) {
        if (inner.isElement === true || (!makings.has(of) && makings.size >= maxSources)) continue
        const known = makings.get(of)
        const here = inSuccession(making, inner)
        const both = known ? together(known, here) : here
        // A source is visited again only if its derivation became stronger.
        if (known && both.checks === known.checks && both.keeps === known.keeps && both.shows === known.shows) continue
        makings.set(of, both)
        open.push(of)
      }
    }
    const found = new Map<number, Derivation>()
    for (const [value, making] of makings) {
      const at = this.#values.nodeOf(value)
      if (program.op(at) !== Op.Parameter || program.functionOf(at) !== inside) continue
      const isAddress = isAddressIn(this.#known, region, (one) => this.#values.of(one) === value)
      found.set(program.operand(at, 0), isAddress ? { ...making, resolvesNames: true } : making)
    }
    return found
  }
}

/** Composes two derivations. The inner one is applied first. */
function inSuccession(outer: Derivation, inner: Derivation): Derivation {
  return {
    checks: outer.checks & inner.checks,
    keeps: outer.keeps & inner.keeps,
    shows: outer.shows & inner.shows,
    ...flagsOf(outer, inner, true),
  }
}

/**
 * Merges two derivations of the same result from the same source. A check of the result applies to the source if it
 * does so in either derivation.
 */
function together(one: Derivation, other: Derivation): Derivation {
  return {
    ...one,
    checks: one.checks | other.checks,
    keeps: one.keeps & other.keeps,
    shows: one.shows | other.shows,
    ...(other.passesNetworks && { passesNetworks: true }),
    ...(other.decodes && { decodes: true }),
  }
}

/** Merges two alternative derivations. A check must apply in both. */
function eitherMaking(one: Derivation, other: Derivation): Derivation {
  return {
    checks: one.checks & other.checks,
    keeps: one.keeps & other.keeps,
    shows: one.shows & other.shows,
    ...flagsOf(one, other, false),
  }
}

/**
 * Merges flags. Some must be set in both derivations. The others must be set in one if the derivations are composed,
 * and in both if they are alternatives; for `decodes`, one is always enough. The normalization of a path is left to
 * `pathState`.
 */
function flagsOf(one: Derivation, other: Derivation, isSuccession: boolean): Partial<Derivation> {
  const has = (first: true | undefined, second: true | undefined) =>
    (isSuccession ? (first ?? second) : first && second) === true
  return {
    ...(one.passesNetworks && other.passesNetworks && { passesNetworks: true }),
    ...(one.keepsText && other.keepsText && { keepsText: true }),
    ...((one.decodes ?? other.decodes) && { decodes: true }),
    ...(has(one.resolvesNames, other.resolvesNames) && { resolvesNames: true }),
    ...(has(one.isHost, other.isHost) && { isHost: true }),
  }
}
