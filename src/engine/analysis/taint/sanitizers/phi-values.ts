import { LiteralKind, Op, RegionKind } from '../../ir/operations.ts'
import { dataflowLimits } from '../../dataflow-limits.ts'
import type { Program } from '../../program/program.ts'
import { allKinds, maskOf } from '../../taint-kind.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { isAddressIn } from './address-ways.ts'
import { commonSources, type DerivedValues, folder, type Made, sourcesOf } from './derived-values.ts'
import { isConstant } from './literals.ts'
import { isNormalisedPath } from './normalised-paths.ts'
import type { ProgramIndex } from './program-index.ts'

export class PhiValues {
  readonly #program: Program
  readonly #values: DerivedValues
  readonly #chosenFrom: (value: number) => number | undefined

  /** `chosenFrom` returns the only non-constant alternative of a value, if there is one. */
  constructor(program: Program, values: DerivedValues, chosenFrom: (value: number) => number | undefined) {
    this.#program = program
    this.#values = values
    this.#chosenFrom = chosenFrom
  }

  /**
   * Returns the value of a phi that falls back to a constant if the value is missing: a parameter with a default, or `q
   * ? q : 'a'`. The fallback can be ignored, because a missing value needs no check.
   */
  defaulted(phi: number): number | undefined {
    const program = this.#program
    if (program.operandCount(phi) !== 4) return undefined
    const constant = isConstant(program, program.operand(phi, 0)) ? 0 : 2
    const operand = program.operand(phi, 2 - constant)
    if (isConstant(program, operand) || !isConstant(program, program.operand(phi, constant))) return undefined
    const value = this.#values.of(operand)
    const [region, other] = [program.operand(phi, constant + 1), program.operand(phi, 3 - constant)]
    // Frontends represent a default as two operands with the same region.
    if (region === other) return constant === 2 && region === program.regionAt(phi) ? value : undefined
    const condition = program.conditionOf(region)
    if (condition < 0 || program.regionAround(region) !== program.regionAt(phi)) return undefined
    return this.#isMissing(condition, value, program.regionKinds[region] === RegionKind.when) ? value : undefined
  }

  /** Reports whether a condition has the given outcome only if a value is empty or missing. */
  #isMissing(condition: number, value: number, isTruthy: boolean): boolean {
    const program = this.#program
    if (program.op(condition) === Op.Unary) {
      const operator = program.text(condition, 0)
      return (
        (operator === '!' || operator === 'not') && this.#isMissing(program.operand(condition, 1), value, !isTruthy)
      )
    }
    if (program.op(condition) !== Op.Binary) return !isTruthy && this.#values.of(condition) === value
    const operators = isTruthy ? ['===', '==', 'is'] : ['!==', '!=', 'is not']
    const [left, right] = [program.operand(condition, 1), program.operand(condition, 2)]
    return (
      operators.includes(program.text(condition, 0)) &&
      this.#values.of(left) === value &&
      program.op(right) === Op.Literal &&
      program.operand(right, 0) === LiteralKind.nothing
    )
  }

  /**
   * Returns the non-constant operands of a phi, and whether the phi may also be a constant. If there are too many
   * operands, the phi counts as unknown.
   */
  operandsOf(phi: number): { readonly values: readonly number[]; readonly hasConstants: boolean } {
    const program = this.#program
    const count = program.operandCount(phi)
    if (count > dataflowLimits.maxOperands) return { values: [], hasConstants: true }
    const found = new Set<number>()
    let hasConstants = lacksWays(program, phi)
    for (let index = 0; index < count; index += 2) {
      const operand = program.operand(phi, index)
      const value = isConstant(program, operand) ? undefined : this.#values.of(operand)
      const chosen = value === undefined ? undefined : this.#chosenFrom(value)
      if (value === undefined || chosen !== undefined) hasConstants = true
      if (value !== undefined) found.add(chosen ?? value)
    }
    return { values: [...found], hasConstants }
  }

  /**
   * Reports whether a value is certainly an address in each operand of a phi where it occurs: `isIP(host) ? host :
   * await lookup(host)`.
   */
  isAddress(known: KnownProgram, phi: number, value: number): boolean {
    const program = this.#program
    let ways = 0
    for (let index = 0; index < program.operandCount(phi); index += 2) {
      const operand = program.operand(phi, index)
      if (isConstant(program, operand) || this.#values.of(operand) !== value) continue
      const isValue = (node: number) => this.#values.of(node) === value
      if (!isAddressIn(known, program.operand(phi, index + 1), isValue, program.regionAt(phi))) return false
      ways += 1
    }
    return ways > 0
  }

  /**
   * Returns how a variable that a loop updates in each iteration (`at = path.dirname(at)`) is derived from its initial
   * value. If an iteration replaces the variable, nothing is derived. For a path with `..`, a parent folder says
   * nothing about the path.
   */
  beforeLoop(known: KnownProgram & { readonly index: ProgramIndex }, own: number, phi: number): readonly Made[] {
    const program = this.#program
    const { values, hasConstants } = this.operandsOf(phi)
    if (hasConstants) return []
    const region = program.regionAt(phi)
    const ofTurns = new Set<number>()
    for (let index = 0; index < program.operandCount(phi); index += 2)
      if (program.isWithin(program.operand(phi, index + 1), region))
        ofTurns.add(this.#values.of(program.operand(phi, index)))
    let kinds = allKinds
    let takesFolders = false
    const begun: number[] = []
    for (const value of values) {
      if (value === own) continue
      const kept = sourcesOf(this.#values, value).get(own)
      if (kept !== undefined) {
        kinds &= kept
        takesFolders ||= (kept & folder) !== 0
      } else if (ofTurns.has(value)) return []
      else begun.push(value)
    }
    if (takesFolders && !isNormalisedPath(known, phi)) kinds &= ~maskOf('path')
    return commonSources(this.#values, begun)
      .map(({ of, making }) => ({ of, making: { ...making, checks: making.checks & kinds } }))
      .filter(({ making }) => making.checks !== 0)
  }
}

/** Reports whether a phi carries a value from one iteration of a loop to the next. */
export function isOfLoop(program: Program, phi: number): boolean {
  const region = program.regionAt(phi)
  const isAtHead = program.regionKinds[region] === RegionKind.loop
  const count = program.operandCount(phi)
  for (let index = 0; index < count; index += 2) {
    if (isAtHead && !program.isWithin(program.operand(phi, index + 1), region)) return true
    const operand = program.operand(phi, index)
    if (operand > phi && !isConstant(program, operand)) return true
  }
  return false
}

/** Reports whether a phi is a variable that a loop leaves unchanged. */
export function isSameInLoop(program: Program, phi: number): boolean {
  const region = program.regionAt(phi)
  const isAtHead = program.regionKinds[region] === RegionKind.loop
  return isAtHead && program.operandCount(phi) === 2 && !program.isWithin(program.operand(phi, 1), region)
}

/** Reports whether a variable is set on only one of the branches that a phi joins. */
function lacksWays(program: Program, phi: number): boolean {
  if (program.operandCount(phi) !== 2) return false
  const [region, way] = [program.regionAt(phi), program.operand(phi, 1)]
  const kind = program.regionKinds[way]
  // An exception handler may run after any part of its `try` block.
  return kind === RegionKind.rescue || (way !== region && kind !== RegionKind.loop)
}
