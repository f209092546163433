import { Op, RegionKind } from '../ir/operations.ts'
import { decidingCalls } from '../models/changing-texts.ts'
import { remoteModels } from '../models/sources/remote-responses.ts'
import type { KnownProgram } from '../schemas/known-program.ts'
import { changingTextLimits, type TextCause } from './changing-text.ts'

/** Returns what decides between the values of a text, or undefined if no condition is known to change at run time. */
export function switchOf(known: KnownProgram, text: number): TextCause | undefined {
  for (const phi of phisBefore(known, text))
    for (const condition of conditionsOf(known, phi)) {
      const cause = causeOf(known, condition)
      if (cause) return cause
    }
  return undefined
}

/** Returns the joins of branches that a value passes through. */
function phisBefore({ program }: KnownProgram, text: number): number[] {
  const phis: number[] = []
  const seen = new Set([text])
  for (const node of seen) {
    if (seen.size > changingTextLimits.maxSteps) break
    switch (program.op(node)) {
      case Op.Phi:
        phis.push(node)
        for (let index = 0; index < program.operandCount(node); index += 2) seen.add(program.operand(node, index))
        break
      case Op.Capture:
      case Op.Typed:
      case Op.Await:
        seen.add(program.operand(node, 0))
        break
      case Op.Cell:
      case Op.Concat:
        for (let index = 0; index < program.operandCount(node); index += 1) seen.add(program.operand(node, index))
        break
      default:
    }
  }
  return phis
}

function conditionsOf({ program }: KnownProgram, phi: number): number[] {
  const conditions: number[] = []
  for (let index = 1; index < program.operandCount(phi); index += 2) {
    const region = program.operand(phi, index)
    const kind = program.regionKinds[region]
    const condition = program.regionConditions[region] ?? -1
    if (condition >= 0 && (kind === RegionKind.when || kind === RegionKind.unless)) conditions.push(condition)
  }
  return [...new Set(conditions)]
}

/** Returns what makes a condition change between two runs. */
function causeOf(known: KnownProgram, condition: number): TextCause | undefined {
  const { program, references } = known
  const seen = new Set([condition])
  for (const node of seen) {
    if (seen.size > changingTextLimits.maxSteps) return undefined
    const op = program.op(node)
    if (op === Op.Call || op === Op.New) {
      const names = references.externals(program.operand(node, 0))
      const found = decidingCalls.find(({ name }) => names.some((one) => name.test(one)))
      if (found) return found.cause
      if (remoteModels.some(({ name }) => names.some((one) => name.test(one)))) return 'network'
      for (const index of references.callees(node))
        for (const returned of program.functions[index]?.returns ?? []) seen.add(program.operand(returned, 0))
    }
    if (op === Op.Cell && isCounter(known, node)) return 'counter'
    for (const operand of valueOperands(known, node)) seen.add(operand)
  }
  return undefined
}

/** Reports whether a function adds to a variable: `calls += 1`. */
function isCounter({ program }: KnownProgram, cell: number): boolean {
  for (let index = 0; index < program.operandCount(cell); index += 1) {
    const value = program.operand(cell, index)
    if (program.op(value) !== Op.Concat && program.op(value) !== Op.Binary) continue
    const at = program.op(value) === Op.Binary ? 1 : 0
    const before = program.operand(value, at)
    const added = program.operand(value, at + 1)
    if (
      program.op(before) === Op.Capture &&
      program.operand(before, 0) === cell &&
      program.op(added) === Op.Literal &&
      /^\d+$/.test(program.text(added, 1))
    )
      return true
  }
  return false
}

/** Returns the operands of a node that are values. */
function valueOperands({ program }: KnownProgram, node: number): number[] {
  const all = Array.from({ length: program.operandCount(node) }, (_none, index) => program.operand(node, index))
  switch (program.op(node)) {
    case Op.Binary:
    case Op.Unary:
    case Op.Logical:
      return all.slice(1)
    case Op.Load:
    case Op.Typed:
      return all.slice(0, 1)
    case Op.Phi:
      return all.filter((_value, index) => index % 2 === 0)
    case Op.Capture:
    case Op.Cell:
    case Op.Call:
    case Op.New:
    case Op.Await:
    case Op.Concat:
      return all
    default:
      return []
  }
}
