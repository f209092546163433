import { clocks, randomFunctions } from '../../models/sources/changing-values.ts'
import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { definitionsOf, positionalArguments, receiverOf } from '../../schemas/schema-steps.ts'
import { operandsOf } from '../sources/text-options.ts'
import type { RunningFunctions } from './running-functions.ts'

/**
 * Maximum number of values visited for one condition, of regions around one node, and of values for all conditions of a
 * program. Above them, a condition does not count as changing.
 */
const bounds = { values: 60, regions: 40, total: 2_000_000 }

/** A condition whose result changes without an action of the user. */
export interface ChangingCondition {
  readonly cause: 'counter' | 'time' | 'chance'
  readonly node: number
}

/** Finds the conditions whose result changes. Each region is judged once. */
export class ChangingConditions {
  readonly #known: KnownProgram
  readonly #running: RunningFunctions
  readonly #ofRegions = new Map<number, ChangingCondition | undefined>()
  #left = bounds.total

  constructor(known: KnownProgram, running: RunningFunctions) {
    this.#known = known
    this.#running = running
  }

  /** Returns the changing condition around a region, inside its function. */
  around(region: number): ChangingCondition | undefined {
    const { program } = this.#known
    for (let at = region, steps = 0; at >= 0 && steps < bounds.regions; at = program.regionAround(at), steps += 1) {
      const found = this.#ofRegions.has(at) ? this.#ofRegions.get(at) : this.#find(program.conditionOf(at))
      this.#ofRegions.set(at, found)
      if (found) return found
    }
    return undefined
  }

  /** Returns the time, the counter, or the random value on which a condition depends. */
  #find(condition: number): ChangingCondition | undefined {
    if (condition < 0) return undefined
    const waiting = [condition]
    const seen = new Set(waiting)
    for (const node of waiting) {
      this.#left -= 1 + variableValues(this.#known, node)
      if (this.#left < 0) return undefined
      const cause = causeOf(this.#known, node, this.#running)
      if (cause) return { cause, node: condition }
      for (const part of partsOf(this.#known, node)) {
        if (part < 0 || seen.has(part) || seen.size >= bounds.values) continue
        seen.add(part)
        waiting.push(part)
      }
    }
    return undefined
  }
}

/** Returns the number of values of a variable or a list. */
function variableValues({ program }: KnownProgram, node: number): number {
  return program.operandCount(program.op(node) === Op.Capture ? program.operand(node, 0) : node)
}

function causeOf(known: KnownProgram, node: number, running: RunningFunctions): ChangingCondition['cause'] | undefined {
  const { program, references } = known
  if (program.op(node) === Op.Call || program.op(node) === Op.New) {
    const names = references.externals(program.operand(node, 0)).map((name) => name.replace(/^new /, ''))
    return names.some((name) => clocks.test(name))
      ? 'time'
      : names.some((name) => randomFunctions.test(name))
        ? 'chance'
        : undefined
  }
  return isCounter(known, node, running) ? 'counter' : undefined
}

/** Reports whether a variable or an attribute outlives requests, and a request or a timer increases it. */
function isCounter(known: KnownProgram, node: number, running: RunningFunctions): boolean {
  const { program, references } = known
  const isIncrease = (value: number, isSelf: (operand: number) => boolean): boolean => {
    if (running.causeAt(value) === undefined) return false
    const op = program.op(value)
    if (op === Op.Unary) return /^(?:\+\+|--)$/.test(program.text(value, 0)) && isSelf(program.operand(value, 1))
    // The IR writes `+` as `Concat`.
    if (op === Op.Concat) return [0, 1].some((place) => isSelf(program.operand(value, place)))
    return op === Op.Binary && program.text(value, 0) === '-' && isSelf(program.operand(value, 1))
  }
  const cellOf = (one: number) => (program.op(one) === Op.Capture ? program.operand(one, 0) : one)
  if (isIncrease(node, (operand) => program.op(cellOf(operand)) === Op.Cell)) return true
  const cell = cellOf(node)
  if (program.op(cell) === Op.Cell)
    return operandsOf(known, cell).some((value) => isIncrease(value, (operand) => cellOf(operand) === cell))
  const key = keyOf(known, node)
  return (
    key !== undefined &&
    references
      .attribute(program.operand(node, 0), key)
      .some((value) => isIncrease(value, (operand) => keyOf(known, operand) === key))
  )
}

function keyOf({ program }: KnownProgram, node: number): string | undefined {
  if (program.op(node) === Op.Load) return program.text(node, 1)
  return program.op(node) === Op.LoadDynamic ? program.literalText(program.operand(node, 1)) : undefined
}

function partsOf(known: KnownProgram, node: number): readonly number[] {
  const { program } = known
  switch (program.op(node)) {
    case Op.Binary:
    case Op.Logical:
    case Op.Unary:
      return operandsOf(known, node).slice(1)
    case Op.Call:
      return [receiverOf(known, node) ?? -1, ...positionalArguments(known, node)]
    case Op.Load:
      return [program.operand(node, 0)]
    case Op.Concat:
      return operandsOf(known, node)
    default:
      return definitionsOf(known, node).filter((one) => one !== node)
  }
}
