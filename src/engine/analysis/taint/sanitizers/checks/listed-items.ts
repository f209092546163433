import { Op } from '../../../ir/operations.ts'
import type { Program } from '../../../program/program.ts'
import type { Checker } from '../checker.ts'
import { contradiction, type Facts, noFacts } from '../facts.ts'
import { operandsOf } from '../operands.ts'

/**
 * Returns the index of an item read at a constant index: `const [isSafe, reason] = check(path)`. Undefined for other
 * items.
 */
export function itemPlace(program: Program, item: number): string | undefined {
  const key = program.operand(item, 1)
  const place = program.op(key) === Op.Literal ? program.text(key, 1) : ''
  return /^\d+$/.test(place) ? place : undefined
}

interface ListedItem {
  readonly place: number
  /** Attributes that remain to be read from the item. */
  readonly rest: readonly string[]
  readonly isTruthy: boolean
}

/** Returns the facts that follow if an item in a list literal, or an attribute of it, is truthy or falsy. */
export function listedFacts(checker: Checker, list: number, { place, rest, isTruthy }: ListedItem): Facts {
  const { program } = checker.context
  const items = operandsOf(program, list).slice(0, place + 1)
  const item = items[place]
  if (items.some((one) => program.op(one) === Op.Spread)) return noFacts
  return item === undefined ? (isTruthy ? contradiction : noFacts) : checker.impliedFacts(item, rest, isTruthy)
}
