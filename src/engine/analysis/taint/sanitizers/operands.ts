import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { definitionsOf } from './seen-through.ts'

/** Returns the operands of a node from an index on. */
export function operandsOf(program: Program, node: number, first = 0): number[] {
  return Array.from({ length: Math.max(0, program.operandCount(node) - first) }, (_none, index) =>
    program.operand(node, first + index),
  )
}

/**
 * Returns the values joined by a phi, without the region that follows each of them. For other operations, returns all
 * operands.
 */
export function joinedBy(program: Program, node: number): number[] {
  return operandsOf(program, node).filter((_operand, index) => program.op(node) !== Op.Phi || index % 2 === 0)
}

/** Returns the only definition of a value, or -1 if there may be several. */
export function onlyDefinition(known: KnownProgram, node: number): number {
  const [definition = -1, ...others] = definitionsOf(known, node)
  return others.length === 0 ? definition : -1
}

/** Returns the values that a function returns. */
export function returnedBy(program: Program, functionIndex: number): number[] {
  return (program.functions[functionIndex]?.returns ?? []).map((returned) => program.operand(returned, 0))
}

/** Returns the nodes reachable from a node, including itself. Skips negative nodes. Stops after `most` nodes. */
export function reachedFrom(node: number, next: (at: number) => readonly number[], most: number): ReadonlySet<number> {
  const reached = new Set([node])
  for (const at of reached) for (const one of next(at)) if (one >= 0 && reached.size < most) reached.add(one)
  return reached
}
